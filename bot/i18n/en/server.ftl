### What the people who manage a server set there, and the log of what was done.

# $page: the page’s title.
server-heading = ## This server · { $page }
# .form: as the title of a form.
server-title-tables = where and how many tables
    .form = Where and how many tables
server-title-play = how it’s played
    .form = How it’s played
server-title-chips = chips and leaderboard
    .form = Chips and leaderboard
# $name: a setting; $value: what it is set to.
server-line = **{ $name }:** { $value }
server-name-channels = Tables are opened in
server-name-openers = Tables are opened by
server-name-tables-person = Open tables a person hosts
server-name-tables-server = Open tables in this server
server-name-turn-seconds = Time for a turn
server-name-pause-seconds = Pause between deals
server-name-story = A line about each deal
server-name-language = Language of what everybody reads
server-name-starting-chips = Chips of a new purse
server-name-daily-chips = Daily gift
server-what-tables = -# A thread counts as its channel. Tables that are open stay open.
server-what-play = -# A table begins with the time and the lines set here, and its host can change both. The pause holds from the next deal on, the language at once.
server-what-chips = -# Purses keep what they have. Whoever has fewer chips than the gift, those at tables included, is given it once a day (UTC).
server-season = **Leaderboard:** season { $number }
# The line of a select. $name: the setting; $value: one of its values.
server-choice = { $name }: { $value }
server-choose = { $name } …
server-choose-channels = Tables are opened in … (nothing chosen: everywhere)
server-choose-role = Tables are opened by a role …
server-choose-purse = Somebody’s purse …
server-everywhere = every channel
# $count: how many channels aren’t named.
server-more-channels = { $count ->
        [one] { $count } more channel
       *[other] { $count } more channels
    }
server-openers-everybody = everybody
server-openers-managers = whoever may manage the channel
# $role: its name.
server-openers-role = { $role }, and whoever may manage the channel
server-story-usual = stays where two people or more sit
server-story-on = stays in the channel
server-story-off = doesn’t stay
server-as-on-discord = that of the server on Discord
# $value: chips, or a time.
server-as-usual = { $value }, as usual
server-empty = Leave it empty for the usual number.
button-server-page-tables = Tables
button-server-page-play = Play
button-server-page-chips = Chips
button-server-numbers-tables = How many tables …
button-server-numbers-chips = How many chips …
button-server-season = Begin a new season …

# $who: whose purse it is.
purse-heading = ## { $who } · purse
purse-none = There’s no purse yet: a person has one from the first time they look at it or sit down.
# $chips, $at_tables: chips.
purse-has = **{ $chips }** in the purse, { $at_tables } at tables.
# $why: the reason that a moderator gave.
purse-frozen-for = 🧊 **Frozen:** “{ $why }”
# $give, $take: numbers of chips.
purse-may = -# Corrections can give { $give } more today and take { $take }, as far as they’re there.
purse-what = -# Whose purse is frozen keeps the chips and the place on the leaderboard, can practise, and is told why; sitting down for chips and the daily gift wait until it’s unfrozen. Every act stands in `/log` with its reason.
button-purse-correct = Correct …
button-purse-freeze = Freeze …
button-purse-unfreeze = Unfreeze …
purse-amount = How many chips
purse-amount-what = With + they are given, with - they are taken.
purse-why = Reason
purse-why-what = It stands in the log, and the person is told.
# $chips: "+50".
purse-corrected = Corrected by { $chips }.
purse-done-freeze = The purse is frozen.
purse-done-unfreeze = The purse can be used again.

# $number: the season that is to end.
season-heading = ## End season { $number } of the leaderboard?
season-what =
    - **The leaderboard begins at zero** for everybody. Deals that begin from now on count; one that is being played counts no more.
    - Chips stay where they are: in purses and at tables. Nothing is paid out, and no gift is given.
    - Tables, deals and their records stay, too.

    It can’t be undone.
button-season-sure = Begin a new season
button-season-not = Keep this one
# $number: its number.
season-begun = **Season { $number } has begun.**

# What a person is told privately. $who: whoever did it; $server: one of the two below; $game, $channel: the table’s.
letter-server = in { $name }
letter-a-server = in a server
letter-correction = { $who } has given you { $chips } { $server }: your purse was corrected. `/chips` there shows what you have.
    .taken = { $who } has taken { $chips } out of your purse { $server }, as a correction. `/chips` there shows what you have.
letter-freeze = 🧊 { $who } has frozen your purse { $server }. Your chips stay there, and you can practise. Whoever manages the server can unfreeze it.
letter-unfreeze = { $who } has unfrozen your purse { $server }: you can sit down for chips again.
letter-removed = { $who } has removed you from the table of { $game } in { $channel }. Any chips you had there are back in your purse, and you can sit down there again when its host invites you.
    .bare = { $who } has removed you from the table of { $game } in { $channel }. You can sit down there again when its host invites you.
letter-invited = { $who } invites you to the table of { $game } in { $channel }: **Join** or `/join` sits you down there.
# $why: the reason that was given.
letter-why = The reason: “{ $why }”
# In the person’s own chips. $when: the day; $chips: "+50". .erased: the reason was erased.
chips-correction = -# { $when }: { $who } corrected your purse by { $chips }: “{ $why }”
    .erased = -# { $when }: { $who } corrected your purse by { $chips }. The reason was erased.

log-heading = ## What was done here
log-empty = The log is empty: nobody has done anything yet that it keeps.
# $when: date and time; $said: one of the texts below.
log-line = { $when } · { $said }
log-bot = I
log-erased = Player { $number }
# $who: whoever did it; $game, $channel: the table’s; $how: as what, or why; $next: the other game.
log-opened = { $who } opened a table of { $game } in { $channel }.
log-went_on = { $who } closed the table of { $game } in { $channel } to go on there with { $next }.
log-closed = { $how ->
        [idle] I closed the table of { $game } in { $channel }: nobody did anything there for a long time.
        [nobody] I closed the table of { $game } in { $channel }: nobody sat there any more.
        [released] I closed the table of { $game } in { $channel }: whoever runs the bot released it.
        [asked] I closed the table of { $game } in { $channel } after its deal, as I was asked to.
        [gone] I closed the table of { $game } in { $channel }: its channel is gone.
        [removed] I closed the table of { $game } in { $channel }: I was removed from the server.
        [locked_out] I closed the table of { $game } in { $channel }: I couldn’t use the channel for a day.
        [unreadable] { $who } closed the table of { $game } in { $channel }, which another version of me had opened.
        [closed_now] { $who } closed the table of { $game } in { $channel } at once, as a moderator; a deal there was taken back.
        [agreed] { $who } closed the table of { $game } in { $channel } at once, as its host, and all agreed; a deal there was taken back.
        [moderator] { $who } closed the table of { $game } in { $channel }, as a moderator.
        [vote] { $who } closed the table of { $game } in { $channel } with the last vote that it took.
       *[host] { $who } closed the table of { $game } in { $channel }, as its host.
    }
log-closing = { $how ->
        [moderator] { $who } closed the table of { $game } in { $channel } after its deal, as a moderator.
        [vote] { $who } closed the table of { $game } in { $channel } after its deal, with the last vote that it took.
       *[host] { $who } closed the table of { $game } in { $channel } after its deal, as its host.
    }
log-end_asked = { $who } asked to close the table of { $game } in { $channel } at once, as its host.
log-end_withdrawn = { $who } took back having asked to close the table of { $game } in { $channel } at once.
log-kept_open = { $who } kept the table of { $game } in { $channel } open.
log-taken_back = I took back the deal at the table of { $game } in { $channel }, because it couldn’t go on.
# $about: whom it concerns.
log-removed = { $who } removed { $about } from the table of { $game } in { $channel }.
log-invited = { $who } invited { $about } to the table of { $game } in { $channel }.
log-locked = { $who } locked the table of { $game } in { $channel }.
log-unlocked = { $who } unlocked the table of { $game } in { $channel }.
# $chips: "+50"; $why: the reason. .erased: it was erased, with all that was known of that person.
log-correction = { $who } corrected the purse of { $about } by { $chips }: “{ $why }”
    .erased = { $who } corrected the purse of { $about } by { $chips }. The reason was erased.
log-freeze = { $who } froze the purse of { $about }: “{ $why }”
    .erased = { $who } froze the purse of { $about }. The reason was erased.
log-unfreeze = { $who } unfroze the purse of { $about }: “{ $why }”
    .erased = { $who } unfroze the purse of { $about }. The reason was erased.
# $preset: its name; $about: whoever had saved it.
log-preset_deleted = { $who } deleted the preset “{ $preset }” that { $about } had saved.
log-preset_replaced = { $who } replaced the preset “{ $preset }” that { $about } had saved.
# $number: that of the new season.
log-season = { $who } began season { $number } of the leaderboard.
# $setting: its name; $before, $now: its values.
log-setting = { $who } changed “{ $setting }”: { $before } → { $now }

refusal-needs_manage_server = Only whoever may manage this server can do that.
refusal-needs_manage_channels = Only whoever may manage channels can read the log.
# $setting: its name; $least, $most: its bounds.
refusal-setting_bounds = “{ $setting }” can be { $least } to { $most }.
refusal-season_over = That season is over already: season { $number } is on.
refusal-no_purse = That person has no purse here yet, so there’s nothing to correct: a person has one from the first time they look at it or sit down.
refusal-more_than_there =
    { $have ->
        [0] That purse has no chips that could be taken.
        [one] That purse has { $have } chip, and no more can be taken.
       *[other] That purse has { $have } chips, and no more can be taken.
    }
# $most: how many there may be.
refusal-too_many_of_yours = { $most ->
        [one] A table that you host or opened is open in this server already, and a person can have one at a time here: close it with `/close`, or play on there.
       *[other] { $most } tables that you host or opened are open in this server already, and a person can have no more at a time here: close one with `/close`, or play on there.
    }
refusal-too_many_here = { $most ->
        [one] There’s a table open in this server, and there can be one at a time here: join it, or wait until it’s closed.
       *[other] There are { $most } tables open in this server, and there can be no more at a time: join one, or wait until one is closed.
    }
# $channels: their names; $count: how many are still there.
refusal-opened_elsewhere = { $count ->
        [0] The channels in which tables are opened here are gone: whoever manages the server can choose others with `/server`.
       *[other] Tables are opened in { $channels } here.
    }
refusal-opened_by_managers = Tables are opened here by whoever may manage the channel: ask them, or join one that is open.
# $role: its name.
refusal-opened_by_role = Tables are opened here by { $role }, and by whoever may manage the channel: ask them, or join one that is open.
# In place of a moderator’s reason, which is gone.
frozen-before = It was frozen before everything about its owner was erased.
# $why: the reason that a moderator gave.
refusal-purse_frozen = Your purse in this server is frozen: “{ $why }”. Your chips stay there, and you can practise: `/newgame` opens a table for that. Whoever manages the server can unfreeze it.
# $name: the host.
refusal-host_frozen = { $name }, who hosts this table, can’t sit down for chips at the moment, so it can’t go on: close it, and somebody else opens one.
# $given: what somebody typed. .empty: nothing. .signed: for a correction, which has a sign.
error-no-number = “{ $given }” isn’t a number that can be set. Write digits alone, such as 50.
    .empty = You typed no number. Write digits alone, such as 50.
    .signed = “{ $given }” isn’t a number of chips to give or take. Write a number other than 0, such as +50 or −50.
    .signed-empty = You typed no number. Write how many chips to give or take, such as +50 or −50.
error-no-reason = Give a reason: it stands in the log.
