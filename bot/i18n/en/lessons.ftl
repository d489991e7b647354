### Lessons: what the coach says, step by step. "lesson-<game>-<step>"; the steps are those of engine/games/…/lesson.py.
### The coach says one thing at a time: first what has happened, then what to do, with the buttons' own words in bold.
### $left, $second, $third …: the names of the other players, from the learner's left on. Each number that a table agrees on has its
### option's name: $stay_payment, $rum_points.

# $step, $steps: numbers.
lesson-heading = ### 🎓 { $game } · step { $step } of { $steps }
    .end = ### 🎓 { $game } · that’s it!
lesson-other = _The rules allow that, but there’s a better move here:_
# At a lesson's end. $command: the game as /newgame has it.
lesson-practice = To play on, `/newgame { $command }` in your direct messages with me opens a table for **practice** with computer players; in a channel of a server it opens a table for everybody there.
    .here = **Practise it** opens a table for you and computer players, right here, with hints. In a channel of a server `/newgame { $command }` opens a table for everybody there.
lesson-sent = Your lesson is in your direct messages.
    .here = Here is your lesson.
lesson-left = You have left the lesson in { $game }. Come back whenever you like: it goes on where you were.
said-practise-game = A table of { $game } for practice is open. Add one or more computer players there, and press **Start**.
button-lesson-on = Go on
button-lesson-practise = Practise it
button-lesson-again = Once more
button-lesson-leave = Leave the lesson

## Knock Poker.

lesson-knock-poker-take = Everybody has paid a chip to the pot and has five cards. The **best poker hand** wins. At your turn you take a card, from the stock or from the discard pile, and throw one away. Yours hold a **pair of nines**, which is little. But look at the pile: a third nine! **Take** it.
lesson-knock-poker-throw = Three of a kind: good. Now you hold six cards, and one has to go, but never the one that you’ve just taken from the pile. The nines stay. A king is worth more than a four, if it comes to that: throw the **4♦** away.
lesson-knock-poker-draw = The others have drawn and thrown away, and it’s your turn again. An unknown card may help you more than the **2♠** on the pile: **draw** from the stock.
lesson-knock-poker-knock = The **K♠**: nines and kings, a **full house**! Hardly anything beats that. When you think that nobody does, you **knock**, after you’ve drawn and before you throw a card away. Any hand will do, and it costs nothing as long as nobody beats you. Then everybody else has just one more turn.
lesson-knock-poker-finish = You have knocked. Finish your turn: throw the **7♦** away, which isn’t part of your full house.
lesson-knock-poker-won = After a knock everybody else draws once more, then stays in or folds. { $left } **stayed in**, showed two pairs and pays you { $stay_payment } chips. { $second } **folded**: that chip is yours, too, and nobody sees the cards. And the pot is yours. But had { $left } beaten you, { $left } would have taken the **pot**, and **you** would have paid { $stay_payment } chips to everybody who stayed in. You keep the chip of a fold in any case, and equal hands share the pot.
lesson-knock-poker-knocked = A second deal, and the other side of it: { $left } knocked without even drawing. That’s a **pat knock**, which is possible only in one’s first turn, and it means good cards. You hold next to nothing. Everybody has one last turn, and it begins with a card: **draw** from the stock.
lesson-knock-poker-fold = A three: no help. If you throw a card away as usual, you **stay in**, and pay { $left } { $stay_payment } chips if { $left } has the best hand. If you **fold**, you pay { $left } { $fold_payment }, and are out. Open the list **Fold, discarding …** and let the **3♦** go.
lesson-knock-poker-end = { $left } had a full house: folding has saved you a chip. That’s Knock Poker: **draw, throw away, and knock** when you think that nobody beats you; after somebody else’s knock **stay in** with good cards, and **fold** bad ones. If the stock runs out before anybody knocks, all show, and the best hand takes the pot. Deal follows deal until the table is closed. Have a good time at the table!

## Poe Crumb.

lesson-poe-crumb-take = Five cards each, and the best poker hand wins the round. In one’s **first turn** nobody may knock: you draw, or take what lies on the pile. You hold a **pair of sevens**. The **Q♠** on the discard pile would be a second queen: **take** it.
lesson-poe-crumb-throw = Two pairs, queens and sevens. Now one of your six cards has to go: the **2♦** helps nobody. (You could even put back the card that you took. That’s how one passes here.)
lesson-poe-crumb-draw = { $left } and { $second } have had their turns. Nothing on the pile is any use to you: **draw** from the stock.
lesson-poe-crumb-keep = The **7♣**: sevens and queens, a **full house**! Knocking comes **instead of** a whole turn here, so you can’t knock any more in this one. Throw the **4♣** away, and knock in your next turn.
lesson-poe-crumb-knock = Your turn again, with a full house in hand. **Knock** instead of drawing. Then everybody else has just one more turn, and all hands are shown.
lesson-poe-crumb-won = { $left } had two pairs, { $second } as well: the round is yours. A knock costs nothing and pays nothing, and any hand will do for it. The **best hand wins, whoever has knocked**; equal best hands all win the round. So knock when you think that nobody beats you, before the others get better.
lesson-poe-crumb-end = Round follows round until the table is closed, and whoever has won the most is ahead. A table may also play with **jokers**, which stand for any card; but within one type of hand, those without a joker beat all with one. That’s Poe Crumb: **draw and throw away, or knock instead**. Have a good time at the table!

## Knock Rummy.

lesson-knock-rummy-take = You want cards that belong together. You hold two nines; a third lies on the discard pile. Three of one rank are a **group**: **take** the 9♦.
lesson-knock-rummy-throw = A group. Whatever belongs to nothing is **deadwood**, and counts against you: kings, queens, jacks and tens **10 points**, aces 1, the others their number. So high cards go first: throw the **K♦** away.
lesson-knock-rummy-draw = { $left } and { $second } have played. You hold the 5♣ and the 6♣: with the 4♣ or the 7♣ they’d be a **sequence**, three or more of one suit in a row, in which the ace is low and the king is high. **Draw** from the stock.
lesson-knock-rummy-knock = The **7♣**! Now you have a group and a sequence, and only the 4♦ and the 2♠ are left over. One of them goes at the end of this turn, so you’d be left with 2 points. You may knock with any number, in any turn after you’ve drawn, but the fewest points win, and 2 are few: **knock**. It ends the deal as soon as you have thrown a card away.
lesson-knock-rummy-finish = You have knocked. Throw away what counts most: the **4♦**. Then everybody shows.
lesson-knock-rummy-won = You have 2 points of deadwood, { $left } and { $second } have many more, and the **difference** is yours from each. Nobody gets another turn after a knock. But mind: if somebody has fewer points than the knocker, **they** win the difference from everybody, and { $undercut_penalty } points more from the knocker. With just as few as the knocker, they win from the others, and the knocker neither wins nor pays.
lesson-knock-rummy-end = No deadwood at all is called **rum**: whoever wins with it gets { $rum_points } points more from each. A game has a deal for each player; then the most points win. That’s Knock Rummy: **draw, throw away, and knock** while your deadwood is less than theirs. Have a good time at the table!

## Dompe.

lesson-dompe-first = Everybody has paid a chip to the pot, and the **best hand of five cards** takes it. Play goes **anticlockwise**, and whoever begins gets six cards and doesn’t draw: that’s you. You want three of a kind or better, and you have two sixes. Throw the **3♠** away.
lesson-dompe-draw = { $second } and { $left } have had their turns. **Draw** from the stock.
lesson-dompe-call = A third six: a **tercia**, three of a kind. That’s the least with which you may call. You needn’t, and could wait for more; but the others may be faster. **Call “dompe”** now, before you throw a card away.
lesson-dompe-finish = You have called. The five cards that you keep must be what you called with, so the sixes stay: throw the **4♣** away.
lesson-dompe-won = After a call, play goes on until the **dealer** has had a turn. Then everybody shows. Neither { $left } nor { $second } had three of a kind, so the pot is yours. But the **best hand wins, whoever has called**; less than three of a kind can’t. A caller who is beaten pays nothing extra.
lesson-dompe-outright = A second deal, and look: **six hearts**. Six cards of one suit win outright, as six in a row and three pairs do, whatever the others hold. **Show** them.
lesson-dompe-end = The pot is yours, at once. That’s Dompe: **draw, throw away, call** with three of a kind or better, and **show** six cards that win outright. The joker stands for any card. Deal follows deal until the table is closed. Have a good time at the table!

## Crummy. The deal is left in the middle.

lesson-crummy-goal = Everybody has eight of the 32 cards, from seven to ace. You want two things: **quartets**, which are all four cards of a rank, and to be **out of cards** before the others. You hold three kings, so you need the fourth. Cards go from hand to hand in **tricks**.
lesson-crummy-lead = A trick is four cards, **one of each suit**. You lead the first card; each player in turn adds a suit that’s still missing. If no two ranks match, the **highest card** takes the trick, aces high: lead the **A♠**.
lesson-crummy-lay = Nobody matched a rank, so your ace took the trick. Its cards are **in your hand** now, the K♣ too: four kings! Whoever has just taken a trick, and nobody else, may **lay quartets** face down, and they’re out of play. It’s the first quartet of the deal, so it gets the **joker** and counts double. (That’s all the joker does.) Lay it.
lesson-crummy-match = Whoever took the trick leads the next one: you. Each trick that you take brings you cards, and you want few in the end. So lead the **8♠**: somebody may match it.
lesson-crummy-picked = { $left } played another eight, the 8♣, and nothing else matched. **If ranks match, the last card that matches an earlier one takes the trick**, whatever is higher. So { $left } has to pick the cards up, and leads now.
lesson-crummy-snatch = { $left } led the 10♣, and { $second } matched it with the 10♦. Only a spade is missing. **Whoever holds a suit that’s missing must play it**; whoever doesn’t passes, and it goes round until four cards lie. You want tens? Then match last: play the **10♠**, and snatch the trick.
lesson-crummy-out = It’s yours, with three tens in hand now: one more, and that’s a second quartet. So it goes on. Whoever has no cards after a trick is **out**. When only **one player** still holds cards, the deal is over; those cards are quartets, too, and that player’s.
lesson-crummy-score = Then everybody counts quartets. One of aces is worth 13, one of kings, queens or jacks 11, others their number, and the one with the joker **twice** that. Whoever has no quartet counts 25 (30 with three players, 20 with five). All that is **multiplied by the place**: with four players, whoever was out first times 4, then times 3 and 2, the last just once; with three it begins at 3, with five at 5. Once somebody has **{ $target } points**, the highest total wins the game.
lesson-crummy-end = That’s Crummy: **take tricks for the cards you need, lay quartets, and be out of cards before the others**. We stop here, in the middle of the deal; at a real table it goes on. Have a good time there!

## Poch.

lesson-poch-board = Poch has **three stages**: the pools, the betting and the playing out. Before each deal everybody puts a chip into each of the **nine pools** on the board. Then the cards are dealt, and the last one is turned up. It’s the 9♦, so **diamonds** are the pay suit. The 9♦ belongs to nobody.
lesson-poch-pools = **First stage: the pools.** Whoever holds ace, king, queen, jack or ten of the pay suit takes that pool, without doing anything. King and queen in one hand take the **Marriage**, too; seven, eight and nine in one hand take the **Sequence**. You hold the **K♦** and the **Q♦**: three pools. Nobody can take the Sequence, because the 9♦ is turned up; in the same way an ace, king, queen, jack or ten that is turned up leaves its pool where it is. A pool that nobody takes **stays** for the next deal, and grows.
lesson-poch-sets = **Second stage: the betting**, which is called pochen. Who has the most cards of one rank? Four of a kind beat three, and three beat a pair. Where these are equal, the **higher rank** wins; of two pairs of one rank, the one with the pay suit. You need **at least a pair** to bet. You have **three kings**, which is a lot.
lesson-poch-bet = You’re the first to be asked. You may **pass** or **bet**. As soon as somebody has bet, the others may **match** the bet, **raise** it or **fold**. Whoever has passed or folded stays out of the betting, but plays the third stage. **Bet 1**, so that others stay in.
lesson-poch-match = { $left } has raised to 3; { $second } and { $third } have folded. If you folded, too, { $left } would take the Poch pool and all bets. With three kings you needn’t be afraid: **match** it, which costs you 2 more.
lesson-poch-won = All that are still in show their cards. Three kings beat a pair, even a pair of aces: the **Poch pool** and all bets are yours. (If nobody bets, the Poch pool stays for the next deal.)
lesson-poch-lead = **Third stage: playing out.** Whoever won the betting **leads** any card: you. (If nobody bet, the player at the dealer’s left leads.) The next higher card of the suit follows, whoever holds it. The sequence **stops** where nobody holds the next card: it was played, or it’s the card turned up, or nothing is above the ace. Then **whoever played last leads**. Low cards are hard to get rid of, so lead the **7♥**.
lesson-poch-out = The hearts went all the way up to { $left }’s ace, and { $left } led the 8♣: that took your jack, king and ace of clubs with it, and so you lead again. Lead the **Q♦**: your king follows it, and somebody may hold the ace.
lesson-poch-end = { $third } had the A♦ and led a spade, and with it your last two cards went: you’re **the first out of cards**, and that ends the deal at once. It brings you the **Centre** pool, and from each of the others **a chip for each card** that they still hold. The Sequence pool stays on the board. Before the next deal everybody puts a chip into each pool again; the game ends when somebody can’t, and then the most chips win. That’s Poch: **pools, betting, playing out**. Have a good time at the table!

## Le Poque.

lesson-le-poque-board = Le Poque has three stages: **the betting first, then the pools, then the playing out**. Everybody has put a chip into each of **six pools**: Ace, King, Queen, Jack, Ten and Poque. Everybody has five cards; many cards aren’t dealt. The 8♥ was turned up, so **hearts** are the pay suit.
lesson-le-poque-bet = **First the betting.** Who has the most cards of one rank? Four of a kind beat three, and three beat a pair; where these are equal, the higher rank wins. Anybody may bet, even on nothing: if all others fold, that wins as well. Whoever passes or folds stays out of the betting. You have **three queens**. **Bet 1**, so that others stay in.
lesson-le-poque-match = Play goes anticlockwise, so { $third } was next and has raised to 3; { $second } and { $left } have folded. You may match it, raise it or fold. Three queens are strong: **match** it, which costs you 2 more.
lesson-le-poque-pools = Your queens beat { $third }’s pair: the **Poque** pool and all bets are yours. (If nobody bets, that pool stays.) **Then the pools:** whoever holds ace, king, queen, jack or ten of the pay suit takes that pool, without doing anything. You hold the **Q♥**, and the K♥ brought { $third } the King pool. A pool that nobody takes **stays** for the next deal, and grows.
lesson-le-poque-lead = **Last, playing out.** Whoever won the betting leads any card. (If nobody bet, the player at the dealer’s right leads.) The next higher card of the suit follows, whoever holds it. It **stops** where nobody holds the next card; then **whoever played last leads**. You hold the 8♦ and the 9♦: lead the **8♦**, and both go.
lesson-le-poque-again = Nobody has the 10♦, so you lead again. Your queens are left: lead the **Q♣**.
lesson-le-poque-out = King and ace of clubs followed, then { $second } led the 10♠, and your Q♠ went along. Nobody has the K♠. One card is left to you, the **Q♥**: lead it.
lesson-le-poque-end = You’re **the first out of cards**, and that ends the deal. Everybody pays you **a chip for each card** still held: 11 in all. And { $third }, who holds the most, pays **each** of the others that many besides: 5. The Ace, Jack and Ten pools stay on the board. Before the next deal everybody puts a chip into each pool again; the game ends when somebody can’t, and then the most chips win. Have a good time at the table!

## Poch of 1873.

lesson-poch-1873-board = This Poch has **three stages**: the pools, the betting and the playing out. Everybody has put a chip into each of **seven pools**; the eighth field, Poch, holds only bets. Everybody has five cards; many cards aren’t dealt. The 8♠ was turned up, so **spades** are trumps. That only says which cards take pools: trumps beat nothing.
lesson-poch-1873-pools = **First stage: the pools.** Whoever holds ace, king, queen, jack or ten of trumps takes that pool, without doing anything. King and queen in one hand take the **Marriage**, too; seven, eight and nine in one hand take the **Sequence**. You hold **king, queen and ten** of spades: four pools. A pool that nobody takes **stays** for the next deal, and grows.
lesson-poch-1873-bet = **Second stage: the betting.** Four of a kind beat three, three beat a pair, and a pair beats single cards. Where these are equal, the higher rank wins, then the highest other card. Anybody may bet, even on nothing: if all others fold, that wins as well. Whoever passes or folds stays out of the betting. You have **three queens**: **bet 1**, so that others stay in.
lesson-poch-1873-match = { $left } has raised to 3; { $second } and { $third } have folded. You may match it, raise it or fold. Three queens are strong: **match** it, which costs you 2 more.
lesson-poch-1873-lead = Three queens beat a pair, and all bets are yours. **Third stage: playing out.** Whoever won the betting leads any card. (If nobody bet, the player at the dealer’s left leads.) The next higher card of the suit follows, whoever holds it. It **stops** where nobody holds the next card; then whoever played last leads. Lead the **10♠**: your queen and your king may follow.
lesson-poch-1873-again = { $second } had the J♠, your queen and king followed, and nobody has the ace. You have **ended the sequence**: each of the others has paid you a chip, and you lead again. The **Q♥** now.
lesson-poch-1873-out = Nobody has the K♥: a sequence of one card, and again everybody has paid you. Lead your last card, the **Q♦**.
lesson-poch-1873-end = You’re **the first out of cards**, and that ends the deal. Everybody has paid you **a chip for each card** still held: 14 in all. So ending sequences pays, and being out first pays most. The Ace and Sequence pools stay on the board. Before the next deal everybody puts a chip into each pool again; the game ends when somebody can’t, and then the most chips win. Have a good time at the table!
