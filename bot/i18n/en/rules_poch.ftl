### Poch as told to players, page by page in this order; “In five lines” comes first. The value is the heading, .body the
### text, shorter than 1,000 characters. Values: each option by its name, to choose by, and the same with _text for what
### it is set to. Stakes and other numbers that a table agrees on don’t belong here: they stand on the page “What this
### table plays by”, which opens the full rules, with their numbers and house decisions, of engine/games/poch.md.

rules-poch-aim = In five lines
    .body =
        - **Everybody puts a chip into each pool.** A card is turned up: its suit is the pay suit.
        - **The pools:** each goes to whoever holds its cards of the pay suit.
        - **Pochen:** the best pair, three or four of a kind wins all bets.{ $pochen_without_pair ->
            [on] {" "}Without a pair you can bluff.
           *[off] {" "}Without a pair you can’t bet.
        }
        - **Playing out:** a card is led. Whoever holds the next higher one of its suit goes on; where it stops, the last leads.
        - **The first out of cards** ends the deal, takes the Centre and a chip for each card of the others.

rules-poch-table = Who plays, and with what
    .body =
        Nine pools on a board, for 3 to 6 players with 32 cards, the ace high and the seven low. Cards speak: pools and sets are found for you.

        In the oldest form of the game the last stake went to whoever came nearest to a count of 31; playing out came later.

rules-poch-deal = The deal
    .body =
        - Everybody puts a chip into each of the nine pools: Ace, King, Queen, Jack, Ten, Marriage, Sequence, Poch and Centre.
        - The cards are dealt one at a time, beginning at the dealer’s left, until one is left. It’s turned up: its suit is the pay suit.{ $turned_card_belongs_to_next ->
            [on] {" "}The card belongs to the player who would have got the next one, and is like any other in that hand.
           *[off] {" "}The card belongs to nobody.
        }
        - Some players get one card more than others; that doesn’t matter.
        - Play goes clockwise, and so does the deal. The first dealer is drawn by lot.
        - The player at the dealer’s right cuts; with `/settings` you choose your cut beforehand.

rules-poch-pools = First stage: the pools
    .body =
        - Ace, king, queen, jack and ten of the pay suit bring in the pools of their names.
        - King **and** queen in one hand: the Marriage too. Seven, eight **and** nine in one hand: the Sequence.
        - The pools come to you by themselves.
        - { $turned_card_belongs_to_next ->
            [on] The turned-up card counts for its owner.
           *[off] With an ace, king, queen, jack or ten turned up, { $turned_honour_to_dealer ->
                [on] the dealer takes that pool, but never the Marriage with it.
               *[off] nobody takes that pool.
            } There’s no Marriage with king or queen turned up, and no Sequence with seven, eight or nine.
        }
        - What nobody takes stays, and grows.

rules-poch-sets = Which set is better
    .body =
        - **Four of a kind** beats **three of a kind**, and that beats a **pair**. Then the higher rank is better.
        - Only your best set counts: no second pair, no odd cards.
        - { $pochen_without_pair ->
            [on] Of two pairs of one rank, the one with the club is better. Without any pair the highest card wins; between equal ones clubs beat spades, then hearts, then diamonds.
           *[off] Of two pairs of one rank, the one with the pay suit is better.
        }
        - { $pochen_without_pair ->
            [on] Everybody may bet, even without a pair.
           *[off] Without a pair you can only pass or fold. You’re asked like everybody else, so that your pass tells nothing.
        }

rules-poch-betting = Second stage: pochen
    .body =
        - From the dealer’s left on, **pass** or **bet**; after a bet **match** it, **raise** it or **fold**. This goes on until everybody still in has bet the same.
        - A bet names your whole stake: `/bet amount:5` after a bet of 2 costs you 3 more. The least bet and the least raise are 1 chip.
        - Whoever has passed stays out.
        - **Left alone:** you { $pochen_without_pair ->
            [on] take
           *[off] show your set and take
        } the Poch pool and all bets.
        - **Showdown:** everybody left shows a set; the best takes the pool and all bets, those of folded players too.
        - **All pass:** the pool stays.

rules-poch-short = Too few chips
    .body =
        { $short_stacks ->
            [extra_chips] If you want to match and have too few chips, the house gives **everybody** as many chips as each began the game with, again if need be. Then you match. These chips are for the table only: nobody takes them home, whoever has won them, and people together take home at most what they brought. Nobody is all in.
           *[all_in]
                - **All in:** with too few chips to match you may stake all you have. You’re in the showdown with everybody who bet as much or more; if you win, you get the Poch pool, and from each player no more than your own stake.
                - Those who bet more compare among themselves for the rest. Chips of folded players count level by level, and what nobody else can win goes back to its owner.
                - All your chips may also be a bet or a raise. An all-in below the bet doesn’t lower it.
        }

        { $short_stacks ->
            [extra_chips] Without a chip you can’t begin the betting, but you can match.
           *[all_in] Without a chip you can only pass.
        } You may bet what you took from the pools in this deal.

rules-poch-playing = Third stage: playing out
    .body =
        - Whoever won the Pochen leads **any card**, with `/play` or the menu. If all passed, the first player leads.
        - The next higher card of the suit follows, then the next, whoever holds it. There is never a choice, so it’s **played for you**.
        - When nobody has the next card, whoever played the last one leads again.{ $turned_card_belongs_to_next ->
            [on] {""}
           *[off] {" "}The turned-up card stops its suit.
        }
        - Whoever is **first without cards** ends the deal at once, takes the Centre, and gets 1 chip from each for every card still held, as far as the chips go.

rules-poch-example = An example
    .body =
        Four players, 51 chips each after putting one into each pool, 4 chips in each pool. The 8♠ is turned up.
        - Ann holds K♠ and Q♠: King, Queen and Marriage, 12 chips. Bo holds A♠, J♠ and 10♠: another 12.
        - Ann passes, Bo bets 2, Cy raises to 5, Di folds, Bo matches. Bo’s two aces beat Cy’s two kings: 4 from the Poch pool, and Cy’s 5.
        - Bo leads. Di is out first, when the others hold six cards each: 4 from the Centre and 18 from them.
        - Nobody could take the Sequence: 4 chips stay there.

rules-poch-game = The end of the game
    .body =
        - The game ends before a deal if somebody hasn’t got the nine chips for it. Whoever loses the last chip in mid-deal plays on.{ $max_deals ->
            [0] {""}
            [one] {" "}It lasts one deal at most.
           *[other] {" "}It lasts an agreed number of deals at most.
        }
        - Whoever then has the most chips wins; equal stacks share.
        - { $money ->
            [on] The chips left on the board are shared equally, and everybody settles what is more or less than at the start. Odd chips go one each to the players from the last dealer’s left on.{ $chip_value ->
                [0] {""}
               *[other] {" "}A chip has a value, and everybody is told what to receive or pay.
            }
           *[off] Nobody gets the chips left on the board.
        }
        - There are no debts in this game.

rules-poch-house = Customs of the house
    .body =
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours.
        - **A fair shuffle:** it can be checked after each deal with `/verify`.
