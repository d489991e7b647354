### The table's message in the channel, as everybody sees it: lobby, deal, settlement, end; its pictures and buttons.

## The lobby. $game: "Knock Poker".

lobby-heading = ## { $game }
# $count: how many sit there.
lobby-seated =
    { $count ->
        [0] **Nobody sits at the table yet.**
        [one] **{ $count } player sits at the table:**
       *[other] **{ $count } players sit at the table:**
    }
# $chips: "20 chips".
# .bare: where nobody has chips.
lobby-person = - { $name }, { $chips }
    .bare = - { $name }
# $level: that of a computer player, one of novice, regular, expert.
lobby-computer = - { $name } 🤖 { level-word }, { $chips }
    .bare = - { $name } 🤖 { level-word }
# How well a computer player plays. $level: as above.
level-word = { $level ->
        [novice] novice
        [expert] expert
       *[regular] regular
    }
level-select = How well computer players play
# A line of the list beside **Add computer player**. $level: as above.
level-choice = Computer player: { level-word }
level-about-novice = knows the rules, remembers nothing, and slips now and then
level-about-regular = remembers the cards and knows what a hand is worth
level-about-expert = also thinks through many ways in which the cards may lie
# $rules: what is played, one after the other: "ante 1 · losers pay 2".
lobby-played = **Played:** { $rules }
lobby-deal-taken-back = ⚠️ The deal was taken back: I couldn’t go on with it. Everything is as it was before that deal.
lobby-separator = {" · "}
# $seats: "2 to 10, best with 3 to 5", where $least and $most can play and $best_least to $best_most should; $buy_in: "20 chips".
# .differ: where those who sit there have other stacks, as from the table before. .rounds, .points: what counts where nobody has chips.
lobby-seats = **Seats:** { $seats }. Everybody sits down with { $buy_in }.
    .differ = **Seats:** { $seats }. Whoever sits down from now on brings { $buy_in }.
    .rounds = **Seats:** { $seats }. No chips: the rounds won count.
    .points = **Seats:** { $seats }. No chips: the points count.
lobby-how-many = { $least } to { $most }
    .best = { $least } to { $most }, best with { $best_least } to { $best_most }
    .one = { $least } to { $most }, best with { $best_least }

# How the texts below begin. $anew: "yes" where a game is over, "no" in a lobby.
lobby-level-start =
    { $anew ->
        [yes] At the start of the new game everybody has
       *[no] At the start everybody has
    }
# Where everybody begins with as many chips. $chips: "60 chips"; $changes: "Ann pays in 41 more, and Bo gets 9 back".
# .extra, .bounds, .both: where the house takes chips from several before that, for these reasons; $changes: "Ann pays in 53 (12)".
lobby-level = **{ lobby-level-start } { $chips }:** { $changes }.
    .extra = **{ lobby-level-start } { $chips }.** The house first takes back its extra chips (their number is in brackets): { $changes }.
    .bounds = **{ lobby-level-start } { $chips }.** The house first takes winnings beyond the limits (their number is in brackets): { $changes }.
    .both = **{ lobby-level-start } { $chips }.** The house first takes back its extra chips, and winnings beyond the limits (their number is in brackets): { $changes }.
# $names: who has to bring chips, and hasn't chosen to be topped up by itself.
lobby-level-press = { $names } { $count ->
        [one] presses
       *[other] press
    } **Top up** (or `/topup`) first.
# .house: the house takes some of the chips before that; $house: one of the next three texts. .brief: the same where the reason is said
# already; $house: how many chips.
lobby-level-more = { $name } pays in { $count } more
    .house = { $name } pays in { $count } ({ $house })
    .brief = { $name } pays in { $count } ({ $house })
lobby-level-less = { $name } gets { $count } back
    .house = { $name } gets { $count } back ({ $house })
    .brief = { $name } gets { $count } back ({ $house })
lobby-level-even =
    .house = { $name } gets nothing back ({ $house })
    .brief = { $name } gets nothing back ({ $house })
# $part: "12 of Ann’s 19".
lobby-level-house-extra = the house first takes back its extra chips, { $part }
lobby-level-house-bounds = the house first takes winnings beyond the limits, { $part }
lobby-level-house-both = the house first takes back its extra chips, and winnings beyond the limits, { $part }
# $house: how many chips, of $chips that are there; $all: "yes" where they are all of these.
lobby-level-part =
    { $all ->
        [yes] all of { $name }’s { $chips }
       *[no] { $house } of { $name }’s { $chips }
    }
# $chips: "20 chips".
lobby-capped = A deal costs a player at most { $chips }: above that, the winners give back.
# $count: how many cards can be drawn; $seats: how many players sit there.
lobby-short-stock =
    { $count ->
        [one] **With { $seats } players one card is drawn**: then the stock is used up.
       *[other] **With { $seats } players { $count } cards are drawn**: then the stock is used up.
    }
# $pace: "2 minutes a turn · quick computer players".
lobby-pace = **Pace:** { $pace }
# $turn: "5 minutes a turn".
pace-usual = { $turn }, as usual
pace-no-limit = no limit for a turn
pace-quick = quick computer players
pace-seconds =
    { $count ->
        [one] { $count } second a turn
       *[other] { $count } seconds a turn
    }
pace-minutes =
    { $count ->
        [one] { $count } minute a turn
       *[other] { $count } minutes a turn
    }
pace-hours =
    { $count ->
        [one] { $count } hour a turn
       *[other] { $count } hours a turn
    }
pace-days =
    { $count ->
        [one] by mail: { $count } day a turn
       *[other] by mail: { $count } days a turn
    }
# .bare: where nobody has chips.
practice-table = 🎓 **Practice:** these chips come from the house and go back to it, and no deal counts.
    .bare = 🎓 **Practice:** no deal counts.
practice-note = -# 🎓 Practice: no deal counts.
practice-alone = 🎓 Alone with computer players you play **for practice**: your chips go home, and no deal counts.

## A deal. $deal: deal-number.

# $deal: its number at this table; $of: in its game, if $agreed deals of it are played; .same where these are the same.
deal-number = { $deal }
    .agreed = { $deal } ({ $of } of { $agreed })
    .same = { $of } of { $agreed }
table-heading = ## { $game } · deal { $deal }
lobby-shuffle = -# Nobody can steer the shuffle: with `/verify` you add a word of your own, and check each deal.
# A line that is never edited, as short as can be, because the number alone takes two lines on a phone. $first, $last: the
# numbers of the deals whose shuffles are bound; $value: a long number in hexadecimal.
shuffle-line = -# 🔒 Shuffles { $first } to { $last }, for `/verify`: `{ $value }`
# $deal: the number of the next deal; $value: a long number in hexadecimal, which proves afterwards which pack it was.
shuffle-next = -# Deal { $deal }’s pack is fixed; `/verify` proves it: `{ $value }`
# $names, $count: who sits there and plays from the next deal.
table-coming =
    { $count ->
        [one] { $names } plays from the next deal.
       *[other] { $names } play from the next deal.
    }
    .closing = { $names } would play from the next deal.
# $names: the players who got up in mid-deal; $count: how many.
table-left =
    -# { $names } got up: { $count ->
        [one] a computer player finishes
       *[other] computer players finish
    } the deal.
# For whom a computer player plays until the person is back. $name: the person; $count: how many turns were missed.
table-away-row = ⏳ { $name } took too long { $count ->
        [2] twice
       *[other] { $count } times
    }: a computer player takes over. **I’m back** brings { $name } back in, at any time.
table-away-deal = ⏳ { $name } took too long { $count } times in this deal: a computer player takes over. **I’m back** brings { $name } back in, at any time.
# $others: the other people who sit there; $people: how many.
table-away-vote = ⏳ { $people ->
        [one] { $others }
       *[other] The others
    } didn’t want to wait: a computer player takes over for { $name }. **I’m back** brings { $name } back in, at any time.
# Between deals. $names: who is away, $count: how many.
table-away-kept =
    { $count ->
        [one] ⏳ { $names } is away. The seat is kept until the next deal is dealt, and then it is free. **I’m back** keeps it.
       *[other] ⏳ { $names } are away. Their seats are kept until the next deal is dealt, and then they are free. **I’m back** keeps a seat.
    }
# In the deal that was dealt without them. $names: whose seats were given up; $count: how many.
# .bare: where no chips go to a purse.
table-lost-seats =
    { $count ->
        [one] -# { $names } was away when this deal was dealt, so the seat is free and the chips are home. `/back` sits { $names } down again.
       *[other] -# { $names } were away when this deal was dealt, so their seats are free and the chips are home. `/back` sits them down again.
    }
    .bare =
        { $count ->
            [one] -# { $names } was away when this deal was dealt, so the seat is free. `/back` sits { $names } down again.
           *[other] -# { $names } were away when this deal was dealt, so their seats are free. `/back` sits them down again.
        }
# A slow turn. .own: for whoever’s it is. $name: whose it is; $needed: how many votes it takes; $voters: who may vote.
table-slow =
    { $needed ->
        [one] -# { $name } is taking a long time: { $voters } may skip the turn, or let a computer player take over.
       *[other] -# { $name } is taking a long time: { $needed } of the others may skip the turn together, or let a computer player take over.
    }
    .own =
        { $needed ->
            [one] -# You’re taking a long time: { $voters } may skip your turn, or let a computer player take over.
           *[other] -# You’re taking a long time: { $needed } of the others may skip your turn together, or let a computer player take over.
        }
# $names: whose direct messages are closed.
table-unreached = -# Not everybody’s hand came by direct message. Press **My hand** to see your cards.
table-moved = The table has moved on: see its newest message below.
# Said in the channel of a table that an older or newer version has left behind.
table-unreadable = This table can’t go on: it’s from another version of me, and I can’t read it. Anybody who sits here, or a moderator, can close it with `/close`; then everybody gets the chips back.
table-unreadable-closed = The table from another version was closed. A deal in progress was taken back, what lay in the pot and the pools was shared out, and everybody has taken the chips home. `/newgame` opens a new one.
# $names: who has voted to close the table; $count: how many they are, of $needed that it takes; $host: who hosts it.
table-closers =
    { $count ->
        [one] { $names } wants to close the table: { $count } of { $needed } votes. { $host }, who hosts it, can close it, too.
       *[other] { $names } want to close the table: { $count } of { $needed } votes. { $host }, who hosts it, can close it, too.
    }
# The same where others who could vote have gone, so that the votes are enough by now.
table-closers-enough =
    { $count ->
        [one] { $names } wants to close the table, and nobody else’s vote is needed any more: one more press of **Close table** closes it.
       *[other] { $names } want to close the table, and their votes are enough by now: one more press of **Close table** closes it.
    }
# $name: who became the host because the one before got up.
table-new-host = -# { $name } hosts this table now and can manage it, with `/manage`.
table-locked = -# 🔒 Locked: nobody new can sit down but people who are invited.
table-closing = -# The table closes after this deal.
# $when: "in 30 seconds".
table-next-at = The next deal starts { $when }.
table-paused = Paused: the next deal waits for **Next deal**.
# $names: who has to bring chips before a new game; $count: how many.
table-next-topup =
    The new game waits until { $names } { $count ->
        [one] has
       *[other] have
    } topped up.
# $locked: "yes" where nobody can sit down but people who are invited.
table-who-joins =
    { $locked ->
        [yes] Whoever is invited can join
       *[no] Somebody else can join
    }
# $names: who is away; $count: how many.
table-one-left = Only one person is left at this table for chips, so no deal starts. { table-who-joins }, or you go on as practice or close it.
    .away =
        { $count ->
            [one] { $names } is away, and only one person is left at this table for chips, so no deal starts. Wait for { $names }, or go on as practice or close it.
           *[other] { $names } are away, and only one person is left at this table for chips, so no deal starts. Wait for them, or go on as practice or close it.
        }
table-all-away = Everybody is away, so no deal starts. **I’m back** goes on.
# $least: how many players the game takes at least. .away: where $names, who are away, would be enough; $count: how many.
table-too-few = Too few sit here for the next deal: it takes { $least }. { table-who-joins }, or you add a computer player under **More**.
    .away =
        { $count ->
            [one] { $names } is away, and the next deal takes { $least } players. Wait for { $names }. { table-who-joins }, too.
           *[other] { $names } are away, and the next deal takes { $least } players. Wait for them. { table-who-joins }, too.
        }
table-next-waits = Press **Next deal** to play on.
    .new = Press **New game** to play on.

# Calls to the one whose turn it is. $name calls the person.
call-draw = { $name }, it’s your turn: draw a card.
call-draw-or-knock = { $name }, it’s your turn: draw a card, or knock.
call-discard = { $name }, it’s your turn: discard a card.
call-lead = { $name }, it’s your turn: lead a card.
# .draw: where a card may be drawn, too.
call-choose = { $name }, it’s your turn: stay or fold.
    .draw = { $name }, it’s your turn: stay, take the upcard or fold.
call-computer = { $name } 🤖 is thinking …
# In place of a call whose turn has been made.
call-over = That turn is over.
call-deadline = -# The computer plays for you { $when }.
# Above a call that comes again in a long turn.
call-reminder = ⏰ Reminder

# A line of what has happened.
story-item = - { $line }
# Above the first line, where others came before it.
story-cut = -# Earlier moves aren’t shown.
story-by-computer = _(Played by the computer.)_
# $name: who deals.
story-dealt = { $name } deals.

# $chips: what everybody begins a new game with; $changes: "Ann brings 4 more, and Bo puts 9 away".
story-levelled = Everybody begins the new game with { $chips }: { $changes }.
story-level-more = { $name } brings { $count } more
story-level-less = { $name } puts { $count } away

## The end of a deal, and of the table.

# $net: "+4"; $chips: "24 chips".
result-line = **{ $name }** { $net } ({ $chips })
result-separator = {" · "}
# $outcome: "Ann wins 4 chips with two pairs, nines and eights."
result-headline = ### { $outcome }
# The line about a deal that stays in the channel.
table-result = -# Deal { $deal }: { $outcome }
closed-result = The last deal: { $outcome }
result-pot = { $chips } stay in the pot.
result-game =
    { $count ->
        [one] 🏆 The game is over, and { $names } wins it.
       *[other] 🏆 The game is over, and { $names } share the win.
    }
# $count: how many deals make a game.
result-last-deal = That was the last of { $count } deals.
# At the end of a game in which a chip has a value. $parts: who receives and who pays how much.
result-money = 💰 To settle up, { $parts }.
result-money-receives = { $name } receives { $count }
result-money-pays = { $name } pays { $count }
result-money-even = { $name } is even
closed-heading = ## { $game } · table closed
closed-deals =
    { $count ->
        [0] No deal was played.
        [one] { $count } deal was played.
       *[other] { $count } deals were played.
    }
# Why it closed by itself. $time: "1 hour".
closed-idle = It closed by itself: nobody had done anything here for { $time }.
closed-nobody = It closed by itself: nobody sits here any more.
time-seconds =
    { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
time-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
time-hours =
    { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
time-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
# $stacks: "Ann: 23 · Bo: 17".
closed-stacks = **Chips at the end:** { $stacks }
closed-line = { $name }: { $chips }
# $chips: "3 chips". .totals: below what the evening came to.
closed-shared = What lay on the table, { $chips }, is shared out among those who played the last deal.
    .totals = { closed-shared } The totals above don’t count these shares.
closed-unclaimed = What lay on the table, { $chips }, was won by nobody and goes to the house.
# $count: how many of them were there.
extra-chips-back = The house takes back { $count } of the extra chips it gave out.
# What somebody is not paid of what was won at the table. $won: chips that are paid; $all: chips that were won; $here:
# the chips that everybody sits down with; $most: chips a day.
bounded-house =
    You won { $won } of { $all ->
        [one] { $all } chip
       *[other] { $all } chips
    } from computer players: a person wins at most the buy-in ({ $here }) from them per table and day, and { $most } a day in all. The rest stays with the house.
    .of =
        { $name } won { $won } of { $all ->
            [one] { $all } chip
           *[other] { $all } chips
        } from computer players: a person wins at most the buy-in ({ $here }) from them per table and day, and { $most } a day in all. The rest stays with the house.
# $count: chips.
bounded-nobodys = { $count } of the chips that you won aren’t paid: chips were lost at this table that nobody had brought there.
    .of = { $count } of the chips that { $name } won aren’t paid: chips were lost at this table that nobody had brought there.
# $most: the chips that everybody sits down with; $parts: "Ann loses 15 of 84 chips, and Bo wins 15 of 84".
capped =
    -# No deal costs a player more than { $most ->
        [one] { $most } chip
       *[other] { $most } chips
    } here, the buy-in: { $parts }.
capped-winner = { $name } wins { $paid } of { $all }
capped-loser = { $name } loses { $paid } of { $all }
# The same for one player. $paid, $all: chips.
capped-won =
    You win { $paid } of { $all ->
        [one] { $all } chip
       *[other] { $all } chips
    }: no deal costs a player more than the buy-in, { $most } here, so you give the rest back.
capped-lost =
    You lose { $paid } of { $all ->
        [one] { $all } chip
       *[other] { $all } chips
    }: no deal costs a player more than the buy-in, { $most } here, so you get the rest back.
# $count: chips; $most: the chips that everybody sits down with.
in-debt = { $name } owed { chips } and got up: whoever owes the buy-in ({ $most }) or more can’t play on. The purse pays it, as far as it can.
    .own = You owed the table { chips }, so you got up: whoever owes the buy-in ({ $most }) or more can’t play on. Your purse pays it, as far as it can, and you can sit down again when it has enough; `/chips` shows what you have.
# $game: the other game. .chips: where that is for chips and this was not, so that whoever brings some has to say so.
closed-next = The same people go on with { $game }: the new table is below.
    .chips = It goes on with { $game }, for chips: whoever wants to play presses **Join** at the new table below.
# In how many deals somebody gained chips or points; several can gain in one deal. $wins: in how many; $deals: of how many.
deals-gained =
    { $deals ->
        [one] gained in { $wins } of { $deals } deal
       *[other] gained in { $wins } of { $deals } deals
    }
    .short = { $wins }/{ $deals }
# What the evening came to. $people: "**Ann** +12 (gained in 5 of 7 deals) · **Bo** −12 (gained in 2 of 7 deals)".
evening-people = **This evening:** { $people }
    .alt = This evening: { $people }
    .brief = **This evening** (deals gained in): { $people }
# $net: "+12" or "40 points"; $wins, $deals: in how many deals of how many somebody gained. .rounds: in games whose deals
# are rounds; .brief: below the picture.
evening-person = { $name } { $net } ({ deals-gained })
    .rounds = { $name } { $net }
    .brief = { $name } { $net } ({ deals-gained.short })
# The deal in which somebody won most. $deal: its number; $won: "Ann won 24 chips: pair of nines (9♠ 9♥ …)".
evening-largest = **Deal of the evening:** in deal { $deal } { $won }
    .alt = Deal of the evening: in deal { $deal } { $won }
# The same where the best hand of the evening won that deal.
evening-both = **Deal of the evening, with the best hand:** in deal { $deal } { $won }
    .alt = Deal of the evening, with the best hand: in deal { $deal } { $won }
# $names: who won so much; $gain: "24 chips", "12 chips each"; -bare: where there is nothing to say of a gain.
# .with: $hand is what was shown.
evening-won = { $names } won { $gain }
    .with = { evening-won }: { $hand }
evening-won-bare = { $names } won
    .with = { evening-won-bare }: { $hand }
# $hand: "full house, nines over fours"; $cards: "9♠ 9♥ …".
evening-hand = { $hand } ({ $cards })
# $hand: the text above.
evening-best = **Best hand shown:** { $name } in deal { $deal }: { $hand }
    .alt = Best hand shown: { $name } in deal { $deal }: { $hand }
# In the picture: above the columns, and above what is worth showing.
evening-deals =
    { $count ->
        [one] { $count } deal
       *[other] { $count } deals
    }
evening-deals-gained = gained in
evening-chips = chips
evening-points = points
evening-rounds = rounds won
evening-moment-largest = Deal of the evening: { $deal }
evening-moment-best = Best hand: deal { $deal }
evening-moment-both = Deal of the evening, best hand: deal { $deal }
# $said: "Ann won 24 chips", or a name.
evening-moment = { $said }: { $hand }

## What has become of a table, told in its channel, or to a person directly. $name: who did it; $game: the game.

told-closed_now = 🛑 { $name } has closed this table at once.
told-agreed = 🛑 { $name } asked to close this table at once, and everybody agreed.
told-released = 🛑 Whoever runs me has released this table: it is closed.
# Below these, where a deal was being played. $deal: its number.
# .bare: where nobody has chips, or that isn't known.
told-deal = Deal { $deal } is taken back: everybody has the chips from before it.
    .bare = Deal { $deal } is taken back and counts for nothing.
told-stuck = ⚠️ I couldn’t go on with the deal, so it is taken back: everybody has the chips from before it again. **Start** deals anew.
    .bare = ⚠️ I couldn’t go on with the deal, so it is taken back and counts for nothing. **Start** deals anew.
# $chips: what the person had at the table.
told-gone = The channel of your table ({ $game }) is gone, so the table is closed. Your { $chips } are back in your purse.
    .bare = The channel of your table ({ $game }) is gone, so the table is closed.
told-removed = I was removed from the server of your table ({ $game }), so the table is closed. Your { $chips } are back in your purse there.
    .bare = I was removed from the server of your table ({ $game }), so the table is closed.
told-locked_out = For a day I couldn’t use the channel of your table ({ $game }), so the table is closed. Your { $chips } are back in your purse.
    .bare = For a day I couldn’t use the channel of your table ({ $game }), so the table is closed.

## Closing at once with everybody's consent.

# $name: the host. .bare: where nobody has chips. .over: where no deal is played.
close-asked = 🛑 **{ $name } asks to close the table at once.** The deal would be taken back, and everybody would get the chips from before it.
    .bare = 🛑 **{ $name } asks to close the table at once.** The deal would be taken back and count for nothing.
    .over = 🛑 **{ $name } asks to close the table at once.**
# $missing: who has yet to agree; $count: how many.
close-asked-missing =
    { $count ->
        [0] Everybody who is still here agrees: one more press of **Agree** closes it.
        [one] { $missing } has yet to agree.
       *[other] { $missing } have yet to agree.
    }
# What came of it.
close-asked-closed = 🛑 Somebody asked to close this table at once. It is closed now.
close-asked-dealt = 🛑 Somebody asked to close this table at once. Another deal has begun since, so the question is over.
close-asked-withdrawn = 🛑 Somebody asked to close this table at once. That question is over.

closed-open = `/newgame` opens another table.
closed-home = All chips have gone home.

## Buttons: as short as can be.

button-join = Join
button-im-back = I’m back
# $missing: how many more votes it takes. .alone: where only one person may vote, who decides.
button-skip =
    { $missing ->
        [one] Skip the turn ({ $missing } more vote)
       *[other] Skip the turn ({ $missing } more votes)
    }
    .alone = Skip the turn
button-replace =
    { $missing ->
        [one] Let a computer play ({ $missing } more vote)
       *[other] Let a computer play ({ $missing } more votes)
    }
    .alone = Let a computer play
button-leave = Leave
# .missing: where more have to sit down first; $count: how many more.
button-start = Start
    .missing = Start ({ $count } more needed)
button-next = Next deal
    .new = New game
button-next-page = Next
button-beats = What beats what
button-rules = Rules
button-learn = Learn it
select-learn = Learn with a coach …
# .done: the lesson was gone through to its end. .begun: below the game, for whoever has begun it and is not through.
choice-learn = { $game }
    .done = { $game } ✓
    .begun = Go on where you were
button-setup = Set up
button-pause = Pause
button-resume = Resume
button-practise = Go on as practice
button-rematch = Rematch
select-another = Another game …
button-close = Close table
button-close-too = Close table, too
button-manage = Manage table
button-lock = Lock
button-unlock = Unlock
button-rules-anew = Change the rules
button-agree = Agree
button-withdraw = Take it back
button-open = Don’t close
# Takes back one’s own vote to close the table.
button-vote-back = Take my vote back
button-computer = Add computer player
button-remove = Remove one
button-topup = Top up
button-verify = Verify
button-word = Add a word to the shuffle
button-open-cards = Open my cards
button-more = More
button-chips = My chips
button-lines-off = No result lines
button-lines-on = Result lines
button-draw-stock = Draw stock
# $card: "7♠".
button-draw-discard = Take { $card }
button-draw-pile = Take the discard
# .deadwood: $count points of it are left after the knock; .rum: nothing.
button-knock = Knock
    .deadwood = Knock with { $count }
    .rum = Knock: rum
button-show = Show
# A card of the hand that was drawn in this turn. $card: "7♠".
button-drawn = { $card } · new
button-stay = Stay
button-fold = Fold
button-hand = My hand
button-hand-melds = Arrange
button-hand-ranks = By rank
button-scores = Scores
button-refresh = Refresh
button-table = To the table

# Names of computer players, by their level, with a comma and a space between them.
computer-names-novice = Kit, Luna, Milo, Nora, Oskar, Pia, Quentin, Rosa, Sami, Tilda
computer-names-regular = Ada, Blaise, Clara, Diego, Edda, Felix, Greta, Hugo, Ines, Jorik
computer-names-expert = Ursula, Viktor, Wanda, Xaver, Yara, Zeno, Agnes, Bruno, Celeste, Dario

## Words in the pictures.

table-title = { $game } · deal { $deal }
table-stock = stock
table-discards = discards
table-pot = pot
# The letter on the dealer's button.
table-dealer = D
# At a table with a stock and a discard pile; what is asked in that turn stands below the picture.
table-turn = { $name }’s turn
table-asked-draw = { $name } draws
table-asked-draw-or-knock = { $name } draws or knocks
table-asked-discard = { $name } discards
table-asked-lead = { $name } leads
table-asked-choose = { $name } stays or folds
    .draw = { $name } chooses
seat-folded = folded
seat-out = sitting out
seat-knocked = knocked
seat-acting = to act
seat-stayed = stayed in

## Alt texts of the public pictures.

# $upcard: "seven of spades"; $seats: every seat, with a separator.
alt-table = { $game }, deal { $deal }. Stock: { $stock }. Top of the discard pile: { $upcard }. Pot: { $pot }. { $seats }.
    .bare = { $game }, deal { $deal }. Stock: { $stock }. Top of the discard pile: { $upcard }. { $seats }.
alt-no-upcard = none
# Where whoever is to discard has drawn: the picture is still that of before. $table: as above.
alt-before-draw = Before the draw: { $table }
# The same where nothing but a pot lies in the middle.
alt-middle = { $game }, deal { $deal }. Pot: { $pot }. { $seats }.
    .bare = { $game }, deal { $deal }. { $seats }.
alt-seat = { $name }, { $chips }
alt-seat-note = { $seat } ({ $note })
alt-separator = {"; "}
# $told: the texts evening-people, evening-largest or evening-both, and evening-best.
alt-evening =
    { $count ->
        [one] { $game }, { $count } deal. { $told }.
       *[other] { $game }, { $count } deals. { $told }.
    }
alt-showdown = { $game }, the end of deal { $deal }. { $seats }.
alt-net = { $name } { $net }
alt-shown = { $seat }, shows { $cards }
# Of a hand that was shown. $melds: "7♠ 7♥ 7♦ · A♣ 2♣ 3♣"; $deadwood: "Deadwood 19: K♠ 9♦".
alt-melds = { $melds }; { $deadwood }

## The score sheet. $score: "12 points"; $net: "+4"; $deal: the deal's number at this table.

scores-heading = ## { $game } · scores
scores-none = No deal of this game is over yet.
scores-line = **{ $name }** { $score }
scores-gone = -# Players who have got up since then have no column.
scores-title = { $game } · scores
# $deals: how many are over; $agreed: how many make a game.
scores-played =
    { $agreed ->
        [one] { $deals } of { $agreed } deal
       *[other] { $deals } of { $agreed } deals
    }
scores-row = Deal { $deal }
    .short = { $deal }
scores-total = Total
    .short = Σ
# For a player who was not dealt in.
scores-absent = –
alt-sheet = Scores of { $game }: { $totals }.
alt-sheet-total = { $name } { $score }
alt-sheet-deal = Deal { $deal }: { $nets }.
