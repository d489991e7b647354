### Knock Rummy as told to players, section by section in this order. The value is the heading, .body the text, shorter
### than 1,000 characters. Values: each option by its name (to choose by), and the same with _text for what it is set to.
### KR-numbers are those of engine/games/knock_rummy.md. ◆ marks a house decision.

rules-knock-rummy-aim = What it’s about
    .body =
        Match your cards in **groups** and **sequences**, and **knock** when few of your points are left over. A knock ends the deal at once: whoever has the fewest unmatched points wins the difference from the others, and that isn’t always the one who knocked.

        For 2 to 6 players. 52 cards, no jokers. The king is high and the ace is low (KR-4). You never have to say how your cards belong together: they count in the best arrangement there is. ◆

        { rules-preface }

rules-knock-rummy-deal = The deal
    .body =
        - Two players get ten cards each, three or four get seven, five or six get six (KR-2), one at a time ◆, beginning at the dealer’s left.
        - The next card is turned up and begins the discard pile; the rest is the stock (KR-3).
        - The player at the dealer’s right cuts; with `/settings` you choose your cut beforehand.
        - The player at the dealer’s left plays first. Play goes clockwise, and so does the deal ◆; the first dealer is drawn by lot ◆.
        - Of the discard pile, only the top card may be seen. ◆

rules-knock-rummy-turn = Your turn
    .body =
        - **Draw** the top card of the stock, or the top card of the discard pile (KR-10).
        - **Knock** now if you want to.
        - **Discard** a card, face up. { $return_taken_card ->
            [on] It may be the card you have just taken from the discard pile ◆ (KR-14).
           *[off] A card you have just taken from the discard pile can’t go straight back ◆ (KR-14); one from the stock can.
        }

        A turn is two taps: draw, then choose the card to discard. **Arrange** in your hand puts each group and sequence together and the rest apart; **By rank** leaves it to you to find them.

rules-knock-rummy-melds = Groups and sequences
    .body =
        - **Group:** three or four cards of one rank (KR-20).
        - **Sequence:** three or more cards of one suit in a row (KR-21). The ace is low only: A-2-3 is a sequence, Q-K-A isn’t (KR-22).
        - A card belongs to one group or sequence only ◆ (KR-25).
        - **Deadwood** is what your other cards count together: king, queen, jack and ten 10 each, the ace 1, the others their number (KR-23, KR-24).
        - Nobody adds cards to somebody else’s groups or sequences ◆ (KR-26).

rules-knock-rummy-knock = The knock
    .body =
        - It comes after your draw and before your discard, in any turn, even your first (KR-11). You can’t knock without drawing ◆ (KR-15).
        - { $knock_limit ->
            [0] Any hand will do: there’s no limit to the deadwood you knock with (KR-12).
           *[other] After your discard you may keep { $knock_limit_text } of deadwood at most ◆ (KR-12a).
        }
        - When you have discarded, the deal is over. Nobody has another turn (KR-13), and everybody shows.

rules-knock-rummy-stock = When the stock is used up
    .body =
        Whoever then draws from the stock turns the discard pile over, and it is the new stock. It is **not shuffled**: the oldest discard comes first (KR-16). Until somebody does so, the top discard can be taken as usual ◆; after it there is no discard pile before that player’s discard ◆ (KR-17).

rules-knock-rummy-score = The score
    .body =
        - **The knocker alone has the least deadwood:** everybody else loses the difference to the knocker (KR-30).
        - **Another player alone has the least:** that player wins the differences, and the knocker loses { $undercut_penalty_text } more (KR-32).
        - **The knocker ties with one other:** the other wins the differences; the knocker neither wins nor loses (KR-33). If the knocker ties with several, they share ◆ (KR-38).
        - **Others tie below the knocker:** they share what is paid (KR-34), the knocker’s { $undercut_penalty_text } included, which are paid once ◆ (KR-35). Odd points go to those who come first in the order of play ◆.
        - **Rum** is no deadwood at all. { $rum_bonus ->
            [knocker_only] A knocker who wins with it gets { $rum_points_text } more from everybody who pays (KR-31); nobody else does ◆.
           *[any_winner] Whoever wins with it gets { $rum_points_text } more from everybody who pays (KR-31), knocker or not ◆ (KR-36).
        }

        What some win is what the others lose: the points of a deal add up to zero (KR-40).

rules-knock-rummy-example = Examples
    .body =
        - You knock with 11, the other has 16: you win 5, the other loses 5.
        - You knock with 30; the others have 29, 51 and 27. The last one wins 2 and 24, and your 3; { $undercut_penalty ->
            [0] nothing comes on top.
           *[other] and { $undercut_penalty_text } more from you, because your knock was beaten.
        }
        - You knock without deadwood; the others have 25 and 24. They lose 25 and 24{ $rum_points ->
            [0] {"."}
           *[other] {", "}and { $rum_points_text } more each for your rum.
        }
        - You knock with 12, and so has the only other player: nobody scores.

rules-knock-rummy-game = The game, and chips
    .body =
        - **The game:** { $deals ->
            [0] one deal for each player ◆ (KR-41)
            [one] one deal (KR-41)
           *[other] { $deals_text } deals (KR-41)
        }. Whoever then has the most points wins; equal scores share the win.
        - **The score sheet** is behind **Scores** when a deal is over.
        - **Chips:** { $chips_per_point ->
            [0] none. With the option `chips_per_point` points are paid for in chips ◆ (KR-42).
           *[other] for every point the losers pay { $chips_per_point_text } to the winners. A stack may fall below zero ◆ (KR-42).
        }

rules-knock-rummy-house = Customs of the house
    .body =
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours. ◆
        - **No end in sight:** after 500 turns without a knock the deal is called off, and nobody scores. ◆
        - **Coming later:** whoever sits down during a game begins with no points. ◆
        - **A fair shuffle:** it can be checked after each deal with `/verify`.
