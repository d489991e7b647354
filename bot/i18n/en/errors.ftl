### Why something can’t be, and what can be done instead.

## Actions that the rules don't allow now, where the engine's sentence doesn't suit Discord. Values are those that its
## error names; players by their names.

# $to_act: whose turn it is.
illegal-not_your_turn = It isn’t your turn yet: wait for { $to_act }.
illegal-not_in_this_game = That isn’t done in { $game }.
illegal-not_offered = That can’t be done just now. Look at your buttons to see what can.
illegal-not_dealt_in = You couldn’t pay the ante, so you weren’t dealt in. Bring more chips with /topup and play the next deal.
# $knocker: who has knocked. .bare: whoever asks.
illegal-already_knocked = { $knocker } has knocked, and there’s only one knock in a deal. Finish your turn.
    .bare = You have knocked already: discard a card.
# $minimum: the option's value.
illegal-below_minimum = At this table you need at least { least-hand } to knock, and your five cards would be less. Play on without knocking.
illegal-discard_below_minimum = You’ve knocked, so you must keep at least { least-hand }, and without the { $card } you’d have less. Discard another card.
illegal-stay_not_offered = You can stay without drawing only when the stock has run out after a knock. Play your turn as usual.

least-hand =
    { $minimum ->
        [pair_of_jacks] a pair of jacks
        [pair_of_aces] a pair of aces
        [two_pairs] two pairs
        [three_of_a_kind] three of a kind
        [straight] a straight
       *[other] the agreed minimum
    }

## What somebody asked for that can't be; nothing has changed.

refusal-servers_only = That works only in a channel of a server.
refusal-no_table = There’s no table in this channel. Open one with `/newgame`.
# $tables: links to the channels of the person's tables.
refusal-table_elsewhere = There’s no table in this channel. You sit in { $tables }: use the command there.
refusal-for_one_person = A table in direct messages is for one person. Open one in a channel to play with others.
refusal-no_table_of_yours = You don’t sit at any table. Join one in its channel first.
# The same in direct messages, for whoever has begun lessons and not finished them; a button for each is below. $games: their games.
refusal-no_table_but_lessons =
    { $count ->
        [one] You don’t sit at any table. If you mean your lesson in { $games }: it is played with the buttons of its message. The button below brings that message here.
       *[other] You don’t sit at any table. If you mean one of your lessons, in { $games }: each is played with the buttons of its message. The buttons below bring those messages here.
    }
# $url: a link to the lesson's message.
refusal-in_a_lesson = A lesson is played with the buttons of its message: { $url }
# $url: as above; $tables: links to the channels of the person's tables.
refusal-lesson_or_table = A lesson is open here, and you sit at a table, too, so nothing was done. For the lesson, press the buttons of its message: { $url } For the table, press its buttons, or type the command in { $tables }.
refusal-which_table = You sit at several tables. Use this command in the channel of the one you mean.
refusal-table_here = You have a table here already: `/hand` shows it, and `/close` ends it.
# $game: what is played there; $url: the table's message. ".join": a button for sitting down there is below; ".seated": whoever reads it
# sits there; ".other": neither.
refusal-table_exists = There’s a table in this channel already. Join it, or open yours in another channel or a thread.
    .join = There’s a table of { $game } in this channel already: [To the table]({ $url }). Join it, or open yours in another channel or a thread.
    .seated = You sit at the table of { $game } in this channel already: [To the table]({ $url }). Open another in another channel or a thread.
    .other = There’s a table of { $game } in this channel already: [To the table]({ $url }). Open yours in another channel or a thread.
refusal-unreadable_table = There’s a table in this channel from another version of me, which I can’t read. It can only be closed: anybody who sits there, or a moderator, does that with `/close`, and everybody gets the chips back. Then `/newgame` works here again.
refusal-table_gone = That table is closed.
refusal-other_process = That table can’t be reached from here at the moment. Play on in its channel.
# ".now" and ".later": where the person can sit down, outside a deal and in one; a button for that is below it.
refusal-not_seated = You don’t sit at this table.
    .now = You don’t sit at this table. Sit down with `/join`.
    .later = You don’t sit at this table. Sit down with `/join`: you play from the next deal.
refusal-already_seated = You sit at this table already.
refusal-erase_seated = You sit at { $count ->
        [one] a table
       *[other] { $count } tables
    } now. Get up there first, with `/leave`; then everything can be erased.
refusal-leaving = You’re getting up from this table. When the deal is over you can join again, if the table stays open.
refusal-away = A computer player plays for you. Press **I’m back** or use `/back`, and you play again.
refusal-no_vote = Only the other people who play in the deal vote about a slow turn.
refusal-own_turn = That’s for whoever waits for you: it’s your turn. As soon as you play, nobody’s vote counts any more.
refusal-no_vote_to_close = Whoever has just sat down has no vote until dealt in: those who play now close the table by votes, or its host does.
refusal-not_slow = Nobody’s turn is slow just now, so there’s nothing to vote about.
# $least: seconds.
refusal-turn_time = A turn can have { $least } seconds to { $days } days, or no limit.
# $name: the host.
refusal-not_the_host = Only { $name }, who opened the table, can set it up.
# $name: the host.
refusal-not_the_host_to_end = Only { $name }, who hosts the table, can ask to close it at once, and moderators can do it.
# $name: the host.
refusal-only_the_host = Only { $name }, who hosts the table, can do that, and whoever may manage this channel.
refusal-not_the_tables_message = That isn’t the message of the table that is open here. Use this on the newest message with **Manage table**, or type `/manage`.
refusal-was_removed = You were removed from this table. You can sit down again when its host invites you.
refusal-table_locked = This table is locked: you can sit down when its host invites you.
refusal-not_yourself = To get up yourself, use **Leave** or `/leave`.
# $name: who was to be invited.
refusal-sits_here = { $name } sits here already.
refusal-bots_dont_play = Bots can’t sit down. **Add computer player** brings somebody to play with.
refusal-game_on = A game is being played. Its rules can be changed when it’s over; or close the table and open another.
refusal-not_closing = The table stays open already.
refusal-not_asked_to_end = Nobody asks any more to close this table at once, so nothing was done.
refusal-not_voted_to_close = You haven’t voted to close the table, so there’s nothing to take back.
refusal-not_agreed_to_end = You haven’t agreed to close the table at once, so there’s nothing to take back.
refusal-not_to_stay_open = Only whoever asked to close the table, { $name } as its host, and moderators can take that back.
refusal-closing_voted = Most people here want to close the table after this deal, with or without you, so only moderators can keep it open.
refusal-set_up_over = The table can’t be set up any more: a deal was dealt by these rules. Between games its host can change them with **Change the rules**, under **Manage table**. In direct messages, close the table and open another.
# $names: whose purses are too small; $count: how many; $chips: the new number.
refusal-short_of_buy_in =
    { $count ->
        [one] Everybody would need { needed-chips }, and { $names } has too few in the purse.
       *[other] Everybody would need { needed-chips }, and { $names } have too few in their purses.
    }
# $names: whose purses are frozen; $count: how many; $chips: what everybody would need.
refusal-purses_frozen =
    { $count ->
        [one] Everybody would need { needed-chips }, and the purse of { $names } is frozen: it pays for no seat until a moderator unfreezes it.
       *[other] Everybody would need { needed-chips }, and the purses of { $names } are frozen: they pay for no seat until a moderator unfreezes them.
    }
needed-chips =
    { $chips ->
        [one] { $chips } chip
       *[other] { $chips } chips
    }
# $cost: the most chips that a deal can cost one player; $have: the chips to sit down with; $most: of those, the most.
refusal-stakes_too_high = { $fits ->
        [yes] With these stakes one deal can cost a player { $cost } chips, and everybody sits down with { $have }. Sit down with { $cost } (`chips:` in `/newgame`, or **Set up**), or lower the stakes.
       *[no] With these stakes one deal can cost a player { $cost } chips, and nobody can sit down with more than { $most }. Lower the stakes.
    }
refusal-too_much_corrected =
    Corrections give a person { $most ->
        [one] { $most } chip
       *[other] { $most } chips
    } a day at most, and take no more than that. The page of the purse says how many are left today.
refusal-one_left = You’re the only person left at a table for chips. Wait for somebody to join or to come back, close the table, or go on as practice.
refusal-others_left = You aren’t the last person at this table, so it goes on for chips.
# $name: the host; $need: chips to sit down with.
refusal-host_too_poor =
    { $name }, who hosts this table, can’t sit down there with { $need ->
        [one] { $need } chip
       *[other] { $need } chips
    }, so it can’t go on with that game: choose another one, or close it, and somebody else opens one.
# $game: the other game; $most: how many can play it.
refusal-too_many = Only { $most } can play that game, and more players would go on with it: choose another, or play on here.
# $given: the preset's name.
refusal-no_preset = This server has no preset “{ $given }”: `/house list` shows those there are, and `preset:` in `/newgame` offers the game’s styles, too.
refusal-not_for_the_house = Only the host of the table, or whoever may manage the server, saves its rules as a preset.
# $least, $most: how long it may be.
refusal-bad_preset_name = A preset’s name has { $least } to { $most } characters, and isn’t that of a style of the game.
refusal-preset_of_another = “{ $given }” was saved by somebody else. Only that person, or whoever may manage the server, can change it.
refusal-preset_of_another_version = “{ $given }” was saved by another version of me, and I can’t read its rules. Save it anew.
# $most: how many there can be.
refusal-too_many_presets = This server has { $most } presets for this game, and no more fit: delete one with `/house delete`.
# $seats: how many; $computers: in how many of them computer players sit.
refusal-table_full =
    All { $seats } seats are taken{ $computers ->
        [0] .
        [one] , one of them by a computer player. Whoever sits here can make room with **Remove one**: in the lobby, or between deals under **More**.
       *[other] , { $computers } of them by computer players. Whoever sits here can make room with **Remove one**: in the lobby, or between deals under **More**.
    }
# $name: whose turn it is.
refusal-not_your_turn = It isn’t your turn yet: wait for { $name }.
refusal-not_in_deal = You hold no cards in this deal. You play from the next one.
refusal-rematch_too_late = It’s too late for a rematch of that table. Open another with `/newgame`.
refusal-stale = That button is out of date, so nothing was done.
refusal-deal_running = A deal is being played. Wait until it’s over.
# $seconds: how long nobody can start yet.
refusal-look_first =
    { $seconds ->
        [one] The buy-in has just been raised: for { $seconds } more second everybody can look, or leave. Then press **Start**.
       *[other] The buy-in has just been raised: for { $seconds } more seconds everybody can look, or leave. Then press **Start**.
    }
refusal-no_deal = No deal is being played. Press **Start**, **Next deal** or **New game**, or use `/start`.
# $least: how many it takes.
refusal-too_few =
    { $least ->
        [one] It takes { $least } player. Others can press **Join**, or add computer players.
       *[other] It takes { $least } players. Others can press **Join**, or add computer players.
    }
refusal-too_few_chips = Fewer than { $least } players can pay the ante. Top up with `/topup`.
# $carried: chips with which somebody got up here; $have: what is in the purse; $owed: what of it is owed at other
# tables, 0: nothing; $usual: what others sit down with.
refusal-carried_away =
    You left this table with { $carried } chips less than an hour ago, and whoever comes back within an hour brings them along. Your purse has { $have }{ $owed ->
        [0] {""}
       *[other] , and you owe { $owed } at other tables
    }: bring the others home from other tables, or come back later, with { $usual }.
# $have: what is in the purse; $need: what it takes; $owed: what of it is owed at other tables, 0: nothing.
refusal-purse_too_small =
    That takes { $need ->
        [one] { $need } chip
       *[other] { $need } chips
    }, and your purse has { $have }{ $owed ->
        [0] {""}
       *[other] , and you owe { $owed } at other tables
    }. Chips at other tables come back with `/leave`; with `chips:` in `/newgame` a table takes fewer. For practice, which takes none, call `/newgame` in my direct messages.
refusal-no_computer = No computer player sits at this table.
# $most: the buy-in, up to which a stack is topped up; $have: what the person has.
refusal-nothing_to_top_up =
    { $most ->
        [one] `/topup` fills up to { $most } chip, as many as everybody sits down with, and you have { $have }. So there’s nothing to add.
       *[other] `/topup` fills up to { $most } chips, as many as everybody sits down with, and you have { $have }. So there’s nothing to add.
    }
refusal-no_chips_here = This table doesn’t play for chips, so there’s nothing to top up.
refusal-no_top_up_in_game = Nobody adds chips during this game: when somebody runs out, it ends. You can top up before the next game.
# $chips: what everybody begins a game with; $names: who has fewer, $count: how many they are.
refusal-short_of_supply =
    { $count ->
        [one] Everybody begins a game with { $chips } chips, and { $names } has fewer. Whoever has fewer tops up with `/topup`, or gets up.
       *[other] Everybody begins a game with { $chips } chips, and { $names } have fewer. Whoever has fewer tops up with `/topup`, or gets up.
    }
# Added where such a stack looks large enough. $names: whose.
refusal-extra-chips = Extra chips that { $names } got from the house don’t count: they go back to it first.
# $least: what it takes to be dealt in.
refusal-buy_in_too_small =
    { $least ->
        [one] It takes { $least } chip to be dealt in. Sit down with at least as many (`chips:` in `/newgame`, or **Set up**).
       *[other] It takes { $least } chips to be dealt in. Sit down with at least as many (`chips:` in `/newgame`, or **Set up**).
    }
# $have: what somebody got up with who wants to come back to the same game; $least: what it takes to be dealt in.
refusal-too_little_left = You got up with { $have } of your own chips, and a deal takes { $least }. Sit down again when this game is over.
refusal-nothing_to_verify = You haven’t finished a deal in this channel yet. A shuffle can be checked when its deal is over, by those who played.
refusal-no_proof_in_dm = At a table in direct messages nothing is published beforehand, so nothing can be proved, with or without a word of yours. For a table in a channel, use `/verify` there.
refusal-not_a_root = That isn’t a number from the line in the channel: it has 64 digits of 0 to 9 and a to f.
refusal-no_word = A word has at least one letter.
refusal-shuffle_not_bound = The packs of the next deals aren’t fixed yet: the line about them comes in a moment. Add your word then.
# $deal: its number.
refusal-deal_of_another_version = Deal { $deal } was played by another version of me, whose game or rules I don’t know. I can’t check it.
# After a failure the table was read again: nothing of it was written.
refusal-not_written = That couldn’t be saved, so nothing has changed. Please try again.
# Whether it was written could not be read either.
refusal-disk = I don’t know whether that was saved. I’ll read the stored state again before anything else happens; look at it before you try again.
refusal-unknown_button = I don’t know that button any more.
refusal-no_lesson = There is no lesson for this game yet: `/rules` begins with it in five lines.
refusal-unknown_game = I don’t know that game any more: `/rules` lists those there are.
refusal-unknown_command = That command has changed. Wait a moment, or restart Discord, and try again.
# $permissions: what is missing; $count: how many.
refusal-permissions =
    { $count ->
        [one] I can’t run a table here without this permission: { $permissions }. Whoever may manage the channel can give it to me, under **Edit Channel → Permissions**.
       *[other] I can’t run a table here without these permissions: { $permissions }. Whoever may manage the channel can give them to me, under **Edit Channel → Permissions**.
    }

# Discord's names of permissions.
permission-view_channel = View Channel
permission-send_messages = Send Messages
permission-send_messages_in_threads = Send Messages in Threads
permission-attach_files = Attach Files

## Other mistakes.

error-no-such-card = That isn’t a card. Write rank and suit, such as 7S, 10D or QH, or choose one of the suggestions.
# $ranks: "twos"; $known: the ranks that are in the pack, "A K Q J 10 9 8 7".
error-not-in-pack = There are no { $ranks } in this pack. Its ranks are { $known }.
error-stopping = I’m being restarted. Look at the table in a moment, before you try again.
# $seconds: how long nothing is done.
error-too-fast =
    { $seconds ->
        [one] That was faster than I can follow, so I didn’t do it. Nothing that you press in the next second is done; then go on.
       *[other] That was faster than I can follow, so I didn’t do it. Nothing that you press in the next { $seconds } seconds is done; then go on.
    }
# Fills in an answer that was still owed when the bot stopped without a word.
error-restarted = I was stopped before I could answer that. Look at the table before you try again.
error-cut-off = I can’t reach my database at the moment, so nothing was done. Please try again in a minute.
error-unwritable = I can’t save anything at the moment, so that wasn’t done. Please try again in a few minutes.
error-late = I couldn’t answer in time. Look at the table before you try again.
error-unexpected = Something went wrong here. Look at the table before you try again.
