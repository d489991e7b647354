### The words of a Spanish pack. A text "name-spanish" takes the place of "name" where such a pack is played with.

card-spanish =
    .short = { $rank } { $suit }

rank-ace-spanish = ace
    .many = aces
    .short = 1
rank-king-spanish = rey
    .many = reyes
    .short = 12
rank-queen-spanish = caballo
    .many = caballos
    .short = 11
rank-jack-spanish = sota
    .many = sotas
    .short = 10

suit-spades-spanish = espadas
    .sign = espadas
suit-hearts-spanish = copas
    .sign = copas
suit-diamonds-spanish = oros
    .sign = oros
suit-clubs-spanish = bastos
    .sign = bastos

hand-aided-spanish = { $hand }, with the yuca

# A card in a list to choose from, by its number and by its name.
private-choice-spanish = { $sign } · { $card }
error-no-such-card-spanish = That isn’t a card. Write number and suit, such as 7 oros or 10 copas, or choose one of the suggestions.
