### Poch as told to players, section by section in this order. The value is the heading, .body the text, shorter than
### 1,000 characters. Values: each option by its name (to choose by), and the same with _text for what it is set to.
### PO-numbers are those of engine/games/poch.md. ◆ marks a house decision.

rules-poch-aim = What it’s about
    .body =
        Nine pools on a board, and three ways to win chips in one deal: certain cards of the **pay suit** bring in pools, then you **bet** that you have the best set of equal cards, and last the same cards are **played out** in sequence. What nobody wins stays on the board for the next deal.

        In the oldest form of the game the last stake went to whoever came nearest to a count of 31; playing out came later.

        For 3 to 6 players with 32 cards, the ace high and the seven low (PO-2). Cards speak: pools and sets are found for you. ◆

        { rules-preface }

rules-poch-deal = The deal
    .body =
        - Everybody puts a chip into each of the nine pools: Ace, King, Queen, Jack, Ten, Marriage, Sequence, Poch and Centre (PO-4).
        - The cards are dealt one at a time, beginning at the dealer’s left, until one is left. It’s turned up: its suit is the pay suit (PO-6).{ $turned_card_belongs_to_next ->
            [on] {" "}The card belongs to the player who would have got the next one (PO-61), and is like any other in that hand ◆.
           *[off] {" "}The card belongs to nobody (PO-5).
        }
        - Some players get one card more than others; that doesn’t matter.
        - Play goes clockwise, and so does the deal. The first dealer is drawn by lot.
        - The player at the dealer’s right cuts; with `/settings` you choose your cut beforehand.

rules-poch-pools = First stage: the pools
    .body =
        - Ace, king, queen, jack and ten of the pay suit bring in the pools of their names (PO-10).
        - King **and** queen in one hand: the Marriage too. Seven, eight **and** nine in one hand: the Sequence (PO-11).
        - The pools come to you by themselves ◆ (PO-15).
        - { $turned_card_belongs_to_next ->
            [on] The turned-up card counts for its owner ◆ (PO-61).
           *[off] With an ace, king, queen, jack or ten turned up, { $turned_honour_to_dealer ->
                [on] the dealer takes that pool (PO-60), but never the Marriage with it ◆ (PO-62).
               *[off] nobody takes that pool (PO-12).
            } There’s no Marriage with king or queen turned up, and no Sequence with seven, eight or nine (PO-13).
        }
        - What nobody takes stays, and grows (PO-14).

rules-poch-sets = What beats what
    .body =
        - **Four of a kind** beats **three of a kind**, and that beats a **pair** (PO-20). Then the higher rank is better (PO-21).
        - Only your best set counts: no second pair, no odd cards (PO-22).
        - { $pochen_without_pair ->
            [on] Of two pairs of one rank, the one with the club is better. Without any pair the highest card wins; between equal ones clubs beat spades, then hearts, then diamonds (PO-63).
           *[off] Of two pairs of one rank, the one with the pay suit is better (PO-23).
        }
        - { $pochen_without_pair ->
            [on] Everybody may bet, even without a pair (PO-63).
           *[off] Without a pair you can only pass or fold (PO-24). You’re asked like everybody else, so that your pass tells nothing ◆.
        }

rules-poch-betting = Second stage: pochen
    .body =
        - From the dealer’s left on, **pass** or **bet**; after a bet **match** it, **raise** it or **fold** (PO-26). This goes on until everybody still in has bet the same.
        - A bet names your whole stake: `/bet amount:5` after a bet of 2 costs you 3 more. The least bet and the least raise are 1 chip ◆ (PO-28).
        - Whoever has passed stays out ◆ (PO-27).
        - **Left alone:** you { $pochen_without_pair ->
            [on] take
           *[off] show your set and take
        } the Poch pool and all bets (PO-29).
        - **Showdown:** everybody left shows a set; the best takes the pool and all bets, those of folded players too (PO-31).
        - **All pass:** the pool stays (PO-30).

rules-poch-short = Too few chips
    .body =
        { $short_stacks ->
            [extra_chips] If you want to match and have too few chips, the house gives **everybody** as many chips as each began the game with ◆, again if need be. Then you match. These chips are for the table only: nobody takes them home, whoever has won them ◆, and people together take home at most what they brought. Nobody is all in (PO-33).
           *[all_in]
                - **All in:** with too few chips to match you may stake all you have. You’re in the showdown with everybody who bet as much or more; if you win, you get the Poch pool, and from each player no more than your own stake (PO-33).
                - Those who bet more compare among themselves for the rest. Chips of folded players count level by level ◆ (PO-35), and what nobody else can win goes back to its owner ◆.
                - All your chips may also be a bet or a raise. An all-in below the bet doesn’t lower it ◆ (PO-34).
        }

        { $short_stacks ->
            [extra_chips] Without a chip you can’t begin the betting, but you can match ◆.
           *[all_in] Without a chip you can only pass ◆.
        } You may bet what you took from the pools in this deal (PO-36).

rules-poch-playing = Third stage: playing out
    .body =
        - Whoever won the Pochen leads **any card** (PO-40), with `/play` or the menu. If all passed, the first player leads.
        - The next higher card of the suit follows, then the next, whoever holds it. There is never a choice, so it’s **played for you** ◆ (PO-41).
        - When nobody has the next card, whoever played the last one leads again (PO-42).{ $turned_card_belongs_to_next ->
            [on] {""}
           *[off] {" "}The turned-up card stops its suit.
        }
        - Whoever is **first without cards** ends the deal at once, takes the Centre, and gets 1 chip from each for every card still held (PO-43), as far as the chips go ◆ (PO-44).

rules-poch-example = An example
    .body =
        Four players, 51 chips each after dressing the board, 4 chips in each pool. The 8♠ is turned up.
        - Ann holds K♠ and Q♠: King, Queen and Marriage, 12 chips. Bo holds A♠, J♠ and 10♠: another 12.
        - Ann passes, Bo bets 2, Cy raises to 5, Di folds, Bo matches. Bo’s two aces beat Cy’s two kings: 4 from the Poch pool, and Cy’s 5.
        - Bo leads. Di is out first, when the others hold six cards each: 4 from the Centre and 18 from them.
        - Nobody could take the Sequence: 4 chips stay there.

rules-poch-game = The end of the game
    .body =
        - The game ends before a deal if somebody hasn’t got the nine chips for it (PO-50). Whoever loses the last chip in mid-deal plays on ◆.{ $max_deals ->
            [0] {""}
            [one] {" "}It lasts one deal at most ◆.
           *[other] {" "}It lasts { $max_deals } deals at most ◆.
        }
        - Whoever then has the most chips wins (PO-51); equal stacks share ◆.
        - { $money ->
            [on] The chips left on the board are shared equally, and everybody settles what is more or less than at the start (PO-64). Odd chips go one each to the players from the last dealer’s left on ◆ (PO-65).{ $chip_value ->
                [0] {""}
               *[other] {" "}A chip is worth { $chip_value_text }, and everybody is told what to receive or pay (PO-64a).
            }
           *[off] Nobody gets the chips left on the board (PO-52).
        }
        - There are no debts in this game ◆.

rules-poch-house = Customs of the house
    .body =
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours. ◆
        - **A fair shuffle:** it can be checked after each deal with `/verify`.
