### Lessons: what the coach says, step by step. "lesson-<game>-<step>"; the steps are those of engine/games/…/lesson.py.
### The coach says one thing at a time: first what has happened, then what to do, with the buttons' own words in bold.
### $left, $second, $third …: the names of the other players, from the learner's left on.

# $step, $steps: numbers.
lesson-heading = ### 🎓 { $game } · step { $step } of { $steps }
    .end = ### 🎓 { $game } · that’s it!
lesson-other = _You could do that, too. But let me show you something first:_
lesson-sent = Your lesson is in your direct messages.
lesson-left = You have left the lesson in { $game }. Come back whenever you like: it goes on where you were.
button-lesson-on = Go on
button-lesson-again = Once more
button-lesson-leave = Leave the lesson

## Knock Poker.

lesson-knock-poker-take = Everybody has paid a chip to the pot, and everybody has five cards. Yours hold a **pair of nines**, which is little. But look at the discard pile: a third nine! **Take** it.
lesson-knock-poker-throw = Three of a kind: good. Now you hold six cards, and one has to go. The nines stay. A king is worth more than a four, if it comes to that: throw the **4♦** away.
lesson-knock-poker-draw = The others have drawn and thrown away, and it’s your turn again. An unknown card may help you more than the **2♠** on the pile: **draw** from the stock.
lesson-knock-poker-knock = The **K♠**: nines and kings, a **full house**! Hardly anything beats that. When you think that nobody does, you **knock**, before you throw a card away. Then everybody else has just one more turn.
lesson-knock-poker-finish = You have knocked. Finish your turn: throw the **7♦** away, which isn’t part of your full house.
lesson-knock-poker-won = { $left } **stayed in**, showed two pairs and pays you 2 chips. { $second } **folded**: that cost only 1 chip, and nobody sees the cards. With the pot that makes 5 chips more than you had. But if a hand of those who stayed in had beaten yours, **you** would have paid everybody who stayed in.
lesson-knock-poker-knocked = A second deal, and the other side of it: { $left } knocked at once, without even drawing. That’s a **pat knock**, and it means good cards. You hold next to nothing. Everybody has one last turn, and it begins with a card: **draw** from the stock.
lesson-knock-poker-fold = A three: no help. If you stay in and lose, you pay 2 chips. If you **fold**, you pay 1. Fold, and let the **3♦** go.
lesson-knock-poker-end = { $left } had a full house: folding has saved you a chip. That’s all of Knock Poker: **draw, throw away, and knock** when you think that nobody beats you; after somebody else’s knock **stay in** with good cards, and **fold** bad ones. Have a good time at the table!
