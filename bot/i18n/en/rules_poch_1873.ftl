### Poch of 1873 as told to players, page by page in this order; “In five lines” comes first. The value is the heading, .body the
### text, shorter than 1,000 characters. Values: each option by its name, to choose by, and the same with _text for what
### it is set to. Stakes and other numbers that a table agrees on don’t belong here: they stand on the page “What this
### table plays by”, which opens the full rules, with their numbers and house decisions, of engine/games/poch_1873.md.

rules-poch-1873-aim = In five lines
    .body =
        - **Everybody pays into each pool but the poch.** A card is turned up: its suit is trumps.
        - **The pools:** each goes to whoever holds its trumps.
        - **The poch:** bet that you hold the best pair, three or four of a kind, for all bets; or bluff without.
        - **Playing out:** a card is led. Whoever holds the next higher one of its suit goes on; the last is paid, and leads.
        - **The first out of cards** ends the deal, and is paid for each card that the others hold.

rules-poch-1873-table = Who plays, and with what
    .body =
        The German game as a card book of 1873 describes it: five cards, and a board of eight compartments. For 3 to 6 players with { $pack ->
            [by_seats] 32 cards for three or four and 52 for more.
           *[other] { $pack_text }.
        } The ace is high. Cards speak: pools and hands are found for you.

rules-poch-1873-deal = The deal
    .body =
        - Everybody puts a stake into each of seven compartments: Ace, King, Queen, Jack, Ten, Marriage and Sequence. The eighth, Poch, holds the bets alone.
        - Five cards each, one at a time, beginning at the dealer’s left. The next card is turned up: its suit is trumps. The rest is out of play.
        - Play goes clockwise, and so does the deal. The first dealer is drawn by lot.
        - The player at the dealer’s right cuts; with `/settings` you choose your cut beforehand.

rules-poch-1873-pools = First stage: the pools
    .body =
        - Ace, king, queen, jack and ten of trumps bring in the pools of their names; king **and** queen in one hand the Marriage too; seven, eight **and** nine in one hand the Sequence.
        - The pools come to you by themselves.
        - What nobody takes is carried over and grows, the pool of a turned-up card too.

rules-poch-1873-hands = Which hand is better
    .body =
        - **Four of a kind** beats **three of a kind**, and that beats a **pair**, and a pair beats a hand without one. Anybody may bet.
        - Of two hands of one type the higher rank is better, then the **highest other card**, and so on down. If all ranks are equal, the player who comes first in the order of play wins.
        - Trumps don’t matter here.

rules-poch-1873-betting = Second stage: the poch
    .body =
        - From the dealer’s left on, **pass** or **bet**; after a bet **match** it, **raise** it or **fold**. This goes on until everybody still in has bet the same.
        - A bet names your whole stake in the betting: `/bet amount:5` after a bet of 2 costs you 3 more. The least bet and the least raise are 1 chip.
        - Whoever has passed stays out.
        - **Showdown:** everybody left shows, and the best hand takes all bets, those of folded players too.
        - **Left alone:** you take all bets back, and show nothing.
        - **All pass:** nothing is won, and nothing carried over.

rules-poch-1873-short = Too few chips
    .body =
        { $short_stacks ->
            [extra_chips] If you want to match and have too few chips, the house gives **everybody** as many chips as each began the game with, again if need be. Then you match. These chips are for the table only: nobody takes them home, whoever has won them, and people together take home at most what they brought. Nobody is all in.
           *[all_in]
                - **All in:** with too few chips to match you may stake all you have. You’re in the showdown with everybody who bet as much or more; if you win, you get from each player no more than your own stake.
                - Those who bet more compare among themselves for the rest. Chips of folded players count level by level, and what nobody else can win goes back to its owner.
                - All your chips may also be a bet or a raise. An all-in below the bet doesn’t lower it.
        }

        { $short_stacks ->
            [extra_chips] Without a chip you can’t begin the betting, but you can match.
           *[all_in] Without a chip you can only pass.
        } You may bet what you took from the pools in this deal.

rules-poch-1873-playing = Third stage: playing out
    .body =
        - Whoever won the poch leads **any card**, with `/play` or the menu. If all passed, the first player leads.
        - The next higher card of the suit follows, then the next, whoever holds it. There is never a choice, so it’s **played for you**.
        - When nobody has the next card, whoever played the last one has **ended the sequence**, gets a stake from each of the others, and leads again.
        - Whoever is **first without cards** ends the deal and gets a stake for every card the others hold. If that last card ends a sequence, that is paid too.
        - Nobody pays more than they have.

rules-poch-1873-example = An example
    .body =
        With a stake of one chip: four players, 33 chips each after putting down seven, 4 in each pool. The 8♥ is turned up.
        - Bo has A, K, Q and J of hearts: four pools and the Marriage, 20 chips. Cy has the ten: 4.
        - Ann bets 2, Bo matches, Cy folds, Di raises to 4, Ann matches, Bo folds. Ann’s queens beat Di’s jacks, and Ann takes all 10 chips.
        - Ann ends two sequences, 3 chips each, and is out first, when the others hold 5, 4 and 4 cards: 13 more.
        - Nobody could take the Sequence: 4 chips stay there.

rules-poch-1873-game = The end of the game
    .body =
        - The game ends before a deal if somebody can’t put down the seven stakes for it. Whoever loses the last chip in mid-deal plays on.{ $max_deals ->
            [0] {""}
            [one] {" "}It lasts one deal at most.
           *[other] {" "}It lasts an agreed number of deals at most.
        }
        - Whoever then has the most chips wins; equal stacks share. Nobody gets the chips left on the board.
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours.
        - **A fair shuffle:** it can be checked after each deal with `/verify`.
