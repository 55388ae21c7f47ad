package dev.daybook.internal.dates;

/** The tense of a clause, which tells the last Friday from the next one: "we met on Friday". */
enum ClauseTense {
    PAST,
    FUTURE,
    UNKNOWN
}
