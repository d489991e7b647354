### Knock Rummy as told to players, page by page in this order; “In five lines” comes first. The value is the heading, .body the
### text, shorter than 1,000 characters. Values: each option by its name, to choose by, and the same with _text for what
### it is set to. Stakes and other numbers that a table agrees on don’t belong here: they stand on the page “What this
### table plays by”, which opens the full rules, with their numbers and house decisions, of engine/games/knock_rummy.md.

rules-knock-rummy-aim = In five lines
    .body =
        - **What you want:** three or more of one rank, a **group**, or of one suit in a row, a **sequence**.
        - **Your turn:** draw, or take the top discard; then throw a card away.
        - **Knock** after a draw, with few points left over: the deal ends at once.
        - **Everybody shows.** Cards left over count against you.
        - **The fewest points left over win** the difference from each{ $undercut_penalty ->
            [0] .
           *[other] ; a beaten knocker pays more.
        }

rules-knock-rummy-table = Who plays, and with what
    .body =
        For 2 to 6 players. 52 cards, no jokers. The king is high and the ace is low. You never have to say how your cards belong together: they count in the best arrangement there is.

rules-knock-rummy-deal = The deal
    .body =
        - Two players get ten cards each, three or four get seven, five or six get six, one at a time, beginning at the dealer’s left.
        - The next card is turned up and begins the discard pile; the rest is the stock.
        - The player at the dealer’s right cuts; with `/settings` you choose your cut beforehand.
        - The player at the dealer’s left plays first. Play goes clockwise, and so does the deal; the first dealer is drawn by lot.
        - Of the discard pile, only the top card may be seen.

rules-knock-rummy-turn = Your turn
    .body =
        - **Draw** the top card of the stock, or the top card of the discard pile.
        - **Knock** now if you want to.
        - **Discard** a card, face up. { $return_taken_card ->
            [on] It may be the card you have just taken from the discard pile.
           *[off] A card you have just taken from the discard pile can’t go straight back; one from the stock can.
        }

        A turn is two taps: draw, then choose the card to discard. **Arrange** in your hand puts each group and sequence together and the rest apart; **By rank** leaves it to you to find them.

rules-knock-rummy-melds = Groups and sequences
    .body =
        - **Group:** three or four cards of one rank.
        - **Sequence:** three or more cards of one suit in a row. The ace is low only: A-2-3 is a sequence, Q-K-A isn’t.
        - A card belongs to one group or sequence only.
        - **Deadwood** is what your other cards count together: king, queen, jack and ten 10 each, the ace 1, the others their number.
        - Nobody adds cards to somebody else’s groups or sequences.

rules-knock-rummy-knock = The knock
    .body =
        - It comes after your draw and before your discard, in any turn, even your first. You can’t knock without drawing.
        - { $knock_limit ->
            [0] Any hand will do: there’s no limit to the deadwood you knock with.
           *[other] After your discard you may keep only so much deadwood as the table allows.
        }
        - When you have discarded, the deal is over. Nobody has another turn, and everybody shows.

rules-knock-rummy-stock = When the stock is used up
    .body =
        Whoever then draws from the stock turns the discard pile over, and it is the new stock. It is **not shuffled**: the oldest discard comes first. Until somebody does so, the top discard can be taken as usual; after it there is no discard pile before that player’s discard.

rules-knock-rummy-score = The score
    .body =
        - **The knocker alone has the least deadwood:** everybody else loses the difference to the knocker.
        - **Another player alone has the least:** that player wins the differences, and the knocker loses a penalty besides.
        - **The knocker ties with one other:** the other wins the differences; the knocker neither wins nor loses. If the knocker ties with several, they share.
        - **Others tie below the knocker:** they share what is paid, the knocker’s penalty included, which is paid once. Odd points go to those who come first in the order of play.
        - **Rum** is no deadwood at all. { $rum_bonus ->
            [knocker_only] A knocker who wins with it gets extra points from everybody who pays; nobody else does.
           *[any_winner] Whoever wins with it gets extra points from everybody who pays, knocker or not.
        }

        What some win is what the others lose: the points of a deal add up to zero.

rules-knock-rummy-example = Examples
    .body =
        - You knock with 11, the other has 16: you win 5, the other loses 5.
        - You knock with 30; the others have 29, 51 and 27. The last one wins 2 and 24, and your 3; { $undercut_penalty ->
            [0] nothing comes on top.
           *[other] and the penalty from you, because your knock was beaten.
        }
        - You knock without deadwood; the others have 25 and 24. They lose 25 and 24{ $rum_points ->
            [0] {"."}
           *[other] {", "}and the points for rum each.
        }
        - You knock with 12, and so has the only other player: nobody scores.

rules-knock-rummy-game = The game, and chips
    .body =
        - **The game:** { $deals ->
            [0] one deal for each player
            [one] one deal
           *[other] an agreed number of deals
        }. Whoever then has the most points wins; equal scores share the win.
        - **The score sheet** is behind **Scores** when a deal is over.
        - **Chips:** { $chips_per_point ->
            [0] none. With the option `chips_per_point` points are paid for in chips.
           *[other] for every point the losers pay chips to the winners. A stack may fall below zero.
        }

rules-knock-rummy-house = Customs of the house
    .body =
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours.
        - **No end in sight:** after 500 turns without a knock the deal is called off, and nobody scores.
        - **Coming later:** whoever sits down during a game begins with no points.
        - **A fair shuffle:** it can be checked after each deal with `/verify`.
