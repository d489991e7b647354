### What is said at the table.

game-knock-poker = Knock Poker
    .ways = There you `/draw`, `/knock` and `/discard`; after a knock you may `/fold`, or `/stay` when the stock has run out.

chips =
    { $count ->
        [one] { $count } chip
       *[other] { $count } chips
    }

# What a game counts: rounds won, or points. $count: how many. .held: what somebody has of them in all.
tally-rounds =
    { $count ->
        [one] { $count } round
       *[other] { $count } rounds
    }
    .held =
        { $count ->
            [one] { $count } round won
           *[other] { $count } rounds won
        }
tally-points =
    { $count ->
        [one] { $count } point
       *[other] { $count } points
    }
    .held = { tally-points }
# The same beside chips.
tally-and-chips = { $tally }, { $chips }

## What happened, as told to everybody. $name: who; $card: "7♠".

event-drew-stock = { $name } draws from the stock.
event-drew-upcard = { $name } takes the { $card } from the discard pile.
event-discarded = { $name } discards the { $card }.
event-knocked = { $name } knocks!
event-knocked-pat = { $name } knocks pat, without drawing!
event-called = { $name } calls “dompe”!
event-stayed = { $name } stays.
event-folded = { $name } folds.
event-stock-ran-out = The stock has run out.
# $count: cards in the new stock.
event-shuffled =
    { $count ->
        [one] The stock ran out, so the discards under the top one are shuffled: { $count } card.
       *[other] The stock ran out, so the discards under the top one are shuffled: { $count } cards.
    }
event-showed-hand = { $name } shows { $cards }: { $hand }.
event-showed-outright = { $name } shows { $cards } and wins outright: { $hand }!
# $count: cards in the new stock.
event-turned-over =
    { $count ->
        [one] The stock is used up, so the discards are turned over, unshuffled: { $count } card.
       *[other] The stock is used up, so the discards are turned over, unshuffled: { $count } cards.
    }

# A hand in its melds. $melds: "7♠ 7♥ 7♦ · A♣ 2♣ 3♣"; $cards: what is in none; $count: what that counts.
event-showed-melds = { $name } shows { $melds } and has rum, no deadwood!
event-showed-all = { $name } shows { $melds } and deadwood { $count }: { $cards }.
event-showed-unmatched = { $name } shows no meld, and deadwood { $count }: { $cards }.
# Between two melds.
meld-separator = {" · "}
melds-none = no melds
melds-deadwood = Deadwood { $count }
    .discarding = Deadwood { $count } after a discard
melds-rum = Rum
    .discarding = Rum after a discard
# $count: one of the above; $cards: those in no meld.
melds-cards = { $count }: { $cards }

# Points that somebody loses to the winners. $count: how many; $parts: what they are made of.
event-lost = { $name } loses { tally-points }.
event-lost-by = { $name } loses { tally-points }: { $parts }.
lost-difference = { $count } for the difference
lost-rum = { $count } for the winner’s rum
lost-undercut = { $count } for a knock that was beaten

## The outcome of a deal, in one line.

# $names: the winners; $count: how many they are; $gain: "4 chips", "2 chips each"; $hand: "two pairs, nines and eights".
# .bare: where nothing is to be said of a gain.
outcome =
    { $count ->
        [one] { $names } wins { $gain }.
       *[other] { $names } share the deal: { $gain }.
    }
    .with = { $names } wins { $gain }: { $hand }.
    .bare =
        { $count ->
            [one] { $names } wins the deal.
           *[other] { $names } share the deal.
        }
    .bare-with = { $names } wins the deal: { $hand }.
outcome-each = { $gain } each
outcome-deadwood = deadwood { $count }
outcome-rum = rum

# $names: the winners; $count: how many they are.
event-won =
    { $count ->
        [one] { $names } wins the deal.
       *[other] { $names } share the deal.
    }
event-void = The deal went on too long and is called off. It doesn’t count; what is in the pot stays for the next one.

## Who paid what. $payers, $takers: names; $payers_count, $takers_count: how many; $count: chips from or to each.

payment =
    { $payers_count ->
        [one]
            { $takers_count ->
                [one] { $payers } pays { $takers } { chips }
               *[other] { $payers } pays { $takers } { chips } each
            }
       *[other] { $payers } pay { $takers } { chips } each
    }
payment-to-pot =
    { $payers_count ->
        [one] { $payers } pays { chips } to the pot
       *[other] { $payers } pay { chips } each to the pot
    }
payment-from-pot =
    { $takers_count ->
        [one] { $takers } takes { chips } from the pot
       *[other] { $takers } take { chips } each from the pot
    }
# $payment: one of the above. .why: with the reason, where the sentence doesn’t say it.
payment-line = { $payment }.
    .why = { $payment } ({ $reason }).

## Reasons of payments, in brackets behind them.

reason-fold = for folding
reason-draw = for a draw
reason-points = for points
reason-bonus_pat_knock = bonus for a pat knock
reason-bonus_royal_flush = bonus for a royal flush
reason-bonus_straight_flush = bonus for a straight flush
reason-bonus_four_of_a_kind = bonus for four of a kind
