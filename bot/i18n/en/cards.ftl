### Cards: their names and signs.

# The whole name of a card. $rank: "ace"; $suit: "spades".
card = { $rank } of { $suit }
    .short = { $rank }{ $suit }

rank-ace = ace
    .many = aces
    .short = A
rank-king = king
    .many = kings
    .short = K
rank-queen = queen
    .many = queens
    .short = Q
rank-jack = jack
    .many = jacks
    .short = J
rank-ten = ten
    .many = tens
    .short = 10
rank-nine = nine
    .many = nines
    .short = 9
rank-eight = eight
    .many = eights
    .short = 8
rank-seven = seven
    .many = sevens
    .short = 7
rank-six = six
    .many = sixes
    .short = 6
rank-five = five
    .many = fives
    .short = 5
rank-four = four
    .many = fours
    .short = 4
rank-three = three
    .many = threes
    .short = 3
rank-two = two
    .many = twos
    .short = 2
rank-joker = joker
    .many = jokers
    .short = joker

suit-spades = spades
    .sign = ♠
suit-hearts = hearts
    .sign = ♥
suit-diamonds = diamonds
    .sign = ♦
suit-clubs = clubs
    .sign = ♣
