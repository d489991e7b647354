### Knock Rummy in its own words. A text "name-knock-rummy" takes the place of "name" at a table of Knock Rummy.

game-knock-rummy = Knock Rummy
    .ways = There you `/draw`, `/knock` and `/discard`.

private-knocked-knock-rummy = { $name } has knocked: the deal ends with this turn’s discard.
private-asked-knocked-knock-rummy = **Your turn:** you have knocked; discard a card, and the deal is over.
private-net-won-knock-rummy = You score { $count }
event-stock-ran-out-knock-rummy = That was the stock’s last card. Whoever next draws from the stock turns the discards over.
event-void-knock-rummy = The deal went on too long and is called off. Nobody scores.
