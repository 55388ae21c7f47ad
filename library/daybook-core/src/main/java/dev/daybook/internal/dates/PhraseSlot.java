package dev.daybook.internal.dates;

/** A slot of a phrase: the class of the token, or the nested date, that fills it. */
enum PhraseSlot {
    DAY,
    MONTH,
    YEAR,
    WEEKDAY,
    SEASON,
    UNIT,
    NUMBER,
    FEW,

    /** A noun behind an ordinal that is no day: "the 3rd floor". */
    RANKED,

    /** A unit behind a number of four digits that is no year: "in 2000 meters". */
    COUNTED,
    DATE;

    /** Four digits from here to {@link #LAST_YEAR} are a year. Others are mostly amounts. */
    private static final int FIRST_YEAR = 1900;

    private static final int LAST_YEAR = 2099;

    private static final int LAST_DAY_OF_MONTH = 31;

    /** A larger number of days, weeks or years is no date of a conversation. */
    private static final int MAX_NUMBER = 366;

    /** Returns whether a number in digits fills the slot. */
    boolean takes(DateToken token) {
        int number = token.number();
        return switch (this) {
            case DAY -> number >= 1 && number <= LAST_DAY_OF_MONTH;
            case YEAR -> !token.ordinal() && number >= FIRST_YEAR && number <= LAST_YEAR;
            case NUMBER -> !token.ordinal() && number >= 1 && number <= MAX_NUMBER;
            case MONTH, WEEKDAY, SEASON, UNIT, FEW, RANKED, COUNTED, DATE -> false;
        };
    }
}
