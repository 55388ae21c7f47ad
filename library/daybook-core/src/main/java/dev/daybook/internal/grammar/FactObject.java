package dev.daybook.internal.grammar;

import dev.daybook.internal.text.LetterCase;

/**
 * The object of a form in {@code statements.txt}: what {@link ObjectReader} takes from the sentence.
 *
 * @param wordClass the class that its noun has, "animal" in "noun:animal"; may be empty
 */
record FactObject(Kind kind, String wordClass) {

    enum Kind {
        NAME,
        INTRO,
        FULLNAME,
        AGE,
        DATE,
        YEAR,
        PLACE,
        /** A place with a word of the present: "I'm in Graz these days". */
        PLACENOW,
        ADDRESS,
        FIRM,
        /** The firm behind "at": "a nurse at Brightwater". */
        FIRMOF,
        JOB,
        RAWJOB,
        /** A verb and its object: "sell insurance". */
        TRADE,
        /** A noun of the class with modifiers and a name, indefinite. */
        NOUN,
        /** A noun of the class with a definite article or a possessive. */
        OWN,
        /** A member of the class. */
        CLASS,
        /** A noun of the class and what follows: "a PhD on peat". */
        TOPIC,
        PARTNER,
        POSSESSION,
        OWNED,
        THING,
        ALLERGEN,
        FAVOURITE,
        LANGUAGES,
        PHRASE,
        GERUND,
        HABIT,
        FRONTED,
        /** A verb phrase, for what has ended: "fly" in "I don't fly any more". */
        BARE,
        CONTACT,
        MAIL
    }

    static FactObject of(String name) {
        int colon = name.indexOf(':');
        String kind = colon < 0 ? name : name.substring(0, colon);
        return new FactObject(Kind.valueOf(LetterCase.upper(kind)), colon < 0 ? "" : name.substring(colon + 1));
    }
}
