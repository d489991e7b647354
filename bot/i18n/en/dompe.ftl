### Dompe in its own words. A text "name-dompe" takes the place of "name" at a table of Dompe.

game-dompe = Dompe
    .ways = There you `/draw` and `/discard`, call “dompe” with `/knock`, and `/show` cards that win outright.

## Hands have their Spanish names; the help and the private hand say what they are elsewhere.

hand-five_of_a_kind-dompe = quintilla of { $firsts }
    .bare = quintilla
hand-straight_flush-dompe = flor corrida, { $first } high
    .bare = flor corrida
hand-four_of_a_kind-dompe = poker of { $firsts }
    .bare = poker
hand-flush-dompe = flor, { $first } high
    .bare = flor
hand-straight-dompe = escalera, { $first } high
    .bare = escalera
hand-three_of_a_kind-dompe = tercia of { $firsts }
    .bare = tercia
hand-six_card_flush-dompe = flor of six cards
    .bare = flor of six cards
hand-six_card_straight-dompe = escalera of six cards, { $first } high
    .bare = escalera of six cards
hand-aided-dompe = { $hand }, with the joker

## The call and what follows.

button-knock-dompe = Dompe!
seat-knocked-dompe = dompe!
seat-stayed-dompe = done
private-you-knocked-dompe = You have called “dompe”.
private-knocked-dompe = { $name } has called “dompe”: play ends when the dealer has played.
private-can-knock-dompe = You may call **Dompe!** first: then play ends with the dealer’s turn, and the highest hand wins.
private-asked-knocked-dompe = **Your turn:** you have called. Discard a card; the five you keep must be three of a kind or better.

illegal-nothing_to_show = Only six cards of one suit, six ranks in a row, three pairs of different ranks, or four of a kind with the wild card win outright, and you hold none of these.
# $caller: who has called. .bare: whoever asks.
illegal-already_called = { $caller } has called, and there’s only one call in a deal. Finish your turn.
    .bare = You have called already: discard a card.
