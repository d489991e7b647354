### What an option of the rules is set to. Names, descriptions and choices of the options are written in English in each
### game's Rules; other languages have them under option-<game>-<name> (.label, .description, .choice-<value>),
### and its presets under preset-<game>-<name> (.label, .description).

value-on = on
value-off = off
value-ante = { chips }
value-fold_payment = { chips }
value-stay_payment = { chips }
value-target_wins =
    { $count ->
        [0] no target
       *[other] { $count }
    }
value-poe-crumb-ante =
    { $count ->
        [0] no chips
       *[other] { chips }
    }
value-bonus_pat_knock = { chips }
value-bonus_royal_flush = { chips }
value-bonus_straight_flush = { chips }
value-bonus_four_of_a_kind = { chips }
value-rum_points = { tally-points }
value-undercut_penalty = { tally-points }
value-knock_limit =
    { $count ->
        [0] no limit
       *[other] { tally-points }
    }
value-chips_per_point =
    { $count ->
        [0] no chips
       *[other] { chips }
    }
value-knock-rummy-deals =
    { $count ->
        [0] one for each player
       *[other] { $count }
    }
value-deals =
    { $count ->
        [0] no limit
       *[other] { $count }
    }

# One option and what it is set to: "Ante: 2 chips".
rule-line = { $label }: { $value }
# The same where it differs from the usual rules.
rule-line-changed = **{ $label }: { $value }**


## Values that can't be. $label: the option; $given: what was asked for.

bad-option-unknown = There is no option “{ $given }” in { $game }: /newgame lists the options there are.
bad-option-flag = { $label } is either on or off, not “{ $given }”: choose True or False.
bad-option-number = { $label } can’t be “{ $given }”: give a whole number from { $least } up.
    .empty = You typed no number for { $label }: give a whole one from { $least } up.
bad-option-range = { $label } can’t be “{ $given }”: give a whole number from { $least } to { $most }.
    .empty = You typed no number for { $label }: give a whole one from { $least } to { $most }.
# $least, $most: how many characters it may have.
bad-option-text = { $label } takes a text of { $least } to { $most } characters.
bad-option-choice = { $label } can’t be “{ $given }”: choose one of { $choices }.
# $other: another option; $value: what that is set to.
bad-option-idle = { $label } has no effect where { $other } is “{ $value }”: leave it out, or change { $other }.
