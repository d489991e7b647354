### Poe Crumb as told to players, page by page in this order; “In five lines” comes first. The value is the heading, .body the
### text, shorter than 1,000 characters. Values: each option by its name, to choose by, and the same with _text for what
### it is set to. Stakes and other numbers that a table agrees on don’t belong here: they stand on the page “What this
### table plays by”, which opens the full rules, with their numbers and house decisions, of engine/games/poe_crumb.md.

rules-poe-crumb-aim = In five lines
    .body =
        - **What you want:** the best five-card poker hand.
        - **Your turn:** draw, or take the top discard; then throw a card away.
        - **Or knock** instead of drawing, when you think that nobody beats you; not in your first turn.
        - **After a knock** the others have one more turn each, and all hands are shown.
        - **The best hand wins the round,** whoever has knocked{ $ante ->
            [0] ; nothing is paid.
           *[other] , and the pot.
        }{ $jokers ->
            [0] {""}
           *[other] {" "}Jokers are wild, but a pair without a joker beats every pair with one.
        }

rules-poe-crumb-table = Who plays, and with what
    .body =
        For 2 to 10 players, best with 3 to 6. { $jokers ->
            [0] 52 cards, no jokers.
            [one] 52 cards and a wild joker.
           *[other] 52 cards and two wild jokers.
        } Suits don’t rank, so hands can tie. Cards speak: your cards count as the best hand they make.

rules-poe-crumb-deal = The deal
    .body =
        - { $ante ->
            [0] Nobody pays anything: the rounds won count.
           *[other] Everybody pays the ante to the pot.
        }
        - The player at the dealer’s right cuts; with `/settings` you choose your cut beforehand.
        - Five cards each, one at a time, beginning at the dealer’s left. The next card is turned up and starts the discard pile; the rest is the stock.
        - The player at the dealer’s left plays first. Play goes clockwise, and so does the deal; the first dealer is drawn by lot.
        - Of the discard pile, only the top card may be seen.

rules-poe-crumb-turn = Your turn
    .body =
        - **Draw** the top card of the stock, or the top card of the discard pile.
        - **Discard** one of your six cards, face up: any of them, the card you have just taken included. Taking the top discard and putting it back is the way to pass.
        - Or **knock** instead of all that, but not on your own first turn.

rules-poe-crumb-knock = The knock
    .body =
        - It takes the place of your turn: you can’t knock once you have drawn, and you don’t draw or discard with it.
        - Then everybody else has **one more turn**, in order, and has to take it; after that the hands are shown.
        - **One knock** in a round: whoever would knock in the last turn plays it as a regular turn.
        - Any hand will do. Knocking brings no reward and no penalty.

rules-poe-crumb-stock = When the stock runs out
    .body =
        { $sudden_death ->
            [on] **Sudden Death:** the showdown comes at once, and nobody gets a chance to knock. Whoever took the last card of the stock discards first. Last turns that are still owed after a knock are cut off, too.
           *[off] All discards but the top one are shuffled and become the new stock; the top one stays, and play goes on. That happens at the end of the turn that took the last card. With the option `sudden_death`, the showdown would come at once.
        }

rules-poe-crumb-showdown = The showdown and the score
    .body =
        Everybody shows all five cards, and the best poker hand wins the round. Equal best hands all win it.

        - **Score:** the rounds won.
        - **The game:** { $target_wins ->
            [0] { $deals ->
                [0] the table plays until it’s closed.
               *[other] after an agreed number of rounds, the most rounds won win; equal scores share.
            }
           *[other] whoever first has won { $target_wins ->
                [one] a round
               *[other] an agreed number of rounds
            } is the winner{ $deals ->
                [0] {""}
               *[other] {""}, or the best after an agreed number of rounds
            }; equal scores share.
        }
        - **Chips:** { $ante ->
            [0] none. With the option `ante` the winners share a pot.
           *[other] the winners share the pot; odd chips go one each to those who come first in the order of play.
        }

rules-poe-crumb-jokers = Jokers
    .body =
        { $jokers ->
            [0] This table plays without jokers. With one or two, a joker is any card its holder wants, five of a kind is the highest hand, and within one type a hand without a joker beats every hand with one.
           *[other]
                - A joker is any card you want, always put to its best use.
                - A hand with a joker is **aided**. Within one type a **natural** hand beats every aided one, whatever the ranks: a pair of twos beats an ace and a joker.
                - **Five of a kind** beats every straight flush.
                - The types rank as in the list: the lowest natural straight flush beats an aided royal flush.
                - Two aided hands of one type compare by their ranks and may tie; how many jokers help makes no difference.
                - { $flush_repeats ->
                    [on] In a flush, too, a joker may repeat a card already there: A-9-4 and two jokers are A-A-A-9-4.
                   *[off] In a flush a joker can’t repeat a card already there: A-9-4 and two jokers are A-K-Q-9-4.
                }
        }

rules-poe-crumb-hands = The hands, from the top
    .body =
        { $jokers ->
            [0] {"- "}**Straight flush:** five in a row, of one suit.
           *[other]
                {"- "}**Five of a kind:** four cards of one rank and a joker, or three and two.
                {"- "}**Straight flush:** five in a row, of one suit.
        }
        - **Four of a kind:** four cards of one rank.
        - **Full house:** three of one rank and two of another; the three count first.
        - **Flush:** five of one suit.
        - **Straight:** five in a row, of mixed suits.
        - **Three of a kind:** three of one rank.
        - **Two pairs:** the higher pair counts first.
        - **Pair:** two of one rank.
        - **High card:** none of these.

        The ace is high; only in 5-4-3-2-A is it low, and that’s the lowest straight; Q-K-A-2-3 isn’t a straight. Between hands of one type the ranks decide, then the odd cards from the top. Suits never do.

rules-poe-crumb-house = Customs of the house
    .body =
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours.
        - **No end in sight:** after 500 turns without a knock the round is called off and counts for nobody; a pot waits for the next one.
        - **Coming later:** whoever sits down during a game begins with no round won.
        - **A fair shuffle:** deck and reshuffles can be checked after each deal with `/verify`.
