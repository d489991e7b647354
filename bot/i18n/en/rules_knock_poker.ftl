### Knock Poker as told to players, page by page in this order; “In five lines” comes first. The value is the heading, .body the
### text, shorter than 1,000 characters. Values: each option by its name, to choose by, and the same with _text for what
### it is set to. Stakes and other numbers that a table agrees on don’t belong here: they stand on the page “What this
### table plays by”, which opens the full rules, with their numbers and house decisions, of engine/games/knock_poker.md.

rules-knock-poker-aim = In five lines
    .body =
        - **What you want:** the best five-card poker hand.
        - **Your turn:** draw, or take the top discard; then throw a card away.
        - **Knock** when you think that nobody beats you.{ $settlement ->
            [simple] {" "}All hands are shown at once.
           *[standard] {" "}The others have one last turn each.
        }
        - **After a knock** { $settlement ->
            [simple] nobody draws, and nobody folds.
           *[standard] you stay in, or fold and pay the knocker.
        }
        - **The best hand takes the pot**{ $ante ->
            [0] .
           *[other] , everybody’s ante.
        } { $settlement ->
            [simple] Nothing else is paid.
           *[standard] A knocker who wins is paid by all who stayed in, and pays them if beaten.
        }

rules-knock-poker-table = Who plays, and with what
    .body =
        For 2 to 10 players, best with 3 to 5. 52 cards, no jokers. The game is also known as Rap Poker.

        Suits don’t rank, so hands can tie. Cards speak: you never have to announce a hand, your cards count as the best hand they make.

rules-knock-poker-deal = The deal
    .body =
        - Everybody pays the ante to the pot.
        - The player at the dealer’s right cuts. With `/settings` you choose your cut beforehand, so nobody waits; without it the pack isn’t cut.
        - Five cards each, one at a time, beginning at the dealer’s left. The next card is turned up and starts the discard pile; the rest is the stock.
        - The player at the dealer’s left plays first. Play goes clockwise, and so does the deal; the first dealer is drawn by lot.
        - Of the discard pile, only the top card may be seen.

rules-knock-poker-turn = Your turn
    .body =
        - **Draw** the top card of the stock, or the top card of the discard pile.{ $extra_chip_per_draw ->
            [on] {" "}Each draw costs you 1 chip to the pot, from either pile and after the knock too.
           *[off] {""}
        }
        - **Knock**, if you like: after the draw, before the discard.
        - **Discard** one of your six cards, face up.

        A card you took from the discard pile can’t go straight back: discard another one. A card from the stock may be discarded at once.

rules-knock-poker-knock = The knock
    .body =
        - **Any turn,** your first one included: after the draw, before the discard.
        - **Pat knock:** on your first turn you may instead keep your five cards just as they were dealt and knock, without drawing or discarding. The discard pile stays as it is.
        - **Minimum:** { $knock_minimum ->
            [none] none. Any hand will do; a bluff is a knock too.
           *[other] { $knock_minimum_text }. Any better type will do, and odd cards don’t matter. It’s the five cards you keep that must reach it, for a pat knock too, so some discards may be closed to you.
        }
        - **One knock** in a deal: once somebody has knocked, nobody else can, not even on a first turn.

rules-knock-poker-last = After the knock
    .body =
        { $settlement ->
            [simple] The knocker discards (not after a pat knock), and the hands are shown at once: no last turns, no folding.
           *[standard]
                Each of the others has one more turn, in order. You have to draw first, even if you like what you hold; then you choose:
                - **Stay in:** discard as usual. Your hand will be shown.
                - **Fold**, or drop: pay the knocker the fold payment at once, discard, and throw your five cards away unseen. You’re out of the pot.

                The folder’s discard lies on top of the pile, and the next player may take it; the five thrown away are out of play.

                The knocker has no more turn and can’t fold.
        }

rules-knock-poker-settlement = Who gets what
    .body =
        { $settlement ->
            [simple] The best hand of all takes the pot; equal hands share it. Nothing else is paid.
           *[standard]
                Everybody who stayed in shows, and so does the knocker.
                - **Knocker best:** takes the pot, and the stay payment from everybody who stayed in.
                - **Somebody else best:** that player takes the pot; the knocker pays the stay payment to *everybody* who stayed in, the winner included.
                - **Knocker ties for best:** those who stayed in and didn’t tie pay the stay payment each into the pot, and the tied players share it.
                - **Others tie above the knocker:** they share the pot; the knocker pays the stay payment to everybody who stayed in.
                - **Everybody folded:** the knocker takes the pot without showing.

                The knocker keeps the folders’ chips, whatever happens.
        }

        { $odd_chips ->
            [stay_in_pot] However many tie, they share equally. Chips that can’t be shared equally stay in the pot for the next deal.
           *[first_in_turn_order] However many tie, they share equally. Chips that can’t be shared equally go one each to the sharers who come first in the order of play.
        }

rules-knock-poker-stock = When the stock runs out
    .body =
        If the stock is gone at the end of a turn, play ends; the discards aren’t shuffled. Whoever took its last card finishes that turn.

        - **Nobody has knocked:** all hands are shown, the best one takes the pot, and equal hands share it. Nothing else is paid.{ $settlement ->
            [simple] {""}
           *[standard]
                {""}
                - **Somebody has knocked**, even with the last card of the stock: { $stockout_after_knock ->
                    [all_stay] whoever hasn’t had a last turn stays in with the hand they hold.
                   *[three_choices]
                        whoever hasn’t had a last turn chooses, one after another:
                        {"  "}- **Stay** with the hand you hold.
                        {"  "}- **Take the top discard**, discard another card, and stay in; no folding after that.
                        {"  "}- **Fold** for the fold payment to the knocker, without a draw or a discard.
                }

                Then the hands are shown and paid for as usual.
        }

rules-knock-poker-bonuses = Bonuses
    .body =
        { $bonuses ->
            [on]
                Everybody else who was dealt in, folders included, pays the winner a bonus
                - for winning with a pat knock,
                - for winning with four of a kind, a straight flush or a royal flush; each has a bonus of its own.

                The bonus for a hand goes to whoever wins alone, knocker or not, even if nobody knocked, or if everybody folded and the hand is shown for it. It adds to the one for a pat knock. A tie earns no bonus.
           *[off] This table plays without bonuses. With the option on, everybody pays the winner extra for a pat knock, for four of a kind and for a straight flush.
        }

rules-knock-poker-house = Customs of the house
    .body =
        - **Chips** are play money. Everybody sits down with the same number. Within a deal you may run into debt, so every payment is made in full. { $broke ->
            [sit_out] Whoever can’t pay the ante sits out until topped up.
           *[credit] Whoever can’t pay the ante plays on credit.
        }
        - **Getting up in mid-deal:** a computer player plays your hand to the end, and the result is yours.
        - **No end in sight:** after 500 turns without a knock the deal is called off and the pot waits for the next one.
        - **The game:** { $deals ->
            [0] every deal stands alone, and the table plays until it’s closed.
           *[other] after an agreed number of deals, the most chips win; equal stacks share the win.
        }
        - **A fair shuffle** can be checked after each deal with `/verify`.

rules-knock-poker-hands = The hands, from the top
    .body =
        - **Straight flush:** five in a row, of one suit. Ace high, it’s called a royal flush.
        - **Four of a kind:** four cards of one rank.
        - **Full house:** three of one rank and two of another; the three count first.
        - **Flush:** five of one suit.
        - **Straight:** five in a row, of mixed suits.
        - **Three of a kind:** three of one rank.
        - **Two pairs:** the higher pair counts first.
        - **Pair:** two of one rank.
        - **High card:** none of these.

        The ace is high; only in 5-4-3-2-A is it low, and that’s the lowest straight; Q-K-A-2-3 isn’t a straight. Between hands of one type the ranks decide, then the odd cards from the top. Suits never do.
