### Le Poque as told to players, page by page in this order; “In five lines” comes first. The value is the heading, .body the
### text, shorter than 1,000 characters. Values: each option by its name, to choose by, and the same with _text for what
### it is set to. Stakes and other numbers that a table agrees on don’t belong here: they stand on the page “What this
### table plays by”, which opens the full rules, with their numbers and house decisions, of engine/games/le_poque.md.

rules-le-poque-aim = In five lines
    .body =
        - **Everybody puts a chip into each pool.** A card is turned up: its suit is the pay suit.
        - **Betting:** the best pair, three or four of a kind wins all bets. You may bluff.
        - **The pools:** each goes to whoever holds its cards of the pay suit.
        - **Playing out:** a card is led. Whoever holds the next higher one of its suit goes on.
        - **The first out of cards** ends the deal, and is paid for each card left. Whoever holds the most pays { $most_cards_tie ->
            [nobody] everybody, unless two hold as many.
           *[other] everybody.
        }

rules-le-poque-table = Who plays, and with what
    .body =
        The French game of 1789: six pools and five cards. For 3 to 6 players: three or four with 32 cards, more with 36, the sixes too. The ace is high. Play goes **anticlockwise**. Cards speak: pools and sets are found for you.

rules-le-poque-deal = The deal
    .body =
        - Everybody puts a chip into each of the six pools: Ace, King, Queen, Jack, Ten and Poque.
        - Five cards each, two at a time and then three, beginning at the dealer’s **right**. The next card is turned up: its suit is the pay suit. The rest is out of play.
        - With an ace, king, queen, jack or ten turned up, the dealer takes that pool, at once.{ $ten_pool ->
            [ten_and_nine] {" "}Not so with the ten here.
           *[ten] {""}
        }
        - The player at the dealer’s right is first, and deals next. The first dealer is drawn by lot.
        - Before the deal the pack is cut; with `/settings` you choose your cut beforehand.

rules-le-poque-sets = Which set is better
    .body =
        - **Four of a kind** beats **three of a kind**, and that beats a **pair**. Then the higher rank is better, and only your best set counts.
        - Of two pairs of one rank, the one with the pay suit is better.
        - **Without a pair** you may bet as well: a bluff. In a showdown such a hand ranks below every pair. If nobody has one, the highest card wins; between equal ones that of the pay suit, then the player who comes first.

rules-le-poque-betting = First stage: the poque
    .body =
        - From the dealer’s right on, **pass** or **bet**; after a bet **match** it, **raise** it or **fold**. This goes on until everybody still in has bet the same.
        - A bet names your whole stake: `/bet amount:5` after a bet of 2 costs you 3 more. The least bet and the least raise are 1 chip.
        - Whoever has passed stays out.
        - **Left alone:** you take the Poque pool and all bets, and show nothing.
        - **Showdown:** everybody left shows; the best takes the pool and all bets, those of folded players too.
        - **All pass:** the pool stays.

rules-le-poque-short = Too few chips
    .body =
        { $short_stacks ->
            [extra_chips] If you want to match and have too few chips, the house gives **everybody** as many chips as each began the game with, again if need be. Then you match. These chips are for the table only: nobody takes them home, whoever has won them, and people together take home at most what they brought. Nobody is all in.
           *[all_in]
                - **All in:** with too few chips to match you may stake all you have. You’re in the showdown with everybody who bet as much or more; if you win, you get the Poque pool, and from each player no more than your own stake.
                - Those who bet more compare among themselves for the rest. Chips of folded players count level by level, and what nobody else can win goes back to its owner.
                - All your chips may also be a bet or a raise. An all-in below the bet doesn’t lower it.
        }

        { $short_stacks ->
            [extra_chips] Without a chip you can’t begin the betting, but you can match.
           *[all_in] Without a chip you can only pass.
        } The pools are taken only after the betting, so you can’t bet with them.

rules-le-poque-pools = Second stage: the pools
    .body =
        - { $ten_pool ->
            [ten_and_nine] Ace, king, queen and jack of the pay suit bring in the pools of their names. The Ten pool takes **ten and nine** of the pay suit in one hand; with either turned up nobody takes it.
           *[ten] Ace, king, queen, jack and ten of the pay suit bring in the pools of their names.
        }
        - The pools come to you by themselves.
        - What nobody takes stays, and grows.

rules-le-poque-playing = Third stage: playing out
    .body =
        - Whoever won the poque leads **any card**, with `/play` or the menu. If all passed, the first player leads.
        - The next higher card of the suit follows, then the next, whoever holds it. There is never a choice, so it’s **played for you**.
        - When nobody has the next card, whoever played the last one leads again. Many cards are not dealt, so there are many stops.
        - Whoever is **first without cards** ends the deal and gets 1 chip from each for every card still held.
        - **The most cards:** whoever holds the most cards also pays as many chips **to each** of the others, whoever went out included. If several do, { $most_cards_tie ->
            [each_pays] each pays it to everybody who holds fewer.
            [nobody] nobody pays it.
           *[share] they share this payment, odd chips to those who come first.
        }
        - Nobody pays more than they have.

rules-le-poque-example = An example
    .body =
        Four players, 34 chips each after putting down six, 4 in each pool. Di deals and turns up the K♣: she takes 4.
        - Ann bets 3 on five different ranks, and everybody folds: the Poque pool is hers.
        - Then the pools: Ann has the A♣, Di the J♣, 4 chips each. Queen and Ten stay.
        - Cy is out first. Ann holds three cards, Bo two, Di five: 10 chips for Cy.
        - Di holds the most, and pays 5 more to each of the three.

rules-le-poque-game = The end of the game
    .body =
        - The game ends before a deal if somebody hasn’t got the six chips for it. Whoever loses the last chip in mid-deal plays on.{ $max_deals ->
            [0] {""}
            [one] {" "}It lasts one deal at most.
           *[other] {" "}It lasts an agreed number of deals at most.
        }
        - Whoever then has the most chips wins; equal stacks share. Nobody gets the chips left on the board.
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours.
        - **A fair shuffle:** it can be checked after each deal with `/verify`.
