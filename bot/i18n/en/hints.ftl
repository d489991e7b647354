### Hints: what to do, why, and how sure that is. A text "hint-…-<game>" takes its place there.

button-hint = Hint
table-hints = -# 💡 Hints are allowed here; who took how many is told when the table closes.
setup-hints = Hints for whoever asks
# $move: "Throw the 9♦"
hint-do = **{ $move }.**
hint-separator = {" "}
hint-move-draw = Draw from the stock
    .discard = Take the { $card }
hint-move-discard =
    .card = Throw the { $card }
hint-move-knock = Knock
hint-move-knock-dompe = Call “dompe”
hint-move-show = Show your cards
hint-move-stay = Stay
hint-move-fold = Fold
    .card = Fold, discarding the { $card }
hint-move-play =
    .card = Play the { $card }
hint-move-meld = Lay the { $ranks }
hint-move-halt = Call a halt
hint-move-wait = Wait
hint-move-pass = Pass
# $count: the whole stake, in chips.
hint-move-bet = Bet { $count }
    .match = Match with { $count }
    .all-in = All in with { $count }
    .raise = Raise to { $count }

# $number: "+2.1"; $count chooses the form: 1 for one, else 2.
gain-chips =
    { $count ->
        [one] { $number } chip
       *[other] { $number } chips
    }
gain-points =
    { $count ->
        [one] { $number } point
       *[other] { $number } points
    }
gain-rounds =
    { $count ->
        [one] { $number } round
       *[other] { $number } rounds
    }
# $name: "two pairs, queens over nines".
hint-holds = You hold: { $name }.
hint-keeps = That leaves: { $name }.
# After drawing it one holds cards that win whatever the others hold, such as "three pairs, kings, nines and fives".
# $card: an upcard of which the hand has no use, where it may be thrown away in the same turn.
hint-goes-back = You can throw the { $card } away again at once.
hint-makes-outright = With it your cards win outright: { $name }. Then show them.
# Of a discard after somebody else's knock, where one could fold.
hint-in = With that you stay in.
# $count: chips. Another player may beat the knocker, though one’s own hand doesn’t.
hint-knocker-pays = If anybody beats the knocker, the knocker pays you { $count }.
# $count: points.
hint-deadwood =
    { $count ->
        [0] That leaves no deadwood.
        [one] Your deadwood is then { $count } point.
       *[other] Your deadwood is then { $count } points.
    }
hint-deadwood-now =
    { $count ->
        [0] You have no deadwood.
        [one] Your deadwood is { $count } point.
       *[other] Your deadwood is { $count } points.
    }
# $count of $unseen cards, exactly counted.
hint-outs =
    { $count ->
        [0] None of the { $unseen } unseen cards makes a better type of hand.
        [one] { $count } of the { $unseen } unseen cards makes a better type of hand.
       *[other] { $count } of the { $unseen } unseen cards make a better type of hand.
    }
# Of a hand that can’t win as it is, whatever the others hold; -to-win: after somebody’s knock.
hint-outs-to-knock =
    { $count ->
        [0] None of the { $unseen } unseen cards makes a hand that you may knock with.
        [one] { $count } of the { $unseen } unseen cards makes a hand that you may knock with.
       *[other] { $count } of the { $unseen } unseen cards make a hand that you may knock with.
    }
hint-outs-to-knock-dompe =
    { $count ->
        [0] None of the { $unseen } unseen cards makes a hand that you may call with or show.
        [one] { $count } of the { $unseen } unseen cards makes a hand that you may call with or show.
       *[other] { $count } of the { $unseen } unseen cards make a hand that you may call with or show.
    }
hint-outs-to-win =
    { $count ->
        [0] None of the { $unseen } unseen cards makes a hand that can win.
        [one] { $count } of the { $unseen } unseen cards makes a hand that can win.
       *[other] { $count } of the { $unseen } unseen cards make a hand that can win.
    }
hint-outs-deadwood =
    { $count ->
        [0] None of the { $unseen } unseen cards lessens your deadwood.
        [one] { $count } of the { $unseen } unseen cards lessens your deadwood.
       *[other] { $count } of the { $unseen } unseen cards lessen your deadwood.
    }
# $count: of a hundred sampled deals, as exactly as they carry.
hint-wins = With that you win about { $count } of 100 deals like this.
hint-wins-all = With that you win nearly every deal like this.
hint-wins-none = With that you win hardly any deal like this.
hint-stays = Staying in wins in about { $count } of 100 deals like this.
hint-stays-all = Staying in wins in nearly every deal like this.
hint-stays-none = Staying in wins in hardly any deal like this.
hint-betting = With that you win the betting in about { $count } of 100 deals like this.
hint-betting-all = With that you win the betting in nearly every deal like this.
hint-betting-none = With that you win the betting in hardly any deal like this.
# Of a stake that seldom wins. $more: what it costs, in chips; $pot: the chips that lie there.
hint-at-stake =
    { $more ->
        [one] It costs { $more } chip more,
       *[other] It costs { $more } chips more,
    } and { $pot ->
        [one] { $pot } lies
       *[other] { $pot } lie
    } there to be won.
hint-winner-leads = Whoever wins the betting leads the first card, too.
hint-matching = Matching wins the betting in about { $count } of 100 deals like this.
hint-matching-all = Matching wins the betting in nearly every deal like this.
hint-matching-none = Matching wins the betting in hardly any deal like this.
# $own, $other: "+2.1 chips", from now to the end of the deal; $instead: "Draw from the stock", the next best.
hint-worth = On average { $own } from now on; the next best, “{ $instead }”, { $other }.
# $by: "0.2 chips".
hint-better = On average that is better by { $by } than the next best, “{ $instead }”.
hint-little-better = On average that is a little better than the next best, “{ $instead }”.
# Of what is judged before the end of the deal, so that no number is told.
hint-ahead = A few tricks ahead it looks better than the next best, “{ $instead }”.
hint-equal = “{ $instead }” is about equal.
hint-only = You can do nothing else.
hint-rule = That is a rule of thumb, not tried out in many deals.
hint-halt-first = You need not, but whoever calls it counts as out before the other, and here that is worth more.
hint-halt-wait = You may call a halt, but whoever calls it gets the lower rank, and here the other would come off better.
# Tricks. $name: who takes it; $ranks: "eights", of which the reader holds $count.
hint-trick-take = You take the trick with it.
hint-trick-leave = { $name } takes the trick.
hint-of-rank =
    { $count ->
        [one] You hold no other { $ranks }.
       *[other] You hold { $count } { $ranks }.
    }
# $count: cards of the others of the same rank, in suits that the trick still lacks; exactly counted.
hint-matchers =
    { $count ->
        [0] Nobody else can match it any more.
        [one] { $count } card that you don’t hold can still match it.
       *[other] { $count } cards that you don’t hold can still match it.
    }
# $count of a hundred sampled deals, $other with the next best card, $instead: "Play the 9♦".
hint-takes =
    You take the trick in { $count ->
        [0] hardly any deal
        [100] nearly every deal
       *[other] about { $count } of 100 deals
    } like this; with “{ $instead }” in { $other ->
        [0] hardly any
        [100] nearly every one
       *[other] about { $other }
    }.
hint-quartet-soon =
    You lay a quartet within four tricks in { $count ->
        [0] hardly any deal
        [100] nearly every deal
       *[other] about { $count } of 100 deals
    } like this; with “{ $instead }” in { $other ->
        [0] hardly any
        [100] nearly every one
       *[other] about { $other }
    }.
hint-lays-first =
    { $count ->
        [one] As the first quartet of the deal it counts twice { $count } point, times your place.
       *[other] As the first quartet of the deal it counts twice { $count } points, times your place.
    }
hint-lays =
    { $count ->
        [one] The quartet counts { $count } point, times your place.
       *[other] The quartet counts { $count } points, times your place.
    }
# Betting and sequences.
hint-set = Your best set: { $name }.
hint-no-set = No two of your cards are of one rank.
hint-rivals =
    { $count ->
        [0] Nobody else is in the betting any more.
        [one] { $count } other is still in the betting.
       *[other] { $count } others are still in the betting.
    }
hint-goes-out = It is your last card: you are out first, and the deal is over.
hint-run-out = You play all your { $count } cards one after another: you are out first, and the deal is over.
# $card: where the sequence stops for certain.
hint-stops =
    The sequence stops at your { $card } for certain{ $stop ->
        [0] , so you lead again.
        [one] : each of the others pays you { $stop } chip, and you lead again.
       *[other] : each of the others pays you { $stop } chips, and you lead again.
    }
# $card: the card that follows the one that is led; whether somebody holds it is not always known.
hint-goes-on = After it comes the { $card }, if anybody holds it.
# $card: the same, of which everybody knows who holds it.
hint-follows = The { $card } follows for certain: everybody knows who holds it.
# $card: what is led; no lower card of its suit is left to lead up to it.
hint-must-lead = The { $card } can only be led: nothing lower of its suit is left that could lead up to it.
hint-run = You play { $count } cards of that sequence, up to the { $card }, before anybody else can.

refusal-hints_off = Hints are off at this table. They are on at tables for practice, and elsewhere where the host turns them on in **Set up** before the first deal.
refusal-hint_too_late = The table has moved on since you asked, so that hint is no use any more.
refusal-no_hint_now = I’m too busy to think about that just now. Ask again in a moment.
# $hints: how many hints somebody took at the table.
evening-hints =
    { $count ->
        [one] { $name } took { $count } hint
       *[other] { $name } took { $count } hints
    }
evening-hinted = 💡 { $hints }.
    .alt = Hints: { $hints }.
