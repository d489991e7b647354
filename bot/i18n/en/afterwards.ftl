### What knocks, calls, stakes and folds of a deal were worth when they were made. A text "worth-…-<game>" takes its place there.

worth-heading = **How good that was, by what each had seen:**
worth-heading-poch = **How good that was:**
worth-heading-le-poque = { worth-heading-poch }
worth-heading-poch-1873 = { worth-heading-poch }
# What the numbers below are.
worth-explained = -# In deals like this the player has seen the same cards, and all other cards lie by chance. The bot played many of them to the end and counted how many that player wins (whoever folded: would win by staying in), whatever came of it this time.
worth-explained-poch = -# In such deals the set and the stakes before it are the same (of a hand that was not shown, the whole hand), and all other cards lie by chance. The bot tried many of them and counted in how many that player wins the betting (whoever folded: would win it by matching), whatever came of it this time.
worth-explained-le-poque = { worth-explained-poch }
worth-explained-poch-1873 = { worth-explained-poch }
# $name: who decided; $count: of a hundred sampled deals, as exactly as they carry. The form “did” stands in the picture.
worth-knock = { $name }’s knock wins about { $count } of 100 deals like this.
    .all = { $name }’s knock wins nearly every deal like this.
    .none = { $name }’s knock wins hardly any deal like this.
    .did = knock
worth-knock-dompe = { $name }’s “dompe” wins about { $count } of 100 deals like this.
    .all = { $name }’s “dompe” wins nearly every deal like this.
    .none = { $name }’s “dompe” wins hardly any deal like this.
    .did = “dompe”
worth-call = { $name } stayed in: that wins about { $count } of 100 deals like this.
    .all = { $name } stayed in: that wins nearly every deal like this.
    .none = { $name } stayed in: that wins hardly any deal like this.
    .did = stays in
worth-fold = { $name } folded: staying in wins about { $count } of 100 deals like this.
    .all = { $name } folded: staying in wins nearly every deal like this.
    .none = { $name } folded: staying in wins hardly any deal like this.
    .did = folds
## The betting of the Poch family. $chips: the whole stake; $shown: "yes" where the set was shown: the rest of that hand stays hidden, so the
## set alone is reckoned with.

worth-alike =
    { $shown ->
        [yes] with such a set
       *[other] like this
    }

worth-bet = { $name }’s bet of { $chips } wins the betting in about { $count } of 100 deals { worth-alike }.
    .all = { $name }’s bet of { $chips } wins the betting in nearly every deal { worth-alike }.
    .none = { $name }’s bet of { $chips } wins the betting in hardly any deal { worth-alike }.
    .did = bets { $chips }
worth-raise = { $name }’s raise to { $chips } wins the betting in about { $count } of 100 deals { worth-alike }.
    .all = { $name }’s raise to { $chips } wins the betting in nearly every deal { worth-alike }.
    .none = { $name }’s raise to { $chips } wins the betting in hardly any deal { worth-alike }.
    .did = raises to { $chips }
worth-match = { $name } matched { $chips }: that wins the betting in about { $count } of 100 deals { worth-alike }.
    .all = { $name } matched { $chips }: that wins the betting in nearly every deal { worth-alike }.
    .none = { $name } matched { $chips }: that wins the betting in hardly any deal { worth-alike }.
    .did = matches { $chips }
worth-drop = { $name } folded: matching wins the betting in about { $count } of 100 deals { worth-alike }.
    .all = { $name } folded: matching wins the betting in nearly every deal { worth-alike }.
    .none = { $name } folded: matching wins the betting in hardly any deal { worth-alike }.
    .did = folds

# $line: what is told of a hand that nobody else has seen.
worth-alone = { $line } _(Only you see this.)_

## The picture. $count: as above.

worth-detail = wins in 100 deals like this
worth-told = { $count }
    .all = nearly all
    .none = hardly any
alt-worths = Bars, one for each decision.
