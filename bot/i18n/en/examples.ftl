### What beats what, as pictures of examples: the words above charts and beside their rows. A text "name-<game>" takes the
### place of "name" at a table of that game. Rows that are hands take their title from the name of the hand.

# $game: the game; $section: a page's title.
charts-title = { $game } · what beats what
charts-first-title = { $game } · what it’s about
charts-section = What beats what
# Below the picture. The table's options are followed.
charts-body = The examples follow { $table ->
        [on] what this table plays by.
       *[off] the usual rules.
    }
# The alt text: $title, then each chart. $rows: "full house: 9♠ 9♥ 9♦ 4♣ 4♠".
alt-charts = { $title }. { $charts }
alt-chart = { $heading }: { $rows }.
alt-example = { $title }: { $cards }
    .detail = { $title }: { $cards } ({ $detail })

chart-hands = From the top: each beats all below
chart-hands-dompe = To call with, from the top
chart-outright = These win outright
chart-melds = These belong together
chart-points = What each other card counts
chart-deadwood = The fewest points left over win
chart-tricks = Who takes a trick: the bright card
chart-quartets = What a quartet is worth
chart-pools = If hearts are the pay suit: the pools
chart-pools-poch-1873 = If hearts are trumps: the pools
chart-sets = The betting: each beats all below
chart-playing = Playing out

## Hands. The title is the name of the hand.

example-five_of_a_kind =
    .detail = five of a rank, jokers too
example-five_of_a_kind-dompe =
    .detail = four of a rank, and a wild card
example-straight_flush =
    .detail = in a row, of one suit
example-straight_flush-dompe =
    .detail = a straight flush
example-four_of_a_kind =
    .detail = all four of a rank
example-four_of_a_kind-dompe =
    .detail = four of a kind
example-full_house =
    .detail = three and two of a rank
example-flush =
    .detail = five of one suit
example-flush-dompe =
    .detail = a flush: five of one suit
example-straight =
    .detail = five in a row, any suits
example-straight-dompe =
    .detail = a straight: five in a row
example-three_of_a_kind =
    .detail = three of one rank
example-three_of_a_kind-dompe =
    .detail = three of a kind
example-two_pairs =
    .detail = twice two of a rank
example-pair =
    .detail = two of one rank
example-high_card =
    .detail = none of these
example-high_card-le-poque =
    .detail = no pair: the highest card
example-high_card-poch =
    .detail = no pair: the highest card
example-high_card-poch-1873 =
    .detail = no pair: the highest card
example-aided =
    .detail = a natural one beats it
example-aided-dompe =
    .detail = a wild card stands for the third
example-six_card_flush =
    .detail = six of one suit
example-six_card_straight =
    .detail = six in a row
example-three_pairs =
    .detail = of three different ranks
# Of sets that are otherwise equal.
example-with_pay_suit =
    .detail = with the pay suit: better
example-with_club =
    .detail = with the club: better
example-with_kickers =
    .detail = higher other cards: better

## Melds and deadwood. $count: points.

example-group = A group
    .detail = three or four of one rank
example-sequence = A sequence
    .detail = in a row, of one suit
example-low_ace = The ace is low
    .detail = A-2-3, never Q-K-A
example-tens = { $count } points each
    .detail = king, queen, jack and ten
example-pips = { $count } points
    .detail = its number, from two to nine
example-aces = { $count ->
        [one] 1 point
       *[other] { $count } points
    }
    .detail = the ace
example-rum = Rum
    .detail = nothing is left over
example-deadwood = { $count } left over
    .detail = the faded cards count
example-unmatched = { $count } left over
    .detail = nothing belongs together

## Tricks and quartets.

example-highest = The highest
    .detail = no ranks match
example-matching = The last that matches
    .detail = it matches an earlier card
example-quartet = { $count } points
    .detail = all four of a rank

## Pools and sequences.

example-honours = Each its own pool
    .detail = ace, king, queen, jack and ten
example-marriage = Marriage
    .detail = king and queen in one hand
example-sequence-poch = Sequence
    .detail = 7, 8 and 9 in one hand
example-sequence-poch-1873 = Sequence
    .detail = 7, 8 and 9 in one hand
example-ten_and_nine = Ten & Nine
    .detail = both in one hand
example-run = One after the other
    .detail = whoever holds the next card
