### What knocks, calls and folds of a deal were worth when they were made. A text "worth-…-<game>" takes its place there.

worth-heading = **How good that was, by what each had seen:**
# $name: who decided; $count: of a hundred sampled deals, as exactly as they carry.
worth-knock = { $name }’s knock wins about { $count } of 100 deals like this.
    .all = { $name }’s knock wins nearly every deal like this.
    .none = { $name }’s knock wins hardly any deal like this.
worth-knock-dompe = { $name }’s “dompe” wins about { $count } of 100 deals like this.
    .all = { $name }’s “dompe” wins nearly every deal like this.
    .none = { $name }’s “dompe” wins hardly any deal like this.
worth-call = { $name } stayed in: that wins about { $count } of 100 deals like this.
    .all = { $name } stayed in: that wins nearly every deal like this.
    .none = { $name } stayed in: that wins hardly any deal like this.
worth-fold = { $name } folded: staying in wins about { $count } of 100 deals like this.
    .all = { $name } folded: staying in wins nearly every deal like this.
    .none = { $name } folded: staying in wins hardly any deal like this.
# $line: what is told of a hand that nobody else has seen.
worth-alone = { $line } _(Only you see this.)_
