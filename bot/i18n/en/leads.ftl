### What each move of the moment leads to, and why others are not allowed. A text "leads-…-<game>" takes its place there.

can-heading = ### What can I do?
# $line: what a move leads to, or why one isn't allowed.
can-line = - { $line }
can-not = **Not now:**
button-can = What can I do?

## Draw and discard. $price: chips a card drawn costs, 0: nothing; $count: cards in the stock; $card: the upcard.

leads-stock = **Draw from the stock:** a card that only you see, and then you discard one of your cards.{ $price ->
        [0] {""}
        [one] {" "}It costs { $price } chip.
       *[other] {" "}It costs { $price } chips.
    }
leads-stock-last = **Draw from the stock:** its last card, that only you see. Then you discard, and the stock is gone: if nobody has knocked by then, the deal is over.{ $price ->
        [0] {""}
        [one] {" "}It costs { $price } chip.
       *[other] {" "}It costs { $price } chips.
    }
leads-stock-last-knocked = **Draw from the stock:** its last card, that only you see. Then you discard, and whoever is still to come only chooses: to stay, to take the top discard, or to fold.{ $price ->
        [0] {""}
        [one] {" "}It costs { $price } chip.
       *[other] {" "}It costs { $price } chips.
    }
leads-stock-last-ends = **Draw from the stock:** its last card, that only you see. Then you discard, and the deal is over: all hands are shown.{ $price ->
        [0] {""}
        [one] {" "}It costs { $price } chip.
       *[other] {" "}It costs { $price } chips.
    }
leads-stock-turned = **Draw from the stock:** it is empty, so the discards are turned over as they lie, and you draw the first of them.
leads-upcard = **Take the { $card }:** everybody sees it. Then you discard another card: the { $card } can’t go straight back.{ $price ->
        [0] {""}
        [one] {" "}It costs { $price } chip.
       *[other] {" "}It costs { $price } chips.
    }
leads-upcard-free = **Take the { $card }:** everybody sees it. Then you discard one of your cards, the { $card } too if you like.{ $price ->
        [0] {""}
        [one] {" "}It costs { $price } chip.
       *[other] {" "}It costs { $price } chips.
    }
# $risk: what a player pays who stays in and loses.
leads-upcard-stay = **Take the { $card }:** you keep it and discard another card. You stay in{ $risk ->
        [0] ; losing costs nothing more
       *[other] , and risk { $risk }
    }.{ $price ->
        [0] {""}
        [one] {" "}It costs { $price } chip.
       *[other] {" "}It costs { $price } chips.
    }
# $others: how many players still have a turn after a knock; $pot: chips.
leads-others =
    { $others ->
        [one] the other player has one turn more
       *[other] { $others } others have one turn more each
    }
leads-discard = **Discard:** your turn is over, and the next player may take that card.
leads-discard-knocked = **Discard:** your knock stands, and { $others ->
        [one] the other player has a last turn.
       *[other] the others have their last turns.
    }
# The same where the stock is gone, so that nobody draws any more.
leads-others-choose =
    { $others ->
        [one] the other player only chooses
       *[other] the others only choose in turn
    }: to stay, to take the top discard, or to fold
leads-discard-stock-out = **Discard:** the stock is gone, so the deal is over with it, and all hands are shown.
leads-discard-knocked-stock-out = **Discard:** your knock stands. The stock is gone, so { leads-others-choose }.
leads-discard-ends = **Discard:** the deal is over, and all hands are shown.
leads-show = **Show:** your cards win outright, and the pot of { $pot } is yours.

# $fold, $risk: chips for folding, and for staying in and losing; $rivals: how many others hold cards.
leads-paid =
    { $fold ->
        [0] Whoever folds pays nothing
       *[other] Whoever folds pays you { $fold }
    }, { $risk ->
        [0] and nobody pays for losing. The best hand takes the pot of { $pot }.
       *[other] and whoever stays in and loses pays you { $risk }. If somebody beats you, you pay { $risk }{ $rivals ->
            [one] {""}
           *[other] {" "}to everybody who stayed in
        }. The best hand takes the pot of { $pot }.
    }
leads-paid-all =
    { $risk ->
        [0] Nobody pays for losing.
       *[other] Whoever loses pays you { $risk }; if somebody beats you, you pay { $risk }{ $rivals ->
            [one] {""}
           *[other] {" "}to everybody
        }.
    } The best hand takes the pot of { $pot }.
leads-knock = **Knock:** you keep these five cards, and { leads-others }. { leads-paid }
leads-knock-ends = **Knock:** the deal ends at once, and the best hand takes the pot of { $pot }.
leads-knock-discard = **Knock:** then you discard, and { leads-others }. { leads-paid }
leads-knock-stock-out = **Knock:** then you discard. The stock is gone, so { leads-others-choose }. { leads-paid }
leads-knock-stock-out-ends = **Knock:** then you discard. The stock is gone, so all hands are shown at once. { leads-paid-all }
leads-knock-discard-ends = **Knock:** then you discard, and the deal is over: the best hand takes the pot of { $pot }.
leads-discard-last =
    { $risk ->
        [0] **Discard:** stay in; losing costs nothing more.
       *[other] **Discard:** stay in, and risk { $risk }.
    }
leads-fold =
    { $fold ->
        [0] **Fold:** be out, and pay nothing.
       *[other] **Fold:** pay { $fold } and be out.
    }
leads-stay =
    { $risk ->
        [0] **Stay:** keep your five cards; losing costs nothing more.
       *[other] **Stay:** keep your five cards, and risk { $risk }.
    }

leads-others-to-the-dealer =
    { $others ->
        [one] one other player, the dealer, has one turn more
       *[other] { $others } others have one turn more each, up to the dealer
    }
leads-knock-discard-dompe = **Dompe!** You call: then you discard and keep three of a kind or better, and { leads-others-to-the-dealer }. The highest hand takes the pot of { $pot }, yours or another.
leads-knock-discard-ends-dompe = **Dompe!** You call: then you discard and keep three of a kind or better, and nobody plays after you. The highest hand takes the pot of { $pot }, yours or another.
leads-discard-knocked-dompe = **Discard:** your call stands, and { $others ->
        [one] the dealer has a last turn.
       *[other] the others up to the dealer have their last turns.
    }
leads-discard-last-dompe = **Discard:** that was your last turn. When the dealer has had one, all hands are shown, and the highest takes the pot.

leads-knock-poe-crumb = **Knock:** you keep your five cards and don’t draw, and { leads-others }. The best hand wins the round, yours or another.
leads-discard-last-poe-crumb = **Discard:** that was your last turn. When everybody has had one, all hands are shown, and the best wins the round.

# $rum: points that every loser pays besides to a hand without deadwood; $undercut: points that a beaten knocker pays besides.
leads-knock-deadwood = **Knock:** then you discard, and the deal is over. With the least deadwood, { $rivals ->
        [one] the other player pays
       *[other] everybody pays
    } you the difference between their deadwood and yours{ $rum ->
        [0] {""}
       *[other] , and { $rum } besides if you have none
    }. If somebody has as little as you, or less, you don’t win{ $undercut ->
        [0] {""}
       *[other] , and with more than theirs you lose { $undercut } on top of the difference
    }.
leads-discard-ends-knock-rummy = **Discard:** the deal is over, and everybody’s deadwood is counted.

## Tricks. $count: how many cards are still missing from the trick after one; $cards: "K♦ and J♦", the highest first; $name: who takes it.

leads-trick-rule = If all four ranks differ, the highest card takes it; else the last card that matches an earlier card.
leads-trick-lead = **Lead a card:** cards of the other suits are added until four lie in the trick. { leads-trick-rule } Whoever takes it takes the four cards into the hand, and leads.
leads-trick-follow =
    { $count ->
        [0] **Play a card:** the trick’s last.
        [one] **Play a card:** then one card is missing from the trick.
       *[other] **Play a card:** then { $count } cards are missing from the trick.
    } { leads-trick-rule }
leads-trick-ahead = **{ $cards }:** so far you take the trick.
leads-trick-behind = **{ $cards }:** so far { $name } takes the trick.
leads-trick-take = **{ $cards }:** you take the trick and its four cards, and lead.
leads-trick-leave = **{ $cards }:** { $name } takes the trick, and you are a card lighter.
# $ranks: "queens"; $count: what the quartet counts, in points.
leads-meld = **Lay the { $ranks }:** they count { $count } points, times your place at the end; nobody else sees which rank it is.
leads-meld-first = **Lay the { $ranks }:** the first quartet of the deal has the joker and counts double: 2 × { $count } points, times your place at the end.
leads-halt = **Call a halt:** you lay the lower of the two ranks and are out before the other, who lays the higher one.

## Betting and sequences. $pot: the chips of the pool and all bets; $stake: what the reader has bet, or the chips for a card.

leads-pass = **Pass:** you are out of the betting for good, and keep your cards to play them out.
leads-fold-betting =
    { $stake ->
        [0] **Fold:** you are out of the betting, and it costs you nothing. You keep your cards to play them out.
        [one] **Fold:** you are out of the betting, and your { $stake } chip stays there. You keep your cards to play them out.
       *[other] **Fold:** you are out of the betting, and your { $stake } chips stay there. You keep your cards to play them out.
    }
# $others: how many others are in the betting.
leads-bet-answered =
    { $others ->
        [one] the other player matches it, raises it or folds
       *[other] the others match it, raise it or fold
    }
# Where all the others have passed.
leads-bet-alone =
    { $pot ->
        [0] nobody else is in the betting any more, so you take your bet back, and lead.
       *[other] nobody else is in the betting any more, so you take the { $pot } there and your bet back, and lead.
    }
# $least, $most: the least and the most that can be staked in all; $short: 1 where somebody can stay in with all chips for less, else 0.
leads-bet =
    { $most ->
        [1] **Bet 1:**
       *[other] **Bet { $least } to { $most }:**
    } { $others ->
        [0] { leads-bet-alone }
       *[other] { leads-bet-answered }. { $pot ->
            [0] If nobody else stays in you take your bet back; else the best set { $short ->
                [0] takes all bets, and leads.
               *[other] leads, and wins from each no more than its own stake.
            }
           *[other] If nobody else stays in you take the { $pot } there; else the best set does{ $short ->
                [0] , with all bets, and leads.
               *[other] ; it leads, and wins from each no more than its own stake.
            }
        }
    }
# $bet: the stake to be matched; $more: what it costs the reader; $short: 1 where somebody can stay in for less, with all chips, else 0.
leads-match = **Match { $bet }:** it costs you { $more }, and you stay in for the { $pot } there. { $short ->
        [0] If nobody raises, the best set takes all, and leads.
       *[other] If nobody raises, the best set leads, and wins from each no more than its own stake.
    }
# $have: the reader's chips, fewer than it costs.
leads-match-issued = **Match { $bet }:** it costs you { $more }, and you have { $have }. So the house first gives everybody more chips, and takes them back in the end. You stay in for the { $pot } there; if nobody raises, the best set takes all, and leads.
leads-raise = **Raise to { $least } or more,** { $most } at most: { $others ->
        [one] the other player matches that, raises again or folds.
       *[other] the others match that, raise again or fold.
    }
# Where nobody else is left in the betting with chips.
leads-raise-alone = **Raise to { $least } or more:** that brings nothing, because nobody else has chips left to bet. What you bet above { $bet } comes back to you.
leads-all-in = **All in with { $most }:** it costs you { $more }. You can win from each of the others no more than your own stake.
# $centre: chips in the centre, 0: none; $stop: what each of the others pays for a stopped sequence, 0: nothing; $most: 1 where whoever
# has the most cards left pays for them, 0 elsewhere.
leads-prize =
    { $centre ->
        [0] {""}
       *[other] the { $centre } of the centre, and{" "}
    }{ $stake ->
        [one] { $stake } chip
       *[other] { $stake } chips
    } for each card that the others still hold
leads-sequence = **Play a card:** whoever has the next higher one of its suit plays it, and so on. Whoever plays the last card of the sequence leads next{ $stop ->
        [0] {""}
       *[other] , and gets { $stop } from everybody else
    }. Whoever is first without cards gets { leads-prize }.{ $most ->
        [0] {""}
       *[other] {" "}{ leads-most }
    }
leads-most = Then whoever has the most cards left pays everybody as many chips.
leads-sequence-last = **Play your last card:** you are out first, and get { leads-prize }.{ $most ->
        [0] {""}
       *[other] {" "}{ leads-most }
    }{ $stop ->
        [0] {""}
       *[other] {" "}If nobody can go on from it, everybody pays you { $stop } for that, too.
    }
