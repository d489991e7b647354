### Crummy in its own words: tricks and quartets. A text "name-crummy" takes the place of "name" at a table of Crummy.

game-crummy = Crummy
    .ways = There you `/play` a card, lay a quartet with `/meld`, and may call a `/halt`.

## The table. $suits: "♥ or ♣".

# $name calls the person.
# .any: where it isn't suits that are asked for.
call-follow = { $name }, it’s your turn: play { $suits }.
    .any = { $name }, it’s your turn: play a card.
call-lead-crummy = { $name }, it’s your turn: lead any card.
outcome-crummy =
    { $count ->
        [one] { $names } scores the most: { $gain }.
       *[other] { $names } score the most: { $gain }.
    }
    .bare = { event-won-crummy }
event-won-crummy =
    { $count ->
        [one] { $names } scores the most in this deal.
       *[other] { $names } score the most in this deal.
    }
event-void-crummy = The same position keeps coming up, or the deal goes on too long: it is called off. Nobody scores.
event-passed-crummy = { $name } has to pass.
event-passed-several-crummy = { $names } have to pass.

# A line of the deal's end, in the order of going out. $line: "Ann laid jacks and eights: 4 × (11 + 8) = 76 points."
story-place = { $place }\. { $line }

# The scores before this deal, one after the other.
table-scores = -# { $scores }

# Words in the picture.
table-asked-follow = { $name } plays { $suits }
    .any = { $name } plays a card
seat-passed = passed
# $factor: how often what was laid counts.
seat-gone = out: × { $factor }

trick-card = { $card } { $name }
trick-separator = {" · "}

# Above the picture of the trick before this one.
last-trick-title = The last trick · deal { $deal }

# Alt texts. $trick: "jack of hearts from Ann and nine of clubs from Bo"; $seats: every seat, with a separator.
alt-trick-card = { $card } from { $name }
alt-trick = { $game }, deal { $deal }. The trick: { $trick }. Still open: { $suits }. { $seats }.
alt-trick-taken = { $game }, deal { $deal }. The last trick: { $trick }. { $name } took it. { $seats }.
alt-trick-none = { $game }, deal { $deal }. No card has been played yet. { $seats }.
# $score: "76 points"; $cards, $quartets: how many; $joker: whether the quartet with the joker is among them.
alt-trick-seat =
    { $name }, { $score }, { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    }{ $quartets ->
        [0] {""}
        [one] {", "}{ $quartets } quartet
       *[other] {", "}{ $quartets } quartets
    }{ $joker ->
        [on] {" "}with the joker
       *[off] {""}
    }
# $seat: "Ann +76"; $ranks: "jacks and eights"; $product: "4 × (11 + 8)".
alt-quartets = { $seat }: { $product }, { $ranks }
alt-no-quartet = no quartet

## The private hand.

private-asked-lead-crummy = **Your turn:** lead any card.
private-asked-follow = **Your turn:** play { $suits }.
    .any = **Your turn:** play a card.
# $ranks: "sevens and kings".
private-can-lay = You may lay { $ranks } first.
private-can-halt = You may **call a halt**: you take and lay the lower of the two ranks that are left, and are out before the other player.
# Whoever scores the most wins the deal; the others score, too.
private-won-crummy = The deal is over, and you score the most. { $net } { $held }
private-net-won-crummy = You score { $count }
private-net-even-crummy = You score nothing
# $factor: how often the quartets count.
private-gone = You are out: what you laid counts ×{"\u00A0"}{ $factor }.
# A list of one suit. $sign: "♠"; $ranks: "A K 10 9".
private-select-play-suit = Play { $sign } { $ranks }
# $ranks: "sevens".
button-meld = Lay { $ranks }
button-halt = Call a halt

## The score sheet.

# $target: points to win.
scores-target =
    { $target ->
        [one] to { $target } point
       *[other] to { $target } points
    }
# $net: "Ann +76"; $product: "4 × (11 + 8)".
alt-net-product = { $net }, { $product }

## What can't be.

# $missing: "spades or diamonds". It names none of the cards that lie there, of which there may be three.
illegal-suit_in_trick = A trick has one card of each suit. Play a card of a suit that is still missing: { $missing }.
error-no-such-rank = That isn’t a rank. Write one such as 7, 10 or Q, or choose one of the suggestions.
