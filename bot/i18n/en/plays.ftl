### Cards played out: tricks and quartets, betting and sequences.

event-turned = The { $card } is turned up: its suit pays.
event-turned-to = The { $card } is turned up and belongs to { $name }: its suit pays.
event-played = { $name }: **{ $card }**.
event-passed = { $name } passes.
# $names: who pass one after another.
event-passed-several = { $names } pass.

## Tricks and quartets

event-took-highest = { $name } takes the trick: the { $card } is the highest.
event-took-doubled = { $name } takes the trick: the { $card } is the last to match another.
event-laid = { $name } lays a quartet.
event-laid-marked = { $name } lays the first quartet, and the joker on it.
# $count: how many, none of them the deal's first.
event-laid-several =
    { $count ->
        [one] { $name } lays { $count } quartet.
       *[other] { $name } lays { $count } quartets.
    }
event-out = { $name } is out.
event-halt = { $name } calls a halt.
event-halt-deemed = The same position has come up for the third time: that counts as a halt called by { $name }.
# $ranks: "jacks and eights"; $product: "4 × (11 + 8)".
event-scored = { $name } laid { $ranks }: { $product } = { tally-points }.
event-scored-none = { $name } laid no quartet: { $product } = { tally-points }.
scored-rank = { $ranks }
scored-marked = { $ranks } with the joker
# $factor: by the order of going out; $value: of the quartets, one number or a sum of several. A line
# never ends behind the sign.
scored-product = { $factor } ×{"\u00A0"}{ $value }
    .short = { $factor }×{ $value }
scored-sum = ({ $values })
scored-separator = {" + "}
    .short = +

## Betting

event-bet-bet = { $name } bets { chips }.
event-bet-bet-all-in = { $name } bets { chips }, all in!
event-bet-match = { $name } matches { chips }.
event-bet-match-all-in = { $name } stays in with { chips }, all in!
event-bet-raise = { $name } raises to { chips }.
event-bet-raise-all-in = { $name } raises to { chips }, all in!
