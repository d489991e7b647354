### Poch, Le Poque and the Poch of 1873 in their own words. A text "name-poch" takes the place of "name" at a table of Poch.

game-poch = Poch
    .ways = There you `/pass`, `/bet` or `/fold` first, and then `/play` cards.
game-le-poque = Le Poque
    .ways = There you `/pass`, `/bet` or `/fold` first, and then `/play` cards.
game-poch-1873 = Poch of 1873
    .ways = There you `/pass`, `/bet` or `/fold` first, and then `/play` cards.

## The pools of the board, as they stand in its dishes: about nine letters.

pool-ace-dish = Ace
pool-king-dish = King
pool-queen-dish = Queen
pool-jack-dish = Jack
pool-ten-dish = Ten
# .short: where the whole does not fit into the dish.
pool-ten_and_nine-dish = Ten & Nine
    .short = 10 & 9
pool-marriage-dish = Marriage
pool-sequence-dish = Sequence
pool-poch-dish = Poch
pool-poch-dish-le-poque = Poque
pool-centre-dish = Centre
# How many pools there are.
pools-many =
    { $pools ->
        [6] six
        [7] seven
        [9] nine
       *[other] { $pools }
    }

event-turned-poch-1873 = The { $card } is turned up: its suit is trumps.

## What is put into pools and taken from them. $count: chips; $pools: names of pools, $pools_count: how many; $card: "8♠".

# $pools: how many.
pools-dressed = Everybody puts { chips } into each of the { pools-many } pools.
pools-taken =
    { $pools_count ->
        [one] { $name } takes the { $pools } pool: { chips }.
       *[other] { $name } takes the { $pools } pools: { chips }.
    }
pools-stakes =
    { $count ->
        [one] { $name } takes { $count } chip that was bet.
       *[other] { $name } takes { chips } that were bet.
    }
# $pool: "Poch"; $bets, $count: the chips of the bets, and of the pool.
pools-won = { $name } takes the bets ({ $bets ->
        [one] { $bets } chip
       *[other] { $bets } chips
    }) and the { $pool } pool ({ chips }).
pools-honour = { $name } takes the { $pool } pool for the { $card }, because the dealer gets what is turned up: { chips }.
pools-returned = { $name } takes back { chips } that nobody matched.
pools-issued = Chips ran short, so the house gives everybody { chips } more.
# $shares: "4 to Ann, and 3 to Bo".
pools-shared = The { chips } left on the board are shared out: { $shares }.
pools-share = { $count } to { $name }
# In few words, while the deal is played; the lines below say why once it is over.
pools-left = Not taken: { $pools }.
pools-left-turned = Nobody takes the { $pools } pool ({ chips }): its card, the { $card }, is turned up.
pools-left-broken = Nobody can take the { $pools } pool ({ chips }): the { $card } is turned up.
pools-left-apart =
    { $pools_count ->
        [one] The { $pools } pool stays ({ chips }): its cards aren’t in one hand.
       *[other] The { $pools } pools stay ({ chips }): their cards aren’t in one hand.
    }
pools-left-unheld =
    { $pools_count ->
        [one] The { $pools } pool stays ({ chips }): nobody holds its card.
       *[other] The { $pools } pools stay ({ chips }): nobody holds their cards.
    }
# $pool: "Poch".
pools-nobody-bet = Nobody bets, so the { $pool } pool stays: { chips }.
pools-nobody-bet-poch-1873 = Nobody bets, and nothing is won.

## What options are set to.

value-max_deals =
    { $count ->
        [0] no limit
       *[other] { $count }
    }
value-stake = { chips }
value-chip_value =
    { $count ->
        [0] none
       *[other] { $count }
    }

## Cards that are played out: "Ann leads the 8♠; Bo 9♠, Cy 10♠; nobody has the J♠: Cy leads next."

run-led = { $name } leads the { $card }
run-followed = { $name } { $cards }
run-card-separator = {", "}
run-part-separator = {"; "}
run-line = { $parts }.
# $card: the one that nobody has. .again: where it is the one who led that leads; .over: where nobody does.
run-stopped = nobody has the { $card }: { $name } leads next
    .again = nobody has the { $card }: { $name } leads again
    .over = nobody has the { $card }
run-topped = nothing is above the ace: { $name } leads next
    .again = nothing is above the ace: { $name } leads again
    .over = nothing is above the ace
run-out = { $name } has no card left

## The end of a deal, in one line and stage by stage.

outcome-poch = { $names } is out first and wins { $gain }.
    .bare = { $names } is out first.
outcome-le-poque = { outcome-poch }
    .bare = { outcome-poch.bare }
outcome-poch-1873 = { outcome-poch }
    .bare = { outcome-poch.bare }
# Whoever is out first wins the deal, and may have lost chips in it.
event-won-poch = { $names } is out of cards first.
event-won-le-poque = { event-won-poch }
event-won-poch-1873 = { event-won-poch }

story-pools = **The pools**
story-pools-le-poque = **The deal**
story-betting = **The betting**
story-betting-le-poque = **The betting, and the pools**
story-runs = **The cards played out**
# $stakes: "Ann 5, Bo 5, and Cy 2 (folded)".
story-stakes = The final stakes: { $stakes }.
story-stake = { $name } { $count }
    .folded = { $name } { $count } (folded)
# $pools: "Sequence 4 · Poch 8".
result-pools = Left on the board: { $pools }.
    .over = Left on the board, won by nobody: { $pools }.
result-pool = { $pool } { $count }
# $names: who had fewer than the $count chips that the next deal takes, whatever they have brought since.
result-broke = { $names } had too few chips for another deal: it takes { chips }.

payment-from-all = Everybody else pays { $name } { chips }
# $names: who has paid the last chips for the cards that are left, and may have had to pay more.
payment-no-more =
    { $names_count ->
        [one] { $names } has no chips left: nobody pays more than they have.
       *[other] { $names } have no chips left: nobody pays more than they have.
    }
reason-cards = for cards left
# $times: how many times.
reason-stop =
    { $times ->
        [one] for a stop
       *[other] for { $times } stops
    }
reason-most_cards = for the most cards left

## The table.

# .none: without a chip to bet with; .just: nothing is left to raise with; .short: the bet is more than there is.
call-bet = { $name }, it’s your turn: pass, or bet on your best set.
    .none = { $name }, it’s your turn: without chips you can only pass.
# $count: the stake to match.
call-match = { $name }, it’s your turn: match { chips }, raise or fold.
    .just = { $name }, it’s your turn: match { chips } or fold.
    .short = { $name }, it’s your turn: the bet is { chips }, more than you have. Go all in or fold.
    .none = { $name }, it’s your turn: without chips you can only fold.
table-asked-bet = { $name } passes or bets
    .none = { $name } can only pass
table-asked-match = { $name } matches { $count }, raises or folds
    .just = { $name } matches { $count } or folds
    .short = { $name } goes all in or folds
    .none = { $name } can only fold
table-asked-over = { $name } is out first
# After the number of chips.
table-bets = in bets
table-to-match = to match
seat-bets = bets { $count }
seat-net = { $net }

button-bet = Bet { $count }
    .raise = Raise to { $count }
# $more: what that adds to one’s stake.
button-match = Match { $count }
    .more = Match { $count } (+{ $more })
button-all_in = All in { $count }
button-amount-bet = Bet …
button-amount-raise = Raise to …
button-pass = Pass

# The form for an amount. $least, $most: what can be staked; $bet: the stake to match; $count: one’s own so far; $more:
# what the least adds to it.
form-bet = Bet
form-raise = Raise to
form-stake = From { $least } to { $most } chips in all
form-costs-bet = It costs you just what you bet, { $least } at the least.
form-costs-raise =
    { $count ->
        [0] The bet is { $bet }. It costs you just what you raise to, { $least } at the least.
       *[other] The bet is { $bet }. You have { $count } in already, so raising to { $least } costs you { $more } more.
    }
# $given: what was typed.
error-no-amount = “{ $given }” isn’t a number of chips, so nothing was bet. Give a whole number from { $least } to { $most }.
    .bare = “{ $given }” isn’t a number of chips, so nothing was bet.
error-nothing-typed = You typed no number, so nothing was bet. Give a whole number from { $least } to { $most }.
    .bare = You typed no number, so nothing was bet.
# $bet: the stake to match, which what was typed doesn't go beyond.
error-no-raise = The bet is { $bet } already, so a stake of { $given } in all isn’t a raise. Give a number from { $least } to { $most }, or match the bet with its button.

# The picture of the board. $turned: "eight of spades"; $pools, $seats: with separators; $run: cards played out.
alt-board = { $game }, deal { $deal }. Turned up: { $turned }. Pools: { $pools }. { $seats }.
    .bets = { $game }, deal { $deal }. Turned up: { $turned }. Pools: { $pools }. Bets: { $bets }. { $seats }.
    .end = { $game }, the end of deal { $deal }. Turned up: { $turned }. Pools: { $pools }. { $seats }.
alt-board-run = { $board } Played out: { $run }.
    .stopped = { $board } Played out: { $run }, and there it stops.
alt-pool = { $pool } { $count }
    .taken = { $pool } { $count }, taken by { $name }
alt-board-seat = { $name }, { $chips }, { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    }
alt-played = { $name } { $cards }

## The private hand.

# $sign: "♠".
private-pay-suit = Pay suit: { $sign } (the { $card } is turned up)
private-pay-suit-poch-1873 = Trumps: { $sign } (the { $card } is turned up)
# $worth: "pair of nines".
private-set = Your best set: { $worth }.
private-no-set = No two of your cards are of one rank, so you can’t bet. Nobody else learns that.
private-alone = No two of your cards are of one rank: { $worth }. You may still bet.
private-dropped = You are out of the betting, and play on in the next stage.
# $stake: chips in the betting.
private-chips = You have { $chips }.
    .stake = You have { $chips }, and { $stake } in the betting.
private-asked-bet = **Your turn:** pass, or bet on your best set.
    .none = **Your turn:** you can only pass.
# $count: the stake to match; $more: what that adds; $most: all that there is. .just: where there is nothing to raise
# with; .short: all in below the bet; .issued: where the house gives what is missing, to everybody; .none: where the cards or
# chips don't let one bet.
private-asked-match = **Your turn:** match the bet of { $count } (you add { $more }), raise or fold.
    .just = **Your turn:** match the bet of { $count } (you add { $more }), or fold.
    .short = **Your turn:** the bet is more than you have. Stay in with all you have, { $most } in all, or fold.
    .issued = **Your turn:** match the bet of { $count } (you add { $more }, more than you have: the house then gives everybody chips), or fold.
    .none = **Your turn:** there is a bet of { $count }, and you can only fold.

# Whoever goes out wins the third stage alone, and may have lost chips in the deal.
private-won-poch = The deal is over, and you were out first. { $net } { $held }
private-won-le-poque = { private-won-poch }
private-won-poch-1873 = { private-won-poch }

## Actions that the rules don’t allow now. $bet: the stake to match, 0 before any bet; $drop: pass, or fold after a bet;
## $least, $most, $amount: stakes in all.

illegal-betting_first =
    { $bet ->
        [0] Cards are played after the betting. You pass, or bet if you can.
       *[other] Cards are played after the betting. You fold, or stay in if you can.
    }
# Whether one can match or raise hangs on one's cards and chips.
illegal-fold_not_pass = There is a bet of { $bet }, so you can’t just pass any more: whoever doesn’t stay in folds.
illegal-no_pair = You need a pair or better to bet, and no two of your cards are of one rank. { bet-drop }
illegal-no_chips = You have no chips to bet with. { bet-drop }
illegal-bet_just = You can stake { $amount } in all, no more and no less. { bet-instead }
illegal-bet_too_low = That is too little: you can stake from { $least } to { $most } in all. { bet-instead }
illegal-bet_too_high = That is too much: you can stake from { $least } to { $most } in all. { bet-instead }
bet-drop =
    { $drop ->
        [pass] Pass.
       *[fold] Fold.
    }
bet-instead =
    { $drop ->
        [pass] Try another amount, or pass.
       *[fold] Try another amount, or fold.
    }
