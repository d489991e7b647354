### High Card, a game of the tests: what a game's own file of texts must hold, and nothing more.

game-high-card = High Card
    .ways = There you `/stay` or `/fold`.
command-newgame-high-card =
    .description = One card each: stay for the pot, or fold. 2 to 6 players.

rules-high-card-aim = What it’s about
    .body =
        Everybody pays { $ante_text } and gets one card (HC-1). In turn you **stay** or **fold** (HC-2); of those who stayed the highest card takes the pot (HC-4).

illegal-no_card = You fold without naming a card here. Just fold.
