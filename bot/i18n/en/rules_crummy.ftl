### Crummy as told to players, page by page in this order; “In five lines” comes first. The value is the heading, .body the
### text, shorter than 1,000 characters. Values: each option by its name, to choose by, and the same with _text for what
### it is set to. Stakes and other numbers that a table agrees on don’t belong here: they stand on the page “What this
### table plays by”, which opens the full rules, with their numbers and house decisions, of engine/games/crummy.md.

rules-crummy-aim = In five lines
    .body =
        - **What you want:** **quartets**, all four of a rank, and to be out early.
        - **A trick** is four cards, one of each suit. Whoever can add a suit that is missing must.
        - **The highest card takes it;** if ranks match, the last that does.
        - **Whoever takes a trick** picks it up, may lay quartets, and leads.
        - **The deal ends** when only one player has cards. Your quartets’ points count times your place: the first out has the best.

rules-crummy-table = Who plays, and with what
    .body =
        For 3 to 5 players, best with 4. 32 cards, ace down to seven; with five players 40, down to five. The ace is high. A joker marks the first quartet; it’s never in a hand.

rules-crummy-deal = The deal
    .body =
        - Four or five players get eight cards each; three get all of them, eleven, eleven, and ten to the dealer. They are dealt one at a time, beginning at the dealer’s left.
        - The player at the dealer’s right cuts; with `/settings` you choose your cut beforehand.
        - The player at the dealer’s left leads to the first trick. Play goes clockwise, and so does the deal; the first dealer is drawn by lot.

rules-crummy-trick = A trick
    .body =
        - A trick is four cards, **one of each suit**. You lead any card; then a card of a suit that is still open is played, until there are four.
        - If you can play, you must. If you have no card of an open suit, you pass; the table does that for you, and says so.
        - The turn keeps going round, so you may play two or more cards to one trick. It is always four cards, even when only two or three players are left.
        - The winner takes the four cards into the hand, may lay quartets, and leads to the next trick.

        A turn is two taps: open your hand, and choose the card. Only cards that may be played are offered.

rules-crummy-taking = Who takes it
    .body =
        - **Four different ranks:** the highest card.
        - **Ranks that match:** the last card played that matches an earlier one, whatever else lies there. So anybody who can match a card may snatch the trick, or get stuck with it.

        For example:
        - 8-J-8-Q goes to the second eight.
        - 8-J-8-J goes to the second jack, J-J-8-8 to the second eight.
        - J-8-J-J goes to the third jack.
        - 7-7-A-K goes to the second seven.

rules-crummy-quartets = Quartets
    .body =
        - Only the player who has just taken a trick may lay quartets, none, one or several, before leading. A quartet that was dealt to you waits for a trick.
        - They lie **face down**: everybody sees how many lie before whom, and nobody may look at them until the deal is over.
        - The very first quartet of the deal gets the **joker** and counts double. Of several laid at once it is the one laid first; you choose the order.

rules-crummy-out = Going out
    .body =
        - You are out when a trick has been taken, its winner has laid what there is to lay, and you hold no card. Playing your last card isn’t enough: you may take that very trick.
        - If several go out with one trick, those who didn’t take it come first, in the order of their last cards, and then its winner.
        - A winner who has laid everything doesn’t lead: the next on the left who holds cards does.
        - When only one player holds cards, the deal is over. They make whole quartets and are added to that player’s; the joker goes to the most valuable if it’s still free.

rules-crummy-score = The score
    .body =
        {""}**Place × quartets**.

        - **Place:** first out counts as many as there are players, the next one less, down to 1 for the last.
        - **Quartets:** aces 13; kings, queens and jacks 11 each; the others their number. The one with the joker counts double.
        - **No quartet at all:** 30 with three players, 25 with four, 20 with five.

        For example, with four players:
        - first out, jacks and eights: 4 × (11 + 8) = 76
        - second, no quartet: 3 × 25 = 75
        - third, sevens and aces: 2 × (7 + 13) = 40
        - last, nines, tens, queens, and kings with the joker: 1 × (9 + 10 + 11 + 22) = 52

rules-crummy-halt = Calling a halt
    .body =
        The last two players may be left with two ranks and play in circles.

        { $halt ->
            [off] Nobody calls a halt at this table. When a position comes up for the third time, the deal is called off and nobody scores.
           *[other] Then either of them may **call a halt** between tricks{ $halt ->
                [free] {" "}at any time
               *[other] {","} once a position has come up again: the same hands and the same player to lead
            }. Whoever does it first takes and lays the **lower** of the two ranks and is out before the other, who lays the higher one and is last. Queens are lower than kings, though both are worth 11. The button is in your private hand when you may.

            When such a position comes up for the third time, the player to lead counts as having called the halt; any other position that comes up a third time ends the deal without a score.
        }

rules-crummy-game = The game
    .body =
        - The game is played to an agreed number of points. It ends after the deal in which somebody gets there; the most points win, and equal scores share the win.
        - There are no chips: the points count.
        - **The score sheet** is behind **Scores** when a deal is over. It shows how every score came about.

rules-crummy-house = Customs of the house
    .body =
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours.
        - **No end in sight:** after 300 tricks the deal is called off, and nobody scores.
        - **Coming later:** whoever sits down during a game begins with no points.
        - **A fair shuffle:** it can be checked after each deal with `/verify`.
