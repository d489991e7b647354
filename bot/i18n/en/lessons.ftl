### Lessons: what the coach says, step by step. "lesson-<game>-<step>"; the steps are those of engine/games/…/lesson.py.
### The coach says one thing at a time: what is new, and in ".do" what to do, with the buttons' own words in bold; it stands right
### above the buttons, so that a phone shows both at once. What the others did is told before it, and isn't said again.
### $left, $second, $third …: the names of the other players, from the learner's left on. Each number that a table agrees on has its
### option's name: $stay_payment, $rum_points. $chips: how many everybody began with.

# $step, $steps: numbers.
lesson-heading = ### 🎓 { $game } · step { $step } of { $steps }
    .end = ### 🎓 { $game } · that’s it!
# $what: what the learner is to do now; "lesson-<game>-<step>.do".
lesson-do = 👉 { $what }
    .read = 👉 Press **Next**.
# $line: what was done since the step before, as panel-moves has it; or what a deal has come to.
lesson-happened = -# { $line }
# $reason: why; "lesson-<game>-<step>.other", or "lesson-<game>-<step>.other-<action>" where there is a text for that action alone.
# ".meanwhile": after a press in a copy of the lesson that was at another step; ".forgotten": where everything about the learner was
# erased since then.
lesson-other = _The rules allow that, but the coach wants to show you something else here._ { $reason }
    .read = _There is nothing to do here but to read on._
    .meanwhile = _You’ve come to another step in the meantime: here it is._
    .forgotten = _I don’t know any more how far you had come, so here the lesson begins again._
# Beside the line of a list that the coach asks for; ".list": what that list is called. $list: its name at a table.
lesson-choice = 👉 the coach’s choice
    .list = 👉 { $list }
lesson-anew = _You have done this lesson already: here it is once more, from the beginning._
# At a lesson's end: where to go on. $command: the game as /newgame has it; $computers: how many computer players sit there.
lesson-practice = To play on, `/newgame { $command }` in your direct messages with me opens a table for **practice**, to which you add computer players; in a channel of a server it opens a table for everybody there. `/learn` teaches the other games.
    .here = **Practise it** opens a table here, with hints and { $computers ->
            [one] a computer player
           *[other] { $computers } computer players
        }: **Start** begins. In a server’s channel, `/newgame { $command }` opens one for everybody. `/learn` teaches the other games.
# .on, .here-on: for whoever had opened it before, and not gone through to its end.
lesson-sent = Your lesson in { $game } is in your direct messages.
    .here = Here is your lesson in { $game }.
    .on = Your lesson in { $game } is in your direct messages, and goes on where you were.
    .here-on = Here is your lesson in { $game }: it goes on where you were.
# In place of an older message of the lesson; a button below leads to the newer one.
lesson-moved = Your lesson in { $game } goes on in a newer message.
lesson-left = You have left the lesson in { $game }. Come back whenever you like: it goes on where you were.
# $computers: how many computer players sit there.
said-practise-game =
    A table of { $game } for practice is open, and { $computers ->
        [one] a computer player sits
       *[other] { $computers } computer players sit
    } there with you. Press **Start**, or first change who plays, and by which rules.
button-lesson-on = Go on
# $game: the lesson's.
button-lesson-of = Lesson in { $game }
button-lesson-open = Open the lesson
button-lesson-practise = Practise it
button-lesson-again = Once more
# .here: below the lesson itself, where a phone has little room.
button-lesson-leave = Leave the lesson
    .here = Leave

# What beats what, where all poker hands count.
lesson-poker-hands = **From the lowest to the best:** high card, pair, two pairs, three of a kind, straight (five in a row), flush (five of one suit), full house (three and a pair), four of a kind, straight flush. Of one type, **higher cards** win, aces high; suits don’t count.

## Knock Poker.

lesson-knock-poker-take = A game for two to ten players with 52 cards. Everybody has paid a chip to the pot, the **ante**, and has five cards. The **best poker hand** wins the pot. The player at the dealer’s left begins: you. At each turn you take the top card of the stock (face down) or of the discard pile, and throw one away. You hold a **pair of nines**, which is little; but the pile has a third.
    .do = Press **Take 9♦**.
    .other = An unknown card would rarely help as much as the third nine.
    .other-knock = A pair is little for a knock. The coach comes to knocking in a moment.
lesson-knock-poker-throw = Three of a kind: good. Now you hold six cards, and one has to go. (A card just taken from the pile can’t be thrown away in the same turn: the 9♦ has no button.) Which of the others goes hardly matters, so take the lowest.
    .do = Throw away the **4♦**.
    .other = The nines are your hand. Of the others the lesson throws the lowest away, the **4♦**.
    .other-knock = Three nines may be enough for a knock, but the coach comes to that in a moment.
lesson-knock-poker-draw = It’s your turn again. An unknown card may help you more than the 2♠ on the pile. (If the stock runs out before anybody knocks, all show, and the best hand takes the pot.)
    .do = Press **Draw stock**.
    .other = The 2♠ would only be a single low card.
lesson-knock-poker-knock = The **K♠**: nines and kings, a **full house**! When you think that nobody beats you, you **knock**, after you’ve drawn and before you throw a card away; only in your first turn may you do so without drawing. Any hand will do, and it costs nothing as long as nobody beats you. Then everybody else has just one more turn, and nobody else may knock.
    .do = Press **Knock**.
    .other = Whoever waits gives the others more turns, and hardly any hand gets better than yours.
    .other-discard = The king and the nines are your hand. And whoever doesn’t knock now gives the others more turns.
lesson-knock-poker-finish = { lesson-poker-hands }
    .do = Finish your turn: throw away the **7♦**, which isn’t part of your full house.
    .other = It would break your full house.
lesson-knock-poker-won =
    Everybody else had one last turn: to draw, then stay in or fold.
    - { $second } **folded**, which costs a chip: you keep it in any case.
    - { $left } **stayed in**, has less, and pays you { $stay_payment }.
    - Had { $left } beaten you, { $left } would have taken the **pot**, and **you** would have paid { $stay_payment } chips to everybody who stayed in, { $left } as well.
    - Equal hands share the pot; if the knocker’s is one of them, also what the losers pay.
lesson-knock-poker-knocked = A second deal, and the other side of it. You deal now, so { $left } began, and knocked at once: a **pat knock**, which keeps the five cards and means good ones. You hold next to nothing. Everybody has one last turn, and it begins with a card. (If the stock runs out before that turn, you stay in, take the top discard, or fold.)
    .do = Press **Draw stock**.
    .other = The card on the pile fits nothing in your hand.
lesson-knock-poker-fold = A three: no help. If you throw a card away as usual, you **stay in**, and pay { $left } { $stay_payment } chips if { $left } has the best hand. If you **fold**, as one may only after a knock, you pay { $left } { $fold_payment }, and are out. To stay in risks a chip more and may win the pot: one chance in six is enough. Yours is smaller. (If everybody folds, the knocker takes the pot unseen.)
    .do = Open the list **Fold, discarding …**, and let the **3♦** go.
    .other = You’d stay in, and your high card beats hardly anything.
    .other-fold = Folding is right; the lesson lets the **3♦** go.
lesson-knock-poker-end =
    { $left } had a full house: folding has saved you a chip. Deal follows deal until the table is closed. **Remember:**
    - **Your turn:** take a card, knock if you like, throw a card away.
    - **Knock** when you think that nobody beats you. The others have one turn each, and **stay in**, or **fold** for { $fold_payment }.
    - **The best hand takes the pot.** The knocker gets { $stay_payment } from each who stayed in, or pays each of them { $stay_payment } if beaten.

## Poe Crumb.

lesson-poe-crumb-take = A game for two to ten players with 52 cards. Everybody has five, and the best poker hand wins the round; nothing is paid. The player at the dealer’s left begins: you. In a turn you take the top card of the stock (face down) or of the discard pile, and throw one away; or you **knock**: then the others have one more turn. In one’s **first turn** nobody may knock. The Q♠ on the pile makes a second pair.
    .do = Press **Take Q♠**.
    .other = The second queen gives you two pairs for sure.
lesson-poe-crumb-throw = Two pairs, queens and sevens. Now one of your six cards has to go. (You could even put the Q♠ back. That’s how one passes here.) The 2♦ is no use to you.
    .do = Throw away the **2♦**.
    .other = Both pairs should stay, and the 2♦ is the lowest of the rest.
lesson-poe-crumb-draw = It’s your turn again. You could **knock** now, instead of drawing, and with two pairs many would. The coach first shows you how a hand gets better. Nothing on the pile is any use to you. (If the stock runs out, the discards but the top one are shuffled, and play goes on.)
    .do = Press **Draw stock**.
    .other = The 2♥ on the pile fits nothing in your hand.
    .other-knock = Two pairs may be enough, but the coach comes to knocking in a moment.
lesson-poe-crumb-keep =
    The **7♣**: sevens and queens, a **full house**! { lesson-poker-hands }

    Knocking comes **instead of** a whole turn here, so you can’t knock any more in this one. You can in the next.
    .do = Throw away the **4♣**.
    .other = It would break your full house.
lesson-poe-crumb-knock = Your turn again. A full house is hard to improve. If you knock, everybody else has just one more turn: they draw and throw away, but can’t knock. Then all hands are shown.
    .do = Press **Knock**.
    .other = Your full house is hard to improve, and each further turn lets the others improve theirs.
lesson-poe-crumb-won = { $left } had two pairs, { $second } as well. A knock costs nothing and pays nothing, and any hand will do for it. The **best hand wins, whoever has knocked**; equal best hands all win the round. So knock when you think that nobody beats you, before the others get better.
lesson-poe-crumb-end =
    The deal passes to the left, until the table is closed; whoever has won the most rounds is ahead. A table may play with **jokers**, which stand for any card. Five of a kind then beat everything; but of two hands of one type the one without a joker wins, however low its cards.

    {""}**Remember:** draw and throw away, **or** knock, only not in your first turn. After a knock the others have one turn each. The best hand wins.

## Knock Rummy.

lesson-knock-rummy-take = A game for two to six players with 52 cards: ten cards each for two, seven for three or four, six for more. It’s played for points. The player at the dealer’s left begins: you. At each turn you take the top card of the stock (face down) or of the discard pile, and throw one away. You want **melds**. One kind is a **group**: three or four of one rank. You hold two nines.
    .do = Press **Take 9♦**.
    .other = The third nine makes a group at once, and an unknown card rarely does.
lesson-knock-rummy-throw = A group, which stays in your hand. Whatever is in no meld is **deadwood**, and counts against you: kings, queens, jacks and tens **10 points**, aces 1, the others their number. So high cards go first. (A card just taken from the pile can’t go in the same turn: it has no button.) You could **knock** now, and end the deal: so early, 17 points nearly always win. But the coach first shows how hands get better.
    .do = Throw away the **K♦**.
    .other = Your group should stay, and the K♦ counts most of the rest.
    .other-knock = You’d probably win. The coach knocks later.
lesson-knock-rummy-draw = It’s your turn again. You hold the 5♣ and the 6♣: with the 4♣ or the 7♣ they’d be a **sequence**, the other kind of meld: three or more of one suit in a row, in which the ace is low and the king is high. No card counts in two melds. The K♠ on the pile is no use to you.
    .do = Press **Draw stock**.
    .other = The K♠ on the pile belongs to nothing in your hand, and counts 10.
lesson-knock-rummy-knock = The **7♣**! Now you have a group and a sequence, and only the 4♦ and the 2♠ are left over. One of them goes at the end of this turn, so you’d be left with 2 points. You may knock with any number, in any turn after you’ve drawn. The deal ends once you have thrown a card away, and whoever has the least deadwood wins it. 2 is little.
    .do = Press **Knock with 2**.
    .other = You have very little deadwood, and each further turn lets the others get rid of theirs.
    .other-discard = The nines and the clubs are your melds, and should stay together. And each further turn helps the others.
lesson-knock-rummy-finish = Your turn ends with a card thrown away; then everybody shows. (No deadwood at all is called **rum**: whoever wins with it gets { $rum_points } points more from each.)
    .do = Throw away what counts most: the **4♦**.
    .other = You’d be left with more than 2 points.
lesson-knock-rummy-won = You have 2 points of deadwood, { $left } 29, { $second } 27: each loses the **difference** to you. Nobody gets another turn after a knock, or adds cards to others’ melds. But if somebody has less deadwood than the knocker, **that player** wins the differences, and { $undercut_penalty } points more from the knocker. If somebody has just as little as the knocker, that player wins from the rest, and the knocker gets nothing and pays nothing. (Several winners share.)
lesson-knock-rummy-end =
    If the stock runs out, the discard pile is turned over, unshuffled. A game has a deal for each player, who deal in turn; then the most points win. **Remember:**
    - **Your turn:** take a card, knock if you like, throw a card away.
    - **Knock** when you think that you have the least deadwood: early on, 20 points are often enough. That ends the deal.
    - **The least deadwood** wins the difference from each. A beaten knocker pays { $undercut_penalty } more.

## Dompe.

lesson-dompe-first = A game for two to five players, with 52 cards and a **joker**, which stands for any card and may be dealt to anybody. Everybody has paid a chip to the pot, the **ante**, and the **best hand of five cards** takes it. Play goes **anticlockwise**. The player at the dealer’s right begins, with six cards and no draw: you. You want three of a kind or better, and have two sixes.
    .do = Throw away the **3♠**.
    .other = The sixes should stay, and the 3♠ is your lowest card.
lesson-dompe-draw = At your turn you draw from the stock (face down), or take the top card of the discard pile, which you then have to keep this turn. The 5♦ there brings you no nearer to three of a kind. An unknown card may be a six.
    .do = Press **Draw stock**.
    .other = The 5♦ makes no pair, and you couldn’t throw it away this turn.
lesson-dompe-call = A third six: a **tercia**, three of a kind. With that or better you may **call**, after drawing and before throwing a card away; whoever begins may do so without a draw. You needn’t: you could wait for more. But after a call the others get few turns, or none, so that a small hand often wins.
    .do = Press **Dompe!**
    .other = You could wait, but each further turn may give the others a better hand.
    .other-discard = Whoever waits may never throw one of the three sixes away. And each further turn may give the others a better hand.
lesson-dompe-finish = The five cards that you keep must still be three of a kind or better. **From the lowest to the best:** three of a kind, straight (five in a row), flush (five of one suit), full house (three and a pair), four of a kind, straight flush, quintilla (four of a kind and joker). Of one type, **higher cards** win, aces high.
    .do = The sixes stay: throw away the **4♣**.
    .other = The sixes must stay, and of the others the 4♣ is the lowest.
lesson-dompe-won = After a call nobody else can call. Only those between the caller and the dealer get one turn more, and then the **dealer**: here { $second } and { $left }. If the **dealer calls**, the deal ends at once. Then everybody shows; nobody else got three of a kind. The **best hand wins, whoever has called**; less than three of a kind can’t win. A caller who is beaten pays nothing extra.
lesson-dompe-hearts = A second deal. The deal has passed to the right, to **you**, so you come last. You have been dealt **five hearts**, a flush, with which you may call once you’ve drawn. But a sixth heart would be better still: six cards of one suit win **outright**. The J♦ on the pile is no heart.
    .do = Press **Draw stock**.
    .other = The J♦ is no heart, and the stock may give you one.
lesson-dompe-outright = The 2♥: **six hearts**! Three kinds of six cards win outright, whatever the others hold, even after a call: six of **one suit**; six **ranks in a row**, of any suits; and **three pairs**. So do all four cards of a rank **and** the joker, the **quintilla**. (The joker may also be one of the six.)
    .do = Press **Show**, before you throw a card away.
    .other = A call would end the deal, too, but six of one suit win for certain.
    .other-discard = You’d give up a heart, and only six of them win outright.
lesson-dompe-end =
    The pot is yours. If the stock runs out, the discards but the top one are shuffled. Deal follows deal until the table is closed. **Remember:**
    - **Your turn:** draw, call if you like, throw a card away.
    - **Call** with three of a kind or better. After the dealer’s next turn all show.
    - **The best hand takes the pot.** Of equal hands the one with the joker wins; without it, the suit of the highest card: diamonds, hearts, spades, clubs.

## Crummy. The coach plays some tricks, the learner's moves as well.

lesson-crummy-lead = A game for three to five players. You want **quartets**, all four of a rank, and to be **out of cards** early. A **trick** is four cards, **one of each suit**. The player at the dealer’s left leads any card: you. Each in turn adds a missing suit. If no ranks match, whoever played the **highest card** takes all four **into the hand**. You need the K♣, your fourth king: only an ace beats it.
    .do = Open the list **Play ♠**, and lead the **A♠**.
    .other = You want the K♣, and only an ace is higher than a king: lead the **A♠**.
lesson-crummy-lay = The trick is **in your hand** now: four kings! Whoever has just taken a trick, and nobody else, may **lay quartets** face down. They’re out of play, and count at the end. The first quartet laid in a deal gets the **joker**, which is in nobody’s hand (in pictures a star), and counts **double**.
    .do = Press **Lay kings**.
    .other = Kept in hand, the kings would be four more cards to get rid of, and somebody else’s quartet would get the joker.
lesson-crummy-match = Whoever took the trick leads the next. **If ranks match, the last card that matches an earlier one takes the trick**, even if another is higher. That’s often so, as up to four players use only 32 cards, **seven to ace**. A trick that somebody else takes rids you of a card: lead one that is low, and in no pair. (Four or five players have eight each, three ten or eleven; five use the sixes and fives, too.)
    .do = Lead the **8♠**.
    .other = Your nines and sevens are pairs, worth keeping, and a higher card is more likely to take the trick.
lesson-crummy-snatch = { $left }’s **8♣ matched** your 8♠ and took the trick, though { $second }’s J♥ was higher. Now { $second } has matched { $left }’s 10♣, and a spade is missing. A trick goes round until four cards lie: whoever holds a missing suit **must play it**, and chooses the card, so a player may have to add a second card. Whoever holds none passes. Any other spade leaves the trick to { $second }. But three tens are nearly a quartet.
    .do = Match last: play the **10♠**.
    .other = That would give the two tens to { $second }, and the one in your hand would be worth little.
lesson-crummy-shed = Three tens: one more makes a second quartet. But you hold nine cards, and want to be rid of all. The Q♥ and the A♠ belong to no pair, but the ace may take a trick that you want. **After this trick the coach plays three more for you.**
    .do = Lead the **Q♥**.
    .other = Tens, nines and sevens may become quartets, and the ace may take a trick that you want. The **Q♥** belongs to nothing.
lesson-crummy-out = { $second } took your Q♥. Then { $left } took two tricks, and laid two quartets, and you took one. **{ $third } has one card left**: see the number beside the cards. You don’t know which, so you can hardly stop { $third }. **After this trick the coach plays two more for you.**
    .do = Lead the **9♠**, which is worth little: { $left } took two of the other nines.
    .other = Tens, aces and sevens may become quartets. { $left } has taken two of the other nines, so the **9♠** is worth nothing to you.
lesson-crummy-last = { $left } took your 9♠ and { $third }’s last card: { $third } is **out first**, × 4 at the end. Then you took two tricks, and laid tens, aces and sevens: the Q♠ of those tricks **is left**. Once a trick’s taker has laid any quartets, whoever holds no card is **out** until the next deal. (If your last card takes the trick, you aren’t out: you hold its four cards. If the taker is out, the next player at the left leads.)
    .do = Lead the **Q♠**.
    .other = It is your last card.
lesson-crummy-score = { $second } took your last card and { $left }’s. Yours lay first: you’re out **second**, { $left } third. Only { $second } still held cards, which ends the deal. (Such cards are always **whole quartets**, and count.) **Quartets are points for you:** aces 13, kings, queens and jacks 11, others their number, with the joker double. **Your place multiplies them:** of four players the first × 4, then × 3, × 2, × 1. You: 52 × 3 = **156**. At { $target } the game is over.
lesson-crummy-end =
    Whoever has **no quartet** gets 25 instead (30 with three players, 20 with five): { $third } has 25 × 4 = **100**. So a single quartet often scores less than none. (The first out of three counts × 3, of five × 5.) The deal passes to the left until somebody has **{ $target } points**; then the highest total wins: you do. (If the last two only repeat themselves, one may **call a halt**: see the rules.)

    {""}**Remember:** take cards you need, lay quartets, be out early.

## Poch.

lesson-poch-board = A game for three to six players, with 32 cards, from **seven, the lowest,** to ace. You play for **chips**. Everybody began with { $chips }, and has put one into each of **nine pools**. **Three stages** follow: pools, betting, playing out. All cards are dealt: { $third }, the dealer, has seven cards, the others eight. The last is turned up, and belongs to nobody: the **9♦**, so **diamonds** are the pay suit. (The picture already shows who took which pool.)
lesson-poch-pools = **First stage: the pools.** They pay by themselves. Whoever holds ace, king, queen, jack or ten of the pay suit takes that pool; its king and queen in one hand take the **Marriage**, too; its seven, eight and nine in one hand the **Sequence**. Your **K♦** and **Q♦** took three pools; { $third } took the Ace pool, and so holds the A♦. (If a card is turned up, nobody takes its pool: here the Sequence.) A pool not taken **stays**.
lesson-poch-sets = **Second stage: the betting**, called pochen, for the **Poch pool** and all that is bet. Your best set counts: four of a kind beat three, three a pair; then the **higher rank** wins, and of two pairs of one rank the one with the card of the pay suit. You need **at least a pair** to bet or to match, but a pair is weak: nearly everybody has one. You have **three kings**, which is a lot.
lesson-poch-bet = The player at the dealer’s left is asked first: you. You may **pass**, or **bet** up to all your chips. Then the others may **match** the bet, **raise** it (bet more, again up to all they have), or **fold** (give up). Whoever has passed or folded stays out of the betting, but plays the third stage. A small bet keeps others in.
    .do = Press **Bet 1**.
    .other = A larger bet might drive the others out, and with three kings you want them in.
    .other-pass = You’d be out of the betting, with three kings.
lesson-poch-match = Bets are told **in all**: { $left }’s is 3, yours is 1, so to **match** it costs you 2 more. (With fewer chips you’d go all-in, and could win no more from anybody than you put in.) If you folded, { $left } would take the Poch pool and all bets, together 8 chips. But you have three kings.
    .do = Press **Match 3 (+2)**.
    .other = If you raise, { $left } may fold, and pay no more. And against the few hands that beat three kings you’d lose more.
    .other-fold = Few hands beat three kings, and { $left } would take the Poch pool and all bets.
lesson-poch-won = When all who are still in have bet equally, they show their cards, and the best set takes the **Poch pool** and all bets. Three kings beat a pair, even of aces. (If nobody bets, the Poch pool stays for the next deal.)
lesson-poch-lead = **Third stage: playing out.** You want to be the first without cards, which ends the deal. Whoever won the betting **leads** any card. (If nobody bet, the player at the dealer’s left.) The next higher card of the suit follows by itself, whoever holds it. It **stops** where nobody holds the next card: it was played or turned up, or nothing is higher. Then **whoever played last leads**. A seven can’t follow anything.
    .do = Lead the **7♥**.
    .other = The 7♥ can’t follow any card, while your others may go when somebody else leads.
lesson-poch-out = After your 7♥ the others had the hearts from the 8♥ to { $left }’s A♥, so { $left } led. After the 8♣ three clubs of yours followed by themselves. You played last, and lead now. After the Q♦ your king follows: two of your cards go at once. Then comes { $third }’s ace.
    .do = Lead the **Q♦**.
    .other = Two of your cards go at once: the **K♦** follows the Q♦.
lesson-poch-end =
    { $third } led the 7♠; your 8♠ and K♠ followed: you’re **the first out of cards**. You take the **Centre** pool, 4 chips, and **a chip for each card** that the others hold: 1, 4 and 1. (**+** and **−** count from the { $chips } chips at the start.) The deal passes to the left. The game ends when somebody can’t pay into all pools; then the most chips win.

    {""}**Remember:** pools pay by themselves, the best set wins the bets, the first out ends the deal.

## Le Poque.

lesson-le-poque-board = A game for three to six players, with 32 cards, **seven to ace**, for five or six also the sixes. You play for **chips**. Everybody began with { $chips }, put one into each of **six pools**, and has five cards; many aren’t dealt. The 8♥ was turned up: **hearts** are the **pay suit**, whose ace, king, queen, jack and ten take their pools. (If one of these is turned up, the dealer takes its pool at once.) Three stages: **betting, pools, playing out**.
lesson-le-poque-bet = **First the betting**, for the **Poque pool** and all that is bet. Four of a kind beat three, three a pair, a pair single cards; then the higher rank, and of equal pairs the one with the card of the pay suit. The player at the dealer’s right is asked first: you. You may pass, or bet up to all your chips, even on nothing: if all others fold (give up), you win. You have **three queens**.
    .do = Press **Bet 1**, to keep others in.
    .other = A larger bet might drive the others out, and with three queens you want them in.
    .other-pass = You’d be out of the betting, with three queens.
lesson-le-poque-match = Play goes anticlockwise, so { $third } was next. You may match that, raise it (bet more) or fold. Whoever passes or folds is out of the betting, not of the deal. Bets are told **in all**: { $third }’s is 3, yours is 1, so to **match** it costs you 2 more. (With fewer chips you’d go all-in, and could win no more from anybody than you put in.) Three queens are strong.
    .do = Press **Match 3 (+2)**.
    .other = A raise is good, too. The lesson goes on with a match.
    .other-fold = Few hands beat three queens, and { $third } would take the Poque pool and all bets.
lesson-le-poque-pools = All who are still in show, and the best takes the **Poque pool** and all bets. (If nobody bets, that pool stays.) **Then the pools:** whoever holds ace, king, queen, jack or ten of the pay suit takes that pool, without doing anything. You hold the **Q♥**; { $third } must have the K♥. A pool that nobody takes **stays** for the next deal, and grows.
lesson-le-poque-lead = **Last, playing out.** You want to be the **first without cards**, which ends the deal. Whoever won the betting leads any card. (If nobody bet, the player at the dealer’s right.) The next higher card of the suit follows by itself, whoever holds it, and so on. It **stops** where nobody holds the next card; then **whoever played last leads**. You hold the 8♦ and the 9♦: both go at once.
    .do = Lead the **8♦**.
    .other = Two of your cards go at once: the **9♦** follows the 8♦.
lesson-le-poque-again = Three queens are left to you. { $third } took the King pool, so the K♥ would follow your Q♥, and { $third } would lead then. Keep the Q♥ for last, when it no longer matters what follows. You don’t know who has the other kings, so the Q♣ is as good as the Q♠.
    .do = Lead the **Q♣**.
    .other = After the Q♥ { $third } would lead for certain: keep it for last. Of the other two queens the lesson takes the **Q♣** first.
lesson-le-poque-out = { $left }’s K♣ and { $second }’s A♣ followed your Q♣, so { $second } led: the 10♠. After the J♠ your Q♠ followed by itself. You played last, so you lead again, with one card left.
    .do = Lead your last card, the **Q♥**.
    .other = It is your last card.
lesson-le-poque-end =
    You’re **the first out of cards**. All pay you **a chip for each card** still held: 11. { $third }, who holds the most, also pays **each** of the others that many: 5. (Several who hold the most share that. **+** and **−** count from the { $chips } chips at the start.) The deal passes to the right. The game ends when somebody can’t pay into all pools; then the most chips win.

    {""}**Remember:** first the betting, then the pools; and don’t be left with the most cards.

## Poch of 1873.

lesson-poch-1873-board = A game for three to six players: three or four use 32 cards, from **seven to ace**, five or six usually all 52. **Three stages** follow: pools, betting, playing out. You play for **chips**. Everybody began with { $chips }, and has put one into each of **seven pools**; the eighth field, Poch, holds only bets. Everybody has five cards; many aren’t dealt. The 8♠ was turned up: **spades** are trumps. That only says which cards take pools; otherwise they’re cards like all others.
lesson-poch-1873-pools = **First stage: the pools.** They pay by themselves, as the picture shows. Whoever holds ace, king, queen, jack or ten of trumps takes that pool. Their king and queen in one hand take the **Marriage**, too; their seven, eight and nine in one hand the **Sequence**. You hold **king, queen and ten** of spades: four pools. The card turned up is nobody’s. A pool that nobody takes **stays** for the next deal, and grows.
lesson-poch-1873-bet = **Second stage: the betting**, for the bets alone. Four of a kind beat three, three a pair, a pair single cards; then the higher rank, then the highest other card; of equal hands, that of whoever comes first in the order of play. The player at the dealer’s left is asked first: you. Pass, or bet up to all your chips, even on nothing: if all others **fold** (give up), the bets are yours.
    .do = Press **Bet 1**: with **three queens** you want others in.
    .other = A larger bet might drive the others out, and with three queens you want them in.
    .other-pass = You’d be out of the betting, with three queens.
lesson-poch-1873-match = You may match that, raise it (bet more) or fold. Whoever passes or folds is out of the betting, not of the deal. Bets are told **in all**: { $left }’s is 3, yours is 1, so to **match** it costs you 2 more. (With fewer chips you’d go all-in, and could win no more from anybody than you put in.) Three queens are strong.
    .do = Press **Match 3 (+2)**.
    .other = A raise is good, too. The lesson goes on with a match.
    .other-fold = Few hands beat three queens, and { $left } would take all bets.
lesson-poch-1873-lead = **Third stage: playing out.** You want to be the **first without cards**. Whoever won the betting leads any card; if nobody bet, the player at the dealer’s left. The next higher card of the suit follows by itself, whoever holds it. Where nobody has it, it **stops**: whoever played last gets **a chip from each of the others**, and leads. After the 10♠ jack, queen and king follow.
    .do = Lead the **10♠**.
    .other = The 10♠ can take two more of your cards with it.
lesson-poch-1873-again = { $second }, who took the Jack pool, had the J♠, and your queen and king followed. Nobody took the Ace pool, so nobody has the A♠. You played last: you have the chips and lead again. Either queen may be followed by a king. (An ace always stops.)
    .do = Lead the **Q♥**.
    .other = You can’t know which queen goes further: the lesson takes the **Q♥** first.
lesson-poch-1873-out = It stops after one card, and again everybody has paid you.
    .do = Lead your last card, the **Q♦**.
    .other = It is your last card.
lesson-poch-1873-end =
    You’re **the first out of cards**, and that ends the deal. Everybody has paid you **a chip for each card** still held: 14 in all. (Had nobody held the K♦, there’d have been a chip from each for the stop, too. **+** and **−** count from the { $chips } chips at the start.) The deal passes to the left. The game ends when somebody can’t pay into all pools; then the most chips win.

    {""}**Remember:** pools, bets, each stop and going out all pay.
