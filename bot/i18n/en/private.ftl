### A person's private hand, and the answers that only one person sees.

## The hand. $channel: a link to the table's channel.

# ".here" and ".practice": in the channel itself, above the table's picture, which names the game: one line on a phone.
private-heading = ### Your hand · { $game }, deal { $deal } · { $channel }
    .here = ### Your hand · deal { $deal }
    .practice = ### Your hand · deal { $deal } · practice
private-heading-table = ### { $game } · { $channel }
    .here = ### { $game }
# Something to be told at the top.
private-notice = ❗ { $notice }
private-lobby = No cards have been dealt yet. Your hand will be here when the first deal starts.
# To whoever was not there when a turn of theirs ran out.
private-missed = ❗ You took too long, so the plainest move was made for you. If that happens again, a computer player takes over until you’re back.
# .closing: where the table closes after this deal.
private-sits-out = You hold no cards in this deal. You play from the next one.
    .closing = You hold no cards in this deal, and the table closes after it. If it stays open, you play from the next one.
# $cards: "A♠ 10♦".
private-cards = **{ $cards }**
# $worth: "full house, nines over fours".
private-worth = You hold: { $worth }.
private-drew-stock = You drew the **{ $card }** from the stock.
private-drew-discard = You took the **{ $card }** from the discard pile; it can’t go straight back.
    .free = You took the **{ $card }** from the discard pile; you may put it back.
private-folded = You have folded.
private-out = You sit out this deal.
private-you-knocked = You have knocked.
private-knocked = { $name } has knocked: last turns.
private-asked-draw = **Your turn:** draw a card.
private-asked-draw-or-knock = **Your turn:** draw a card, or knock with the cards you hold.
private-asked-discard = **Your turn:** discard a card.
private-asked-dealt = **Your turn:** you were dealt six cards, so you don’t draw. Discard one.
private-can-show = Your cards win outright: **Show** them, and the pot is yours.
# Where a card is to be discarded.
private-can-knock = You may **knock** first.
private-asked-knocked = **Your turn:** you have knocked; discard a card to finish.
private-asked-lead = **Your turn:** lead a card.
# .draw: where a card may be drawn, too.
private-asked-choose = **Your turn:** stay or fold.
    .draw = **Your turn:** the stock has run out. Stay, take the upcard or fold.
# $asked: "Bo draws or knocks".
private-waiting = It isn’t your turn: { $asked }.
    .turn = It isn’t your turn but { $name }’s.
# $when: "in 3 minutes".
private-waiting-until = -# The computer plays for them { $when }.
# Where the picture of the table is still that of the moment before.
private-behind = -# The picture of the table follows in a moment.
# $when: "21:04".
private-as-of = -# As of { $when }. **Refresh** shows how it stands now.
private-newer = -# Your newest panel is the message below.
private-moved = Your hand at this table is in { $channel } now, for you alone.
# $moves: the last two turns, with separators.
panel-moves = ▸ { $moves }
panel-separator = {" ▸ "}
# $suits: "♠ 3 · ♥ 1": how often each suit was led; $ranks: "A 2 · K 1": how many cards of each rank lay in tricks.
panel-led = -# Led so far: { $suits }
panel-led-suit = { $sign } { $count }
panel-seen = -# Seen in tricks: { $ranks }
panel-seen-rank = { $rank } { $count }
# $trick: "J♥ Ann · 9♣ Bo"; $name: who took it.
panel-last-trick = The last trick: { $trick }. { $name } took it.
panel-no-trick = No trick has been taken in this deal yet.
# $pools: "ace 4 · king 2".
panel-pools = -# On the board: { $pools }
# .away: after missed turns, or a vote. .dealt: in mid-deal, by who was dealt in. .over: when that deal is over; then .home, where
# chips are played for, and .again, while the table is open. $net: private-net.
private-left = You no longer sit at this table.
    .away = You were away when the next deal was dealt, so you no longer sit at this table; any chips you had are home. **Join** or `/back` sits you down again.
    .dealt = You no longer sit at this table: a computer player finishes deal { $deal } for you. When it’s over you can sit down again with `/join`, if the table stays open.
    .over = A computer player has finished deal { $deal } for you. { $net }
    .home = Any chips you had are back in your purse.
    .again = `/join` sits you down again.
# Where the table was closed in mid-deal. .bare: where no chips go home.
private-taken-back = The deal is taken back: everybody has the chips from before it.
    .bare = The deal is taken back and counts for nothing.
# Below how the last deal ended, once the table is closed. .next: the same people go on with another game, $game; $channel: where.
# .chips: there whoever wants to play has to sit down.
private-ended = The table is closed.
    .next = The table is closed. The same people go on with { $game }: its table is in { $channel }.
    .chips = The table is closed. It goes on with { $game }, for chips: whoever wants to play presses **Join** in { $channel }.
# For whom a computer player plays. $count: how many turns were missed.
panel-away-row = ⏳ **You took too long { $count ->
        [2] twice
       *[other] { $count } times
    }, so a computer player plays for you.** Press **I’m back** at any time: from the next action on you play your cards yourself.
panel-away-deal = ⏳ **You took too long { $count } times in this deal, so a computer player plays for you.** Press **I’m back** at any time: from the next action on you play your cards yourself.
# $others: the other people who sit there; $people: how many.
panel-away-vote = ⏳ **{ $people ->
        [one] { $others }
       *[other] The others
    } didn’t want to wait, so a computer player plays for you.** Press **I’m back** at any time: from the next action on you play your cards yourself.
panel-away-kept = ⏳ **You were away.** Your seat is kept until the next deal is dealt, and then it is free. Press **I’m back** to keep it.
# $net: "You lose 3: ante 1, payment 2."; $held: what the person has at the table after that.
private-won = The deal is over, and you won it. { $net } { $held }
private-lost = The deal is over. { $net } { $held }
# $chips: what the person has at the table now; $before: what the person had when the deal was over, if that is not the same.
private-held = You have { $chips }.
    .since = That left you with { $before }; now you have { $chips }.
private-over = The deal is over.
private-net-won = You win { $count }
private-net-lost = You lose { $count }
private-net-even = You win and lose nothing
private-net = **{ $net }.**
# $parts: "ante 1, payment 2".
private-net-why = **{ $net }:** { $parts }.
private-net-separator = {", "}
# What was paid or received in a deal, by its reasons. $amount: "2", or "+2" and "−2" where there is both.
# -knocker: to the knocker, or got by the knocker; -beaten: a beaten knocker pays whoever stayed in; -pot: after a tie.
settled = bonus { $amount }
    .bonus_pat_knock = bonus for a knock without drawing { $amount }
    .bonus_royal_flush = bonus for a royal flush { $amount }
    .bonus_straight_flush = bonus for a straight flush { $amount }
    .bonus_four_of_a_kind = bonus for four of a kind { $amount }
    .ante = ante { $amount }
    .draw = draws { $amount }
    .fold = folding { $amount }
    .stay-knocker = payment to the knocker { $amount }
    .stay-knocker-got = payment from whoever stayed in { $amount }
    .stay-beaten = payment for a beaten knock { $amount }
    .stay-beaten-got = payment by the beaten knocker { $amount }
    .stay-pot = payment to the pot { $amount }
    .pot = pot { $amount }
    .points = points { $amount }
    .dress = put into the pools { $amount }
    .pool = pools by cards { $amount }
    .bet = bet { $amount }
    .stakes = bets won { $amount }
    .poch = betting pool { $amount }
    .unclaimed = share of what was left { $amount }
    .centre = centre { $amount }
    .cards = cards left { $amount }
    .stop = stops { $amount }
    .most_cards = most cards left { $amount }
    .difference = { $amount } more deadwood than the lowest hand
    .rum = rum { $amount }
    .undercut = undercut { $amount }
# $part: such a reason with its amount; $amount: the chips for or from each of $count others.
settled-each = { $part } ({ $amount } to each of { $count })
    .from = { $part } ({ $amount } from each of { $count })
# Points that the only winner got from one of several others.
settled-from = { $amount } from { $name }
private-select-fold = Fold, discarding …
# $sign: "7♠"; $card: "seven of spades".
private-choice = { $sign } { $card }
# $worth: what is left without the card: "nine high".
private-keeps = without it: { $worth }
# $count: points of deadwood.
private-leaves = leaves deadwood { $count }
# $count: how many cards of that rank the person holds; $ranks: "kings".
private-holds = you hold { $count } { $ranks }
# $what: "without it: pair of nines".
private-explained = **{ $card }** · { $what }
button-hand-more = Explain
button-hand-less = Less
button-trick = Last trick

# In the picture of the hand.
private-detail = { $game } · deal { $deal }
private-drawn = new

alt-hand = Your hand: { $cards }.
alt-hand-drawn = { $hand } Drawn: { $card }.
# The hand in its melds. $deadwood: "Deadwood 19: K♠ 9♦".
alt-hand-melds = Your hand in melds: { $melds }. { $deadwood }.
alt-hand-worth = { $hand } You hold: { $worth }.

## What is asked once before it is done, where it risks much. `/settings` turns these questions off.

# $worth: "ace high"; .bare: where that has no name.
asked-knock = **Really knock?** You hold: { $worth }. A careful player would play on with that hand.
    .bare = **Really knock?** A careful player would play on with that hand.
# $chips: "51 chips", all that the person has; $more: how many of them the stake takes.
asked-all-in = **Really go all in,** with all your { $chips }?
# .issued: that is more than all; $issued: how many of them the house gives first, to everybody alike.
asked-stake = **Really bet that much?** It takes { $more } of your { $chips }.
    .issued = **Really bet that much?** It takes all that you have ({ $chips }), and { $issued } of the chips that the house then gives everybody.
# $names: the other people who sit there; $count: how many they are.
asked-close =
    { $count ->
        [one] **Really close the table?** { $names } sits here, too.
       *[other] **Really close the table?** { $names } sit here, too.
    }
# Before a table closes for another game. $game: its game; $next: the other; $names: the other people who sit there; $count:
# how many. .along, .home, .anew, .none: the chips go along or home, the others have to bring some, or none count.
asked-another =
    { $count ->
        [one] **Really close this table of { $game } and go on with { $next }?** { $names } sits here, too.
       *[other] **Really close this table of { $game } and go on with { $next }?** { $names } sit here, too.
    }
    .along = { asked-another } Everybody moves to a new table and keeps the chips.
    .home = { asked-another } Everybody moves to a new table without chips; those from here go home.
    .anew = { asked-another } { $next } is for chips: at the new table the others have to press **Join** to play.
    .none = { asked-another } Everybody moves to a new table.
# The same before it closes because its rules are changed.
asked-rules =
    { $count ->
        [one] **Really close this table to change the rules?** { $names } sits here, too. Everybody moves to a new table{ $chips ->
            [on] {" "}and keeps the chips.
           *[off] .
        }
       *[other] **Really close this table to change the rules?** { $names } sit here, too. Everybody moves to a new table{ $chips ->
            [on] {" "}and keeps the chips.
           *[off] .
        }
    }
asked-leave = **Really get up?** A computer player finishes the deal for you. You can sit down again when it’s over.
    .closing = **Really get up?** A computer player finishes the deal for you, and the table closes after it.
asked-nothing-done = Nothing was done.
button-sure = Yes
button-back = Back
# Said to a person who pressed a button under the table's message without having seen the hand. $button: "Knock". .asked: where the question
# before that stands below the hand.
private-hand-first = This is your hand, and nothing was done yet: press **{ $button }** here if you still want to.
    .asked = This is your hand, and nothing was done yet.

## What somebody is told once, with the next private answer.

notice-dms-closed = I can’t send you direct messages, so your hand can’t come that way. Use `/hand`, or **My hand** under the table’s message. When you have allowed them, choose again with `/settings` where your hand is shown.
notice-table-ended = A table at which you sat was closed, because I can’t use its channel any more. Any chips you had there are back in your purse.
notice-table-hidden = I can’t show the table in its channel: somebody has to give me back the permissions to see it, to send messages and to attach files. Nobody’s time runs until then; `/hand` works meanwhile.

## Answers to commands.

# $have: chips in the purse; $need: chips to sit down with.
said-for-practice =
    Your purse has { $have ->
        [one] { $have } chip
       *[other] { $have } chips
    }, and sitting down takes { $need }: so this table is **for practice**, with chips of the house’s. To play for your own, close it and open one with fewer `chips:`.
    .none = Your purse has no chips, and sitting down takes { $need }: so this table is **for practice**, with chips of the house’s.
    .frozen = Your purse in this server is frozen: “{ $why }”. So this table is **for practice**, with chips of the house’s; yours stay where they are. Whoever manages the server can unfreeze your purse.
# $chips: what the person sat down with. .practice: where they are the house’s; .bare: where nobody has chips.
said-joined = You sit down with { $chips }.
    .practice = You sit down with { $chips } of the house’s: this table is for practice.
    .bare = You sit down.
# The same in mid-deal; said-joined-closing: where the table closes after that deal.
said-joined-later = You sit down with { $chips }, and play from the next deal.
    .practice = You sit down with { $chips } of the house’s, and play from the next deal: this table is for practice.
    .bare = You sit down, and play from the next deal.
said-joined-closing = You sit down with { $chips }. The table closes after this deal: you play only if it stays open.
    .practice = You sit down with { $chips } of the house’s: this table is for practice. It closes after this deal: you play only if it stays open.
    .bare = You sit down. The table closes after this deal: you play only if it stays open.
# To somebody who comes back with more. $usual: the chips that others sit down with.
said-carried-back = That’s what you left this table with: whoever comes back within an hour brings it along. Others sit down with { $usual }.
said-back = You’re back: you play your cards yourself again.
said-here = You’re here: nobody plays for you.
# $count: how many have voted for it, of $needed that it takes.
said-voted-skip = You vote to skip the turn: { $count } of { $needed }.
said-voted-replace = You vote for a computer player: { $count } of { $needed }.
said-skipped = The turn is skipped: the computer has made the plainest move.
# $name: whose turn it was.
said-replaced = A computer player takes over for { $name }, until { $name } is back.
said-left = You get up; any chips you had are back in your purse.
    .bare = You get up.
said-leaving = You get up. A computer player finishes the deal for you, and then your chips go to your purse.
    .bare = You get up. A computer player finishes the deal for you.
# Before these, where the table is in another channel. $game, $channel: the table’s.
said-at-table = At the table of { $game } in { $channel }:
    .dm = At your table of { $game } in direct messages:
said-dealt = Deal { $deal } is dealt.
said-closed = The table is closed; everybody has taken the chips home.
    .bare = The table is closed.
# $url: the address of the message with the summary.
said-summary = [What it came to]({ $url })
said-lines-on = From now on a line about each deal stays in the channel.
said-lines-off = From now on nothing stays in the channel but the table.
said-computer-added = A computer player sits down.
# $level: one of novice, regular, expert.
said-level = The next computer player is { $level ->
        [novice] a novice
        [expert] an expert
       *[regular] a regular
    }.
said-computer-removed = The computer player who came last gets up.
# The host's panel. $game: its name.
manage-heading = ## { $game } · manage the table
manage-host = **Host:** { $name }
manage-open = Anybody can sit down, except people who were removed.
manage-locked = 🔒 **Locked:** nobody new can sit down but people who are invited.
manage-closing = 🚪 **The table closes after this deal.**
manage-in-a-deal = -# Somebody can be removed when the deal is over.
# $name: the host.
manage-by-host = { $name } hosts this table and can manage it, and so can whoever may manage this channel.
# What somebody can do there who manages nothing. -seated: who sits there. .voted: who has voted to close the table.
# .no-vote: who has no vote, as a newcomer, or where it is to close in any case.
manage-own = You can sit down.
manage-own-seated = You can get up, or vote to close the table.
    .voted = You can get up, or take your vote to close the table back.
    .no-vote = You can get up.
manage-remove = Remove somebody from the table …
manage-invite = Invite somebody …
# $name: who was removed. .bare: where nobody has chips.
manage-removed = { $name } was removed, has the chips back in the purse, and can’t sit down here again until invited.
    .bare = { $name } was removed, and can’t sit down here again until invited.
# $who: who was invited.
manage-invited = { $who } can sit down here now.
said-rules-anew = Everybody has moved to a new table with the same rules: **Set up** there changes them.
said-closing = The table closes after this deal. **Don’t close** takes that back.
# .deal: where a deal was being played; $deal: its number. .bare: the same where no chips go to a purse.
said-closed-now = The table is closed. No deal was being played.
    .deal = The table is closed. Deal { $deal } counts for nothing: everybody has the chips from before it.
    .bare = The table is closed. Deal { $deal } counts for nothing.
# $names: who is asked; $count: how many.
said-asked-to-close =
    { $count ->
        [one] { $names } is asked
       *[other] The others are asked
    } in the channel whether the table is to close at once.
said-stays-open = The table stays open.
said-vote-taken-back = You no longer vote to close the table.
said-paused = Deals no longer start by themselves. **Next deal**, on the table’s message, starts the next; **Resume**, here, has them start by themselves again.
    .already = Somebody has paused already. **Next deal**, on the table’s message, starts the next deal; **Resume**, here, has deals start by themselves again.
said-resumed = The next deal starts by itself again.
    .already = It does already: the next deal starts by itself.
# $game: the other game. .here: in direct messages.
said-another = You go on with { $game }: its table is in the channel, and can be set up before the first deal.
    .here = You go on with { $game }: its table is here, and can be set up before the first deal.
said-practise = Your chips are home. The new table is for practice.
# $url: the address of the lobby.
said-rematch = A table of { $game } is open again, with the same rules.
    .link = { said-rematch } [To the lobby]({ $url })
# $added: what came from the purse; $chips: what is in front of the person now. .brief: where that is told below.
said-topped-up = You add { $added }, and now have { $chips } at the table.
    .brief = You add { $added }.
# $url: a link to the table's message.
said-table = Here is the table: { $url }

## Pages.

## Presets of a server. $name: a preset's; $game: its game's.

house-heading = ## Presets of this server
house-line = - **{ $name }** · { $game } · { $rules }
house-line-unreadable = - **{ $name }** was saved by another version of me.
house-none = This server has no presets yet: `/house save` keeps the rules of this channel’s table under a name.
house-saved = “{ $name }” is saved: `/newgame` and **Set up** offer it for { $game }.
house-deleted = “{ $name }” is deleted.

## Setting up a table. $title: one of the next two; $page, $pages: numbers.

setup-heading = ## { $game } · { $title }
setup-table = the table
setup-rules = rules, { $page } of { $pages }
# The buttons between the pages of a table's setup.
setup-to-table = The table
setup-to-rules = Rules, page { $page }
# An option, what it is set to, and what it is.
setup-option = **{ $label }: { $value }** · { $description }
setup-setting = **{ $label }: { $value }**
setup-style = Play a style …
setup-turn = Time for a turn
setup-quick = Quick computer players
setup-lines = A line about each deal stays in the channel
setup-lines-usual = when several people play
setup-colours = Four-colour cards
setup-cloth = Pictures
setup-cloth-felt = on green felt
setup-cloth-paper = on light paper
setup-cloth-night = on dark blue
setup-numbers = Change the numbers
setup-of-the-server = a preset of this server
# $name: the host.
setup-by-host = -# { $name } opened the table and can change this until the first deal.

rules-heading = ### { $game }: { $section }
rules-options = What this table plays by
# What marks and numbers in the pictures mean, by what lies in the middle of the table.
rules-pictures = What the pictures show
rules-pictures-body =
    { rules-pictures-acting }
    - **What shines:** the pile or pot that the last move touched. { rules-pictures-bar }
    - **Beside a name:** chips, points or rounds won, and the cards in hand as small backs.
    - **In your hand** the cards that count for it are bright, and the others faded.
    - **A crown:** whoever wins.
rules-pictures-body-dompe =
    { rules-pictures-body }
    { rules-pictures-arrow }
rules-pictures-body-crummy =
    { rules-pictures-acting }
    - **What shines:** the card just played; of a trick that is taken, the card that took it, with a crown. { rules-pictures-bar } With a trick it’s also beside whoever took it.
    - **A place with a suit:** a card of that suit is still to come.
    - **At a seat:** at the left the number of cards in hand, at the right the quartets that were laid. The **star** is the joker on the first of them.
    - **“out: ×{"\u00A0"}4”:** that player is out, and the quartets count four times.
    - **At the end:** whoever was out first stands at the top, a gold line marks the quartet with the joker, and a crown whoever scored the most.
rules-pictures-body-poch =
    { rules-pictures-acting }
    { rules-pictures-seats }
    - **“9 { table-bets }”:** what everybody has bet together. { rules-pictures-match }
    { rules-pictures-board }
rules-pictures-body-le-poque =
    { rules-pictures-body-poch }
    { rules-pictures-arrow }
rules-pictures-body-poch-1873 =
    { rules-pictures-acting }
    { rules-pictures-seats }
    - { rules-pictures-match } The bets lie in the pool with the fist.
    { rules-pictures-board }
# Parts of these.
rules-pictures-acting = - **{ table-dealer }** beside a name: the dealer. A gold frame: whoever is to act.
rules-pictures-bar = The bright bar beside a name: whoever made that move.
rules-pictures-arrow = - **The arrow:** play goes anticlockwise.
rules-pictures-seats =
    - **What shines:** the card, pool or bets that the last move touched. { rules-pictures-bar }
    - **At a seat:** the chips and the number of cards. A chip with a number is that player’s bet, in gold where it’s as high as it has to be.
    - **In your hand** a gold line marks your best set.
rules-pictures-match = **“5 { table-to-match }”:** how high each bet has to be to stay in.
rules-pictures-board =
    - **On the board** each pool has its cards, its chips and its name. A name in gold is that of whoever took it. The fist marks the pool for the betting.
    - **A stop sign:** nobody has the next card.
# How this bot's tables treat time and absence, whatever the game.
rules-customs = Time, absence and chips
# $turn: "5 minutes a turn" or "no limit for a turn", .usual: where there is no table; $bank: how many turns' time;
# $row, $deal: missed turns; $slow: "5 minutes"; $idle: "1 hour", .never: where tables don't end by themselves.
customs-turn = - **Your time:** { $turn } at this table; the host sets it in the lobby, from { $least } seconds to { $days } days, or none. A draw and the discard after it count as two turns here. The first half of a turn’s time is free. Anything more comes from your time bank, which has { $bank } turns’ time for each deal; when it’s empty, your turns end at the half.
    .usual = - **Your time** for a turn is set in the lobby, from { $least } seconds to { $days } days, or none. A draw and the discard after it count as two turns here. The first half of a turn’s time is free. Anything more comes from your time bank, which has { $bank } turns’ time for each deal; when it’s empty, your turns end at the half.
customs-missed = - **When your time is up** the plainest move is made for you: draw and throw the card back, pass, fold, or play the lowest card. It never knocks, shows, lays or bets.
customs-away = - **When you’re away:** after { $row } missed turns in a row, or { $deal } in one deal, a computer player takes over. The table says so, and you’re told privately. **I’m back** or `/back` brings you back in at any time, in mid-deal too. Your seat is kept until the next deal is dealt; then your chips go to your purse, and **Join** or `/back` sits you down again if there’s room.
customs-votes = - **When a turn is slow**, that is after its free half (where there’s no limit, after { $slow }), more than half of the other people in the deal can skip it, or have a computer player take over at once. Computer players don’t vote, and you never wait for them.
customs-mail = - **By mail:** in a turn that may last more than an hour I call you by name in the channel again at half of its time, and when a tenth is left. Whoever never wants to be called (`/settings`) isn’t reminded either. Where a turn has a day or more, an hour passes between two deals.
customs-stops = - **When I can’t reach Discord**, or can’t show the table, nobody’s time runs and no turn counts as missed. Afterwards whoever’s turn it is has the whole time again. After half a minute at most the turn ends when it was told to, if a minute is left then. A turn that may last more than an hour keeps what was left instead, and an hour at least, unless the interruption itself lasted an hour.
# $most: chips.
customs-chips = - **Chips** are play money, and come from the house alone: some at the start, a gift a day for whoever runs low, always the same number, and what you win from computer players, at most the buy-in per table and day, and { $most } a day in all. People together never take more from a table than they brought; extra chips of the house’s stay there, whoever has won them. A deal costs nobody more than the buy-in; above that, the winners give back. Whoever then owes the table as much gets up, and the purse pays; what it can’t pay, nobody gets. Whoever comes back within an hour brings what was carried away.
customs-end = - **Tables end by themselves:** a lobby, or a table at which no next deal starts, closes after { $idle } in which nobody does anything, by mail not before a turn’s time; everybody’s chips go home. No deal starts by itself after **Pause**, or after a deal in which nobody did anything.
    .never = - **No deal starts by itself** after **Pause**, or after a deal in which nobody did anything.
rules-choose = Read about …
# Above what a table plays by; .table: where there is one.
rules-preface = These are the usual rules: each table sets them as it likes.
    .table = All pages of the rules follow these.
rules-full = -# Below you can open the full rule of each, and all rules with their numbers.
rules-choose-option = Open the full rule of …
rules-choose-full = Open the full rules
# $choices: "None, Pair of jacks, or Two pairs".
rules-option-choices = It can be: { $choices }.
# $number: "KP-54"; $text: the rule.
rules-rule = - **{ $number }** { $text }
rules-house = -# ◆ marks a house decision: the game’s description leaves the point open, and this is how we play it.

# Where they came from. $starting, $daily, $house, $corrections: chips.
chips-sources = -# In all you were given { $starting } at the start and { $daily } as daily gifts, and you won { $house } from computer players.
    .corrected = -# In all you were given { $starting } at the start and { $daily } as daily gifts, you won { $house } from computer players, and moderators corrected your purse by { $corrections }.
# $chips: what tables have brought besides, or cost.
chips-besides = -# Besides, you have won { $chips } at tables.
    .lost = -# Besides, you have lost { $chips } at tables.
chips-purse = You have **{ $chips }** in your purse.
chips-table = At the table in { $table }: { $chips }.
    .practice = At the table in { $table }: { $chips } for practice.
    .leaving = At the table in { $table }: { $chips }, which come home when the deal is over.
# Below that line. $count: how many of these chips.
chips-table-extra =
    { $count ->
        [one] -# { $count } of these is an extra chip, which goes back to the house.
       *[other] -# { $count } of these are extra chips, which go back to the house.
    }
# Below that line. $count: chips. .ahead: where the deal has given the person more than it has taken.
chips-table-in-deal =
    { $count ->
        [one] -# { $count } more has gone into the deal that is being played there: until it is over, it counts as neither won nor lost.
       *[other] -# { $count } more have gone into the deal that is being played there: until it is over, they count as neither won nor lost.
    }
    .ahead =
    { $count ->
        [one] -# { $count } of these comes from the deal that is being played there: until it is over, it counts as neither won nor lost.
       *[other] -# { $count } of these come from the deal that is being played there: until it is over, they count as neither won nor lost.
    }
# $game, $channel: of the table; the channel's name may not be known.
button-leave-table = Leave { $game }
    .in = Leave { $game } in #{ $channel }
# .lesson: in direct messages with an open lesson, also where the person sits at one table.
leave-which = You sit at several tables. Which do you get up from?
    .lesson = A lesson is open here, and you sit at a table, too. Which do you leave?
# $why: the reason that a moderator gave.
chips-frozen = 🧊 Your purse is frozen: “{ $why }”. Its chips stay there, and you can practise. Whoever manages the server can unfreeze it.
# $erased: the day; $chips: how many; $when: the moment. .no-gift: where there is no daily gift, or the purse is frozen.
chips-begun-anew = Everything about you was erased on { $erased }, so there were no starting chips this time. The next daily gift, { $chips }, comes with the first look at `/chips` after { $when }, if you have fewer by then.
    .no-gift = Everything about you was erased on { $erased }, so there were no starting chips this time.
chips-topped-up = ({ $chips } of these are today’s gift, because you had run low.)

leaderboard-heading = ## Most chips won
    .season = ## Most chips won · season { $number }
# $chips: "+120"; $deals, $wins: how many deals were played, and in how many chips were gained.
leaderboard-line = { $place }\. **{ $name }** { $chips } ({ deals-gained })
# The same for the person who looks, where the line is on another page. .none: for whoever isn't listed; $chips: "−9 chips".
# .new, .season: for whoever has played no deal that counts, ever or since the season began.
leaderboard-own = **Your place:** { $place }, { $chips } ({ deals-gained })
    .none =
        { $deals ->
            [one] **You:** no place yet. In { $deals } deal you won no more from people than you lost to them ({ $chips }).
           *[other] **You:** no place yet. In { $deals } deals you won no more from people than you lost to them ({ $chips }).
        }
    .new = **You:** no place yet. You have finished no deal for chips here.
    .season = **You:** no place yet. You have finished no deal for chips here this season.
leaderboard-what = -# Deals that are played for chips count, in every game: what people won from each other. What was won from computer players, or lost to them, doesn’t count. Whoever has won more than lost is listed.
leaderboard-empty = Nobody has won chips here yet.
# Below a page of the leaderboard or of the log.
page-of-pages = -# Page { $page } of { $pages }
button-earlier = Earlier
button-later = Later

settings-heading = **How you play, in all servers**
settings-saved = **Saved. How you play, in all servers:**
settings-what = Every press below changes a setting at once.
# $channels: mentions of the channels in which the hand is, though it is to come by direct message; $count: how many.
settings-hand-for-now =
    { $count ->
        [one] -# Your hand at the table in { $channels } is in that channel now, as you opened it there. To get it by direct message again, choose **by direct message** below.
       *[other] -# Your hands at the tables in { $channels } are in those channels now, as you opened them there. To get them by direct message again, choose **by direct message** below.
    }
settings-choose = Choose …
settings-hand-dm = My hand: by direct message
settings-hand-now = My hand: in the channel for now
settings-hand-here = My hand: in the channel, for me alone, when I ask for it
settings-call-at_once = Called by name: as soon as it’s my turn
settings-call-later = Called by name: when I haven’t acted for a while
settings-call-never = Called by name: never
settings-cloth-table = Pictures: as each table has them
settings-cloth-felt = Pictures: on green felt
settings-cloth-paper = Pictures: on light paper
settings-cloth-night = Pictures: on dark blue
# $count: how many cards are cut.
settings-cut =
    { $count ->
        [0] My cut: none
        [one] My cut: { $count } card
       *[other] My cut: { $count } cards
    }
# A button that says how a setting is. $name: one of the three below; $on: "on" or "off".
settings-switch = { $name }: { $on ->
        [on] on
       *[off] off
    }
settings-four-colour = Hand in four colours
settings-ask-first = Ask before risky moves
settings-auto-top-up = Top up by itself

verify-heading = ## The shuffle of deal { $deal }
# Of a deal of an earlier version.
verify-fits = ✅ The deck follows from the seed and the cut, and the seed from what was written down before the deal.
verify-fails = ⚠️ The cards do **not** follow from what was written down before the deal.
verify-earlier = It was dealt by an earlier version of me, which knew the cut when it drew the seed.
verify-compared = ✅ The cards follow from the number that you gave, and from what people did after it was published.
verify-compared-fails = ⚠️ The cards do **not** follow from the number that you gave. Is it that of the line about this deal? Each table has lines of its own, also where it follows another in the same channel.
verify-not-compared = ☑️ The record agrees with itself. **That proves nothing yet:** take the number from the line in the channel and give it here: `/verify root:`.
verify-itself-fails = ⚠️ The record does **not** agree with itself.
# Of a deal at a table in direct messages.
verify-unpublished = At a table in direct messages nothing is published beforehand, so nothing can be proved. The file has the record of the deal.
# $first, $last: the numbers of deals; $url: a link to a message.
verify-line = The line about deals { $first } to { $last }: { $url } (it must never have been edited)
verify-no-line = ⚠️ Nothing was published before this deal began, so nothing proves that its pack was fixed by then.
# $value: a long number in hexadecimal.
verify-root = This deal’s own number, which follows from that line: `{ $value }`
verify-nothing-yet = You haven’t finished a deal at this table yet, so there’s nothing to check. Add a word or number of your own to its next shuffle: nobody can choose who gets which card then.
# $words: such as "Ann “banana”".
verify-words = Words: { $words }
# $name: whose it is; $word: what somebody added.
verify-word = { $name } “{ $word }”
# $choices: such as "Ann 5 choices and Bo 1 choice".
verify-choices = What people chose in the deal before: { $choices }
# $name: who; $count: how often.
verify-choice =
    { $count ->
        [one] { $name } { $count } choice
       *[other] { $name } { $count } choices
    }
verify-nobody = ⚠️ After the number was published nobody added a word or made a cut, and there were no choices of a deal before: people had no part in this shuffle. Add a word: `/verify word:`.
verify-remember = -# Does your part agree with what you remember? Your word, your choices and your cut are all that is in it.
# $count: how many cards are closed.
verify-shut = You can’t see { $count } of the cards yet.
# $names: who held cards that weren’t shown; $count: how many.
verify-waits =
    { $count ->
        [one] All are opened when { $names } agrees, or a day after the table is closed.
       *[other] All are opened when { $names } agree, or a day after the table is closed.
    }
verify-open = All cards can be seen now: the pack is complete, and no card is in it twice.
verify-reads = -# Whoever runs me can see every card in my database. They can’t decide who gets which, unless they play along with somebody at the table.
verify-other-version-equal = It was played by another version of me, whose checksums I don’t check. Played again now, it ends the same.
verify-other-version-differs = ⚠️ It was played by another version of me, whose checksums I don’t check. Played again now, it does **not** end the same.
# $value: a long number in hexadecimal.
verify-commitment = Published before the deal: `{ $value }`
verify-seed = Seed: `{ $value }`
verify-cut =
    { $count ->
        [one] Cut: { $count } card
       *[other] Cut: { $count } cards
    }
# $name: who was to cut; $count: how many cards.
verify-cut-by =
    { $count ->
        [0] Cut by { $name }: none
        [one] Cut by { $name }: { $count } card
       *[other] Cut by { $name }: { $count } cards
    }
# $count: how often the discards were shuffled in that deal.
verify-shuffles =
    { $count ->
        [one] The discards were shuffled once in that deal.
       *[other] The discards were shuffled { $count } times in that deal.
    }
# $value: the whole hash of the pack.
verify-present = -# The pack of the present deal was fixed before it began. Afterwards this number proves that: `{ $value }`
verify-next = -# The pack of the next deal is fixed already. Afterwards this number proves that: `{ $value }`
verify-later = The order of the discards can be checked once all cards are open.
verify-how = -# To check it yourself, save the file and run `python -m engine verify record.json --root` with that number.
verify-how-earlier = To check it yourself, save the file and run `python -m engine verify record.json`.
# A form; what is typed is a person's part in the next shuffle.
form-word = Your part in the next shuffle
form-word-label = A word or number of your own
form-word-why = Remember it. Without it nobody could choose who gets which card; /verify shows it afterwards.
# ".at": where it could have been meant for another table. $channel: a link to the channel of the table it is for.
said-word = Your word has its part in the next shuffle. Remember it: `/verify` shows it after that deal.
    .at = Your word has its part in the next shuffle in { $channel }. Remember it: `/verify` there shows it after that deal.

privacy-heading = ## What Knockabout keeps about you
privacy-what =
    - Your Discord id and your name in this server, so that the table, the score and the leaderboard can name you.
    - What you chose in `/settings`, your language, and how far you have come in each lesson.
    - Your chips, and each movement of them, so that nobody’s chips get lost.
    - At which tables you sat, and what you did in each deal, so that a deal goes on after a restart and can be checked.
    - What you did as a host or moderator, and what hosts and moderators did that concerns you, with their reasons (`/log`).
    - For fifteen minutes after a press: what lets the bot edit the answer to it.

    It never sees what you say in a channel, and nothing goes to anybody else. Whoever runs this bot can read its database.
# $names, $server: days; 0: for ever.
privacy-how-long = { $names ->
        [0] Finished deals name whoever played.
        [one] One day after a table was closed its deals name nobody any more.
       *[other] { $names } days after a table was closed its deals name nobody any more.
    } { $server ->
        [0] A server’s data stays after the bot was removed from it.
        [one] One day after the bot was removed from a server, the server’s data is deleted.
       *[other] { $server } days after the bot was removed from a server, the server’s data is deleted.
    }
privacy-rights = You can have all of it as a file, or have it erased. What stands in channels and direct messages is Discord’s: delete it there.
privacy-policy = [The whole policy]({ $url })
erase-heading = ## Erase everything about you?
erase-what =
    - Your purses in all servers go to the house: **the chips are gone.**
    - In finished deals and on leaderboards you become a player with a number, and nothing leads to you.
    - Your settings are forgotten.

    It can’t be undone. Whoever comes back within thirty days begins with no chips, and has the daily gift from the next day on; a debt is still there then, and a frozen purse stays frozen. A table that its host removed you from stays closed to you.
erase-done = Everything is erased. In the deals you played you are { $name } now.
export-here = Here is everything that Knockabout keeps about you.
export-sent = It is in your direct messages.
button-export = Get it as a file
button-erase = Erase it …
button-erase-sure = Erase everything
button-erase-not = Keep it

help-heading = ## Knockabout
    .hosts = ## Knockabout · for hosts
help-hosts =
    {""}**Whoever hosts a table:**
    - **Set up** in the lobby changes rules, chips and time; `/house save` keeps them.
    - `/manage` removes or invites people, and locks the table; **More** has another game.
    - `/close` closes it after the deal; with `now:true` at once, if everybody agrees.

    {""}**Whoever may manage the channel** can do so at any table there; `/log` tells what was done.

    {""}**Whoever may manage the server** sets with `/server` where and by whom tables are opened, times and language, new purses and gifts; corrects or freezes a purse; begins the leaderboard anew.
button-help-hosts = For hosts
button-help-players = For players
# $count: how many games there are.
help-body =
    { $count } old card games for friends. Hands are private; chips are play money.

    - `/newgame` opens a table, in my direct messages to practise. Others press **Join**, or you add computer players.
    - **Start** deals. **My hand** or `/hand` shows your hand.
    - **Your turn:** press a button. **What can I do?** explains them, **Hint** advises.
    - `/learn` teaches a game, `/rules` explains it, and its pictures.
    - `/back`: you play again, after a computer player took over.
    - `/leave` gets you up from the table.
    - { $place ->
        [dm] `/settings`, `/privacy`: what you like, and what is kept about you.
       *[server] `/settings`, `/chips`, `/privacy`: what you like, have, and what is kept about you.
    }
