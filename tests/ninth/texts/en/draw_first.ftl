### Knock Poker with an option more, for the tests.

game-knock-poker-draw-first = Draw First
    .ways = There you `/draw`, `/knock` and `/discard`.
command-newgame-knock-poker-draw-first =
    .description = Knock Poker in which the table may forbid a knock before the draw. 2 to 4 players.

rules-knock-poker-draw-first-aim = What it’s about
    .body =
        Knock Poker. { $pat_knock ->
            [on] On your first turn you may knock without drawing.
           *[off] Nobody knocks before drawing.
        }

illegal-no_pat_knock = At this table nobody knocks before drawing. Draw a card first.
