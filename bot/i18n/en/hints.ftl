### Hints: what to do, why, and how sure that is. A text "hint-…-<game>" takes its place there.

button-hint = Hint
table-hints = -# 💡 Hints are allowed here; who took how many is told when the table closes.
setup-hints = Hints for whoever asks
# $move: "Discard the 9♦"
hint-do = **{ $move }.**
hint-separator = {" "}
hint-move-draw = Draw from the stock
    .discard = Take the { $card }
hint-move-discard =
    .card = Discard the { $card }
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
    .match = Match { $count }
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
hint-goes-back = You can discard the { $card } again at once.
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
# $made: "8 × two pairs and 2 × three of a kind": what the cards make that were just counted.
hint-outs-make = They make: { $made }.
# $kind: a type of hand; $count: how many cards make it.
hint-made = { $count }{"\u00A0"}×{"\u00A0"}{ $kind }
# Why that card is discarded, and no other. $name: what another discard would leave.
hint-gives-up = For that you give up: { $name }.
hint-cannot-win = Another discard would leave: { $name }; that can’t win, either.
hint-rest-needed = That hand needs all your other cards.
# $count: how many cards would improve the hand after the best of the other discards.
hint-most-outs =
    { $count ->
        [0] After any other discard there would be none.
       *[other] After any other discard there would be { $count } at most.
    }
# Where another discard may leave a hand of a lower type, too.
hint-most-outs-alike = Any other discard would leave a lower hand, or fewer such cards.
# $card: another discard; $name: the hand that more cards make without it than with it.
hint-more-outs = Without the { $card } instead there would be { $count }, but fewer for: { $name }.
# $card: the card that is discarded.
hint-lowest = The { $card } adds nothing to that hand, and it is the lowest such card.
hint-adds-nothing = The { $card } adds nothing to that hand.
# Where it is higher than another odd card, which stays.
hint-only-odd = The { $card } is only an odd card.
# The same for melds. $count: points.
hint-takes-off =
    { $count ->
        [one] The { $card } is in no meld: you are rid of { $count } point.
       *[other] The { $card } is in no meld: you are rid of { $count } points.
    }
hint-loose = It fits with none of your other cards.
# $count: unseen cards that would make a meld with the card that is discarded and another of the hand.
hint-would-meld =
    { $count ->
        [0] No unseen card would make a meld with it.
        [one] Only { $count } unseen card would make a meld with it.
       *[other] { $count } unseen cards would make a meld with it.
    }
hint-melds-stay = Your melds stay whole without the { $card }.
hint-breaks-meld = The { $card } was in a meld.
# Of a draw from the stock. $card: the upcard, which is left lying; $name: what the hand would be with it.
hint-upcard-no-use = The { $card } would not improve your hand.
hint-upcard-odd = The { $card } would only be a higher odd card.
hint-upcard-higher = With the { $card } your hand would be higher, but of the same type.
hint-upcard-makes = With the { $card } you would hold: { $name }; but everybody sees who takes it.
hint-upcard-deadwood =
    { $count ->
        [0] With the { $card } you would have no deadwood.
        [one] With the { $card } your deadwood would be { $count } point.
       *[other] With the { $card } your deadwood would be { $count } points.
    }
# Exactly counted, and rounded to a point.
hint-stock-deadwood =
    { $count ->
        [one] A card from the stock leaves { $count } point on average.
       *[other] A card from the stock leaves { $count } points on average.
    }
# Of the $card, the upcard, which is taken: what the hand is without it.
hint-before = Without the { $card }: { $name }.
hint-before-deadwood =
    { $count ->
        [0] Without the { $card } you have none, either.
        [one] Without the { $card }: { $count } point.
       *[other] Without the { $card }: { $count } points.
    }
hint-before-outs =
    { $count ->
        [0] Without the { $card } there would be none.
       *[other] Without the { $card } there would be { $count }.
    }
hint-upcard-odd-taken = It is a higher odd card, and you know what you get.
hint-upcard-higher-taken = With it your hand is higher, if of the same type, and you know what you get.
# $card: what is discarded after the draw for the best chances; $count: unseen cards that then make a better hand.
hint-then-outs =
    { $count ->
        [one] If you then discard the { $card }, there is { $count } such card.
       *[other] If you then discard the { $card }, there are { $count } such cards.
    }
# Of a knock or a fold that was not tried out. $count: of a hundred hands of unseen cards, as exactly as they carry.
hint-beats = As it is, your hand beats about { $count } of 100 hands that could be dealt from the unseen cards.
hint-beats-all = As it is, your hand beats nearly every hand that could be dealt from the unseen cards.
hint-beats-none = As it is, your hand beats hardly any hand that could be dealt from the unseen cards.
hint-knocked-better = But whoever knocks mostly holds a good hand.
# $count: how many others still have a turn after a knock; -ends: where nobody has.
hint-not-to-knock =
    { $count ->
        [one] For a knock that is too little: one other player may still improve.
       *[other] For a knock that is too little: { $count } others may still improve.
    }
hint-not-to-knock-ends = For a knock, which ends the deal at once, that is too little.
hint-wins-outright = Whatever the others hold, you win with these cards.
# $risk: chips; $rivals: how many others hold cards.
hint-knock-risks =
    If somebody beats you, you pay { $risk }{ $rivals ->
        [one] {""}
       *[other] {" "}to everybody who stayed in
    }.
# $count: points.
hint-knock-undercut = If somebody has as little deadwood as you, you don’t win; with less, you lose { $count } on top of the difference.
# $fold, $risk: chips for folding, and for staying in and losing; $pot: the chips to be won.
hint-fold-costs =
    Folding costs { $fold ->
        [0] nothing
        [one] { $fold } chip
       *[other] { $fold } chips
    }; staying in and losing would cost { $risk ->
        [0] nothing more
       *[other] { $risk }
    }. The pot is { $pot }.
hint-stay-risks =
    Losing costs { $risk ->
        [0] nothing more
        [one] { $risk } chip
       *[other] { $risk } chips
    }; folding would cost { $fold ->
        [0] nothing
       *[other] { $fold }
    }. The pot is { $pot }.
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
# Of a match. $more: what it costs, in chips; $pot: the chips that lie there.
hint-at-stake =
    { $more ->
        [one] It costs { $more } chip more,
       *[other] It costs { $more } chips more,
    } and { $pot ->
        [one] { $pot } lies
       *[other] { $pot } lie
    } there to be won.
# Of a raise, or of all chips for a match.
hint-stake-costs =
    { $more ->
        [one] It costs { $more } chip more.
       *[other] It costs { $more } chips more.
    }
# Of the first bet. $pot: the chips that lie there.
hint-alone-takes =
    If nobody else stays in, you take the { $pot ->
        [one] { $pot } chip
       *[other] { $pot } chips
    } there.
hint-pass-free = Passing costs nothing.
# $count: the chips that the reader has staked.
hint-fold-leaves =
    { $count ->
        [0] Folding costs nothing.
        [one] Your { $count } chip stays there.
       *[other] Your { $count } chips stay there.
    }
# As at-stake.
hint-matching-costs =
    { $more ->
        [one] Matching would cost { $more } chip,
       *[other] Matching would cost { $more } chips,
    } and { $pot ->
        [one] { $pot } lies
       *[other] { $pot } lie
    } there to be won.
# Of a stake that seldom wins.
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
hint-rule = That is a rule of thumb: how often it wins was not tried out this time.
hint-halt-first = You need not, but whoever calls it counts as out before the other, and here that is worth more.
hint-halt-wait = You may call a halt, but whoever calls it gets the lower rank, and here the other would come off better.
# Tricks. $name: who takes it; $ranks: "eights", of which the reader holds $count.
hint-trick-take = You take the trick with it, and its four cards.
hint-trick-leave = { $name } takes the trick, and you are rid of a card.
hint-trick-ahead = So far you take the trick with it.
hint-trick-behind = So far { $name } takes the trick.
# Of a trick that is taken. $ranks: "kings", of which the reader then holds $count.
hint-brings =
    { $count ->
        [4] Then you hold four { $ranks }, a quartet.
       *[other] Then you hold { $count } { $ranks }.
    }
# $ranks: another rank than that of the card, of which the reader holds $count.
hint-keeps-rank =
    { $count ->
        [4] You keep your four { $ranks }, a quartet.
        [3] You keep your three { $ranks }: the fourth makes a quartet.
       *[other] You keep your { $count } { $ranks }.
    }
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
# $count: ranks.
hint-higher-sets =
    { $count ->
        [0] Nobody can hold a higher set.
        [one] Somebody can hold a higher set of { $count } rank only.
       *[other] Somebody may hold a higher set, of any of { $count } ranks.
    }
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
# $card: the reader’s next card of the same sequence.
hint-comes-back = If the others hold all that lies between, your { $card } follows, too.
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
