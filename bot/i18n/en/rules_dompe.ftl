### Dompe as told to players, page by page in this order; “In five lines” comes first. The value is the heading, .body the
### text, shorter than 1,000 characters. Values: each option by its name, to choose by, and the same with _text for what
### it is set to. Stakes and other numbers that a table agrees on don’t belong here: they stand on the page “What this
### table plays by”, which opens the full rules, with their numbers and house decisions, of engine/games/dompe.md.

rules-dompe-aim = In five lines
    .body =
        - **What you want:** three of a kind or better in five cards, or six that win outright.
        - **Your turn:** draw, or take the top discard; then throw a card away.
        - **Call “dompe”** when the five cards that you keep are three of a kind or better.
        - **After a call** play goes on until the dealer has had a turn.
        - **The best hand takes the pot**{ $ante ->
            [0] .
           *[other] , everybody’s ante.
        } Six cards that win outright take it when shown.

rules-dompe-table = Who plays, and with what
    .body =
        A game from Sonora in Mexico, for 2 to 5 players. It’s played with { $deck ->
            [spanish_40] a Spanish pack of 40 cards.
            [spanish_48] a Spanish pack of 48 cards.
           *[international] 52 cards{ $joker ->
                [0] {""}.
               *[other] {" "}and a wild joker.
            }
        } Play goes **anticlockwise**, and so does the deal. Cards speak: your cards count as the best hand they make.

rules-dompe-deal = The deal
    .body =
        - Everybody pays the ante to the pot.
        - The player at the dealer’s right cuts. With `/settings` you choose your cut beforehand, so nobody waits; without it the pack isn’t cut.
        - Five cards each, one at a time, beginning at the dealer’s right; then a **sixth** to that player, who plays first.
        - The rest is the stock. No card is turned up: the discard pile begins empty.
        - Of the discard pile, only the top card may be seen.
        - After each deal the next player to the right deals. The first dealer is drawn by lot.

rules-dompe-turn = Your turn
    .body =
        - **Draw** the top card of the stock, or the top card of the discard pile. Whoever plays first doesn’t draw in the first turn: six cards were dealt.
        - **Show** an outright win, or **call** “dompe” with a five-card hand, if you can and want to. The first player may, too.
        - **Discard** a card, face up.

        A card you took from the discard pile can’t go straight back; a card from the stock can. A wild card may be discarded and taken like any other.

        {""}**When the stock is used up,** all discards but the top one are shuffled and become the new stock, at the end of the turn that took its last card. The top one can be taken as usual.

rules-dompe-call = The call
    .body =
        - You call in your own turn, with six cards in hand, before you discard: press **Dompe!** or use `/knock`.
        - The **five cards you keep** must be three of a kind or better, so some discards may be closed to you.
        - You need not call. There’s one call in a deal; a second would change nothing.
        - Play goes on until **the dealer’s next turn** is over. If the dealer calls, that’s at once, with the dealer’s discard. Whoever sits before the caller in the round has no further turn.
        - Somebody may still show an outright win.

rules-dompe-outright = Outright wins
    .body =
        Show one of these before you discard, with `/show` or the button, and the pot is yours, whatever the others hold:
        - **Six of one suit.**
        - **Six in sequence**, the ace high or low, but not around the corner.
        - **Three pairs** of three different ranks. Two triplets don’t count, nor do four of a kind and a pair.

        { $deck ->
            [international] { $joker ->
                [0] Without a wild card there’s no quintilla, the fourth outright win.
               *[other] The joker helps in all of these: it stands for a missing card, or makes the third pair with an odd one. And four equal cards with it are the **quintilla**, which wins outright whatever the sixth card is, on the first turn and after a call as well.
            }
           *[other] { $wild ->
                [none] Without a wild card there’s no quintilla, the fourth outright win.
               *[other] The yuca helps in all of these: it stands for a missing card, or makes the third pair with an odd one. And four equal cards with it are the **quintilla**, which wins outright whatever the sixth card is, on the first turn and after a call as well.
            }
        }

        Showing is a right, not a duty: if you discard instead, the chance is gone.

rules-dompe-hands = The hands, from the top
    .body =
        - **Quintilla:** four equal cards and the wild card.
        - **Flor corrida:** five in a row, of one suit (a straight flush).
        - **Poker:** four cards of one rank.
        - **Full house:** three of one rank and two of another.
        - **Flor:** five of one suit (a flush).
        - **Escalera:** five in a row (a straight).
        - **Tercia:** three of one rank. Three twos are the lowest hand to call with.

        Anything less isn’t valid. { $deck ->
            [spanish_40] The ace is high, and low only in 1-2-3-4-5, the lowest escalera. Seven and sota are neighbours: 5-6-7-10-11 is an escalera. The highest is 7-10-11-12-1. Types rank as in every pack.
            [spanish_48] The ace is high, and low only in 1-2-3-4-5, the lowest escalera. Nine and sota are neighbours, and the highest escalera is 9-10-11-12-1. Types rank as in every pack.
           *[international] The ace is high, and low only in 5-4-3-2-A, the lowest escalera.
        } Between hands of one type the ranks decide, as in poker.

rules-dompe-wild = The wild card
    .body =
        { $deck ->
            [international] { $joker ->
                [0] This table plays without the joker.
               *[other] The **joker** stands for any card, even one already in the hand: A-Q-9-4 of one suit and the joker are a flor A-A-Q-9-4, and beat A-K-Q-J-9. It’s always put to its best use. With a pair it makes a tercia, with two pairs a full house.
            }
           *[other] { $wild ->
                [none] In this Spanish pack no card is wild. With the option `wild`, the two of oros is: the **yuca**.
               *[other] The two of oros is the **yuca**, the wild card. It stands for any card, even one already in the hand, and is always put to its best use. It may stand for itself, and is still the wild card: 2-2-2 and the yuca are four twos, and there’s no quintilla of twos.
            }
        }

rules-dompe-showdown = The showdown
    .body =
        Everybody shows, the caller first and the others in the order of play. The best hand takes the pot. Nothing else is paid: nobody folds, and a caller who is beaten pays no penalty. Less than three of a kind can’t win.

        {""}**Equal hands:** { $equal_hands ->
            [first_called] the one shown first wins, beginning with the caller’s. Neither suits nor the wild card count then.
           *[joker_then_suit] there are no ties. The one with the wild card wins. If neither has it, the suit of the highest card decides; from the highest, they are { $deck ->
                [international] diamonds, hearts, spades, clubs. In 5-4-3-2-A the highest card is the five.
               *[other] oros, copas, espadas, bastos. In 1-2-3-4-5 the highest card is the five.
            }
        }

rules-dompe-words = Words of the game
    .body =
        - **Dompe:** the call.
        - **Tercia, escalera, flor, poker, flor corrida, quintilla:** three of a kind, straight, flush, four of a kind, straight flush, five of a kind.
        - **Yuca:** the wild card of a Spanish pack.
        { $deck ->
            [international] {"- "}A Spanish pack, with the option `deck`, has **oros, copas, espadas** and **bastos** (coins, cups, swords and clubs) for suits, and **sota, caballo** and **rey** for jack, queen and king.
           *[other]
                {"- "}**Oros, copas, espadas, bastos:** the suits, coins, cups, swords and clubs. In a command they are the letters D, H, S and C, or O, H, E and B, or the whole words.
                {"- "}**Sota** (10), **caballo** (11), **rey** (12): page, horseman and king. In a command J, Q and K, or the number.
        }

rules-dompe-house = Customs of the house
    .body =
        - **Chips** are play money. Everybody sits down with the same number. { $broke ->
            [sit_out] Whoever can’t pay the ante sits out until topped up.
           *[credit] Whoever can’t pay the ante plays on credit.
        }
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours.
        - **No end in sight:** after 500 turns without a call or a win the deal is called off, and the pot waits for the next one.
        - **The game:** { $deals ->
            [0] every deal stands alone, and the table plays until it’s closed.
           *[other] after an agreed number of deals, the most chips win; equal stacks share the win.
        }
        - **A fair shuffle:** deck and reshuffles can be checked after each deal with `/verify`.
