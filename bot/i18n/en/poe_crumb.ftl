### Poe Crumb in its own words. A text "name-poe-crumb" takes the place of "name" at a table of Poe Crumb.

game-poe-crumb = Poe Crumb
    .ways = There you `/draw` and `/discard`, or `/knock` instead.

seat-stayed-poe-crumb = done
# $held: "You have 2 rounds won.", or "You have 2 rounds won, 18 chips."
private-won-poe-crumb = The round is over, and you won it. { $held }
private-lost-poe-crumb = The round is over. { $held }
event-stock-ran-out-poe-crumb = The stock has run out: Sudden Death!
outcome-poe-crumb =
    .bare = { event-won-poe-crumb }
    .bare-with = { $names } wins the round: { $hand }.
event-won-poe-crumb =
    { $count ->
        [one] { $names } wins the round.
       *[other] { $names } tie; each of them wins the round.
    }

# $target: rounds to win.
scores-target-poe-crumb =
    { $target ->
        [one] to { $target } round
       *[other] to { $target } rounds
    }
