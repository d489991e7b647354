### Poker hands. $first, $second: the ranks that tell the hand from others of its type ("nine"); $firsts, $seconds: the
### same for several cards ("nines"); $top: the first rank to choose by (ace king queen jack ten nine …).
### .bare is the type alone. $thirds: the third rank, of three pairs.

hand-five_of_a_kind = five of a kind, { $firsts }
    .bare = five of a kind
hand-straight_flush =
    { $top ->
        [ace] royal flush
       *[other] straight flush, { $first } high
    }
    .bare = straight flush
hand-four_of_a_kind = four of a kind, { $firsts }
    .bare = four of a kind
hand-full_house = full house, { $firsts } over { $seconds }
    .bare = full house
hand-flush = flush, { $first } high
    .bare = flush
hand-straight = straight, { $first } high
    .bare = straight
hand-three_of_a_kind = three of a kind, { $firsts }
    .bare = three of a kind
hand-two_pairs = two pairs, { $firsts } and { $seconds }
    .bare = two pairs
hand-pair = pair of { $firsts }
    .bare = pair
hand-high_card = { $first } high
    .bare = high card

# Six cards that win outright in Dompe.
hand-six_card_flush = flush of six cards
    .bare = flush of six cards
hand-six_card_straight = straight of six cards, { $first } high
    .bare = straight of six cards
hand-three_pairs = three pairs, { $firsts }, { $seconds } and { $thirds }
    .bare = three pairs

# A hand that a wild card helps.
hand-aided = aided { $hand }
# A hand by the game's own word for it, and what it is called elsewhere.
hand-explained = { $hand } ({ $meaning })
