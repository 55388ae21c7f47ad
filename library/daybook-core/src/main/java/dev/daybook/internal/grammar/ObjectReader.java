package dev.daybook.internal.grammar;

import java.util.ArrayList;
import java.util.List;

/** Reads the objects of the forms of a language. */
final class ObjectReader {

    private static final int MAX_ADDRESS = 8;

    private static final int MAX_PHRASE = 5;

    private final WordClasses classes;
    private final NounPhrases phrases;
    private final ProperNames names;
    private final HabitReader habits;
    private final NumberReader numbers;
    private final WorkReader work;

    ObjectReader(WordClasses classes) {
        this.classes = classes;
        this.phrases = new NounPhrases(classes);
        this.names = new ProperNames(classes, phrases);
        this.habits = new HabitReader(classes);
        this.numbers = new NumberReader(classes, phrases);
        this.work = new WorkReader(classes, phrases, names);
    }

    WordClasses classes() {
        return classes;
    }

    /** Reads the object that begins at an index. */
    ObjectReading read(FactObject object, List<StatementWord> words, int begin) {
        String wordClass = object.wordClass();
        return switch (object.kind()) {
            case NAME -> names.person(words, begin);
            case INTRO -> introduction(words, begin);
            case FULLNAME -> fullName(words, begin);
            case AGE -> numbers.age(words, begin);
            case DATE -> numbers.date(words, begin);
            case YEAR -> NumberReader.year(words, begin);
            case PLACE -> names.place(words, begin);
            case PLACENOW -> placeNow(words, begin);
            case ADDRESS -> address(words, begin);
            case FIRM -> names.organisation(words, begin);
            case FIRMOF -> work.firmOf(wordClass, words, begin);
            case JOB -> work.job(words, begin);
            case RAWJOB -> work.rawJob(words, begin);
            case TRADE -> work.trade(wordClass, words, begin);
            case NOUN -> named(phrases.headed(wordClass, words, begin, false), words);
            case OWN -> own(wordClass, words, begin);
            case CLASS -> member(wordClass, words, begin);
            case TOPIC -> topic(wordClass, words, begin);
            case PARTNER -> partner(words, begin);
            case POSSESSION -> possession(words, begin);
            case OWNED -> owned(words, begin);
            case THING -> phrases.thing(words, begin);
            case ALLERGEN -> allergen(words, begin);
            case FAVOURITE -> favourite(words, begin);
            case LANGUAGES -> languages(words, begin);
            case PHRASE -> phrase(words, begin);
            case GERUND -> gerund(words, begin);
            case HABIT -> habits.habit(words, begin);
            case FRONTED, BARE -> habits.fronted(words, begin);
            case CONTACT -> contact(words, begin);
            case MAIL -> isMail(words.get(begin)) ? one(words, begin) : ObjectReading.NONE;
        };
    }

    /** Reads the name of a person alone. */
    ObjectReading nameOnly(List<StatementWord> words, int begin) {
        return names.person(words, begin);
    }

    private static ObjectReading one(List<StatementWord> words, int begin) {
        return ObjectReading.of(words.get(begin).text(), begin + 1);
    }

    private static boolean isMail(StatementWord word) {
        return word.text().indexOf('@') > 0;
    }

    /** "I'm Ada" is a name after a greeting, before one, or before another statement about oneself. */
    private ObjectReading introduction(List<StatementWord> words, int begin) {
        ObjectReading name = names.person(words, begin);
        if (!name.isFound() || name.next() > begin + 2) {
            return ObjectReading.NONE;
        }
        boolean isAlone = NounPhrases.isPartEnd(words, name.next());
        boolean isGreeted = begin > 2 && classes.has("greeting", words.get(0).lower());
        boolean goesOn = name.next() < words.size()
                && classes.has("introduced", words.get(name.next()).lower());
        return isAlone && (isGreeted || goesOn) || isGreeted && goesOn ? name : ObjectReading.NONE;
    }

    private ObjectReading fullName(List<StatementWord> words, int begin) {
        ObjectReading name = names.person(words, begin);
        boolean isWhole = name.isFound() && name.next() > begin + 1 && NounPhrases.isPartEnd(words, name.next());
        return isWhole ? name : ObjectReading.NONE;
    }

    private ObjectReading placeNow(List<StatementWord> words, int begin) {
        ObjectReading place = names.place(words, begin);
        boolean isNow = place.isFound()
                && !words.get(place.next() - 1).endsPart()
                && classes.longestAt("present", words, place.next()) > 0;
        return isNow ? place : ObjectReading.NONE;
    }

    private static ObjectReading address(List<StatementWord> words, int begin) {
        int end = begin;
        boolean isNamed = false;
        while (end < words.size() && end < begin + MAX_ADDRESS) {
            StatementWord word = words.get(end);
            isNamed |= word.isCapitalised();
            boolean isPart =
                    word.isCapitalised() || word.isNumber() || word.text().length() <= 3;
            if (!isPart) {
                break;
            }
            end++;
            boolean goesOn =
                    word.stop() == ',' && end < words.size() && words.get(end).isCapitalised();
            if (word.endsPart() && !goesOn) {
                break;
            }
        }
        return isNamed
                ? ObjectReading.of(StatementWord.joinListed(words.subList(begin, end)), end)
                : ObjectReading.NONE;
    }

    /** Adds the name of a relative, an animal or a thing: "a sister called Ines", "my dog Rex". */
    private ObjectReading named(ObjectReading noun, List<StatementWord> words) {
        if (!noun.isFound()) {
            return noun;
        }
        ObjectReading whole = phrases.withOf(noun, words);
        int at = whole.next();
        if (!whole.isFound() || at >= words.size()) {
            return whole;
        }
        int from = classes.has("named", words.get(at).lower()) ? at + 1 : at;
        boolean mayBeNamed = from < words.size()
                && (!words.get(at - 1).endsPart() || words.get(at - 1).stop() == ',');
        ObjectReading name = mayBeNamed ? names.person(words, from) : ObjectReading.NONE;
        return name.isFound()
                ? withNames(whole.objects().get(0) + " " + name.objects().get(0), words, name.next())
                : whole;
    }

    /** Adds the names behind "and": "two sons, Bo and Jon". */
    private ObjectReading withNames(String named, List<StatementWord> words, int end) {
        boolean isJoined = end + 1 < words.size() && words.get(end).lower().equals("and");
        ObjectReading more = isJoined ? names.person(words, end + 1) : ObjectReading.NONE;
        return more.isFound()
                ? ObjectReading.of(named + " and " + more.objects().get(0), more.next())
                : ObjectReading.of(named, end);
    }

    private ObjectReading own(String wordClass, List<StatementWord> words, int begin) {
        boolean isOwn = classes.has("determiner", words.get(begin).lower())
                && !classes.has("indefinite", words.get(begin).lower());
        return isOwn ? named(phrases.headed(wordClass, words, begin, true), words) : ObjectReading.NONE;
    }

    private ObjectReading member(String wordClass, List<StatementWord> words, int begin) {
        int end = begin + classes.longestAt(wordClass, words, begin);
        boolean isWhole = end > begin
                && phrases.isHead(words, end)
                && phrases.isLeft(words, end)
                && (NounPhrases.isPartEnd(words, end)
                        || !classes.has("misleading", words.get(end).lower()));
        return isWhole
                ? phrases.withOf(ObjectReading.of(NounPhrases.text(words, begin, end), end), words)
                : ObjectReading.NONE;
    }

    private ObjectReading topic(String wordClass, List<StatementWord> words, int begin) {
        ObjectReading noun = phrases.headed(wordClass, words, begin, true);
        if (!noun.isFound() || NounPhrases.isPartEnd(words, noun.next())) {
            return noun;
        }
        int end = phrases.end(words, noun.next());
        return end < 0
                ? noun
                : ObjectReading.of(noun.objects().get(0) + " " + NounPhrases.text(words, noun.next(), end), end);
    }

    private ObjectReading partner(List<StatementWord> words, int begin) {
        ObjectReading own = own("relative", words, begin);
        return own.isFound() ? own : names.person(words, begin);
    }

    /** Reads a thing that people own: by its noun, or by the name of a model: "a Pixel 7". */
    private ObjectReading possession(List<StatementWord> words, int begin) {
        ObjectReading noun = named(phrases.headed("possession", words, begin, false), words);
        if (noun.isFound()
                || begin + 2 >= words.size()
                || !classes.has("indefinite", words.get(begin).lower())) {
            return noun;
        }
        boolean isModel = words.get(begin + 1).isCapitalised()
                && !words.get(begin + 1).endsPart()
                && words.get(begin + 2).text().chars().anyMatch(Character::isDigit);
        return isModel ? ObjectReading.of(NounPhrases.text(words, begin + 1, begin + 3), begin + 3) : noun;
    }

    /** Reads what has been given up, without the time of it. */
    private ObjectReading gerund(List<StatementWord> words, int begin) {
        StatementWord verb = words.get(begin);
        ObjectReading whole = phrases.thing(words, begin);
        if (!NounPhrases.isGerund(verb) || classes.has("noend", verb.lower()) || !whole.isFound()) {
            return ObjectReading.NONE;
        }
        int end = begin + 1;
        while (end < whole.next()
                && !classes.has("timecut", words.get(end).lower())
                && !classes.has("number", words.get(end).lower())
                && !(words.get(end).lower().equals("in") && end + 1 < words.size() && isDate(words.get(end + 1)))) {
            end++;
        }
        return ObjectReading.of(NounPhrases.text(words, begin, end), whole.next());
    }

    private boolean isDate(StatementWord word) {
        return word.isNumber() || classes.has("month", word.lower());
    }

    private ObjectReading owned(List<StatementWord> words, int begin) {
        boolean isIndefinite = classes.has("indefinite", words.get(begin).lower())
                || classes.has("number", words.get(begin).lower());
        return isIndefinite ? withoutArticle(phrases.thing(words, begin), words, begin) : ObjectReading.NONE;
    }

    private ObjectReading withoutArticle(ObjectReading thing, List<StatementWord> words, int begin) {
        boolean hasArticle =
                thing.isFound() && classes.has("determiner", words.get(begin).lower());
        return hasArticle ? ObjectReading.of(NounPhrases.text(words, begin + 1, thing.next()), thing.next()) : thing;
    }

    private ObjectReading allergen(List<StatementWord> words, int begin) {
        ObjectReading thing = phrases.thing(words, begin);
        return thing.isFound() && !phrases.isAny("irony", words, begin, thing.next()) ? thing : ObjectReading.NONE;
    }

    private ObjectReading favourite(List<StatementWord> words, int begin) {
        int is = begin;
        while (is < words.size()
                && is <= begin + 3
                && !words.get(is).lower().equals("is")
                && !words.get(is).lower().equals("are")) {
            if (words.get(is).endsPart() || classes.has("deictic", words.get(is).lower())) {
                return ObjectReading.NONE;
            }
            is++;
        }
        if (is == begin
                || is + 1 >= words.size()
                || is > begin + 3
                || words.get(is).endsPart()) {
            return ObjectReading.NONE;
        }
        int end = phrases.end(words, is + 1);
        boolean isPlain = end > 0 && !phrases.isAny("pick", words, is + 1, end);
        return isPlain
                ? ObjectReading.of(
                        NounPhrases.text(words, begin, is) + ": " + NounPhrases.text(words, is + 1, end), end)
                : ObjectReading.NONE;
    }

    private ObjectReading languages(List<StatementWord> words, int begin) {
        List<String> found = new ArrayList<>();
        int at = begin;
        int next = begin;
        while (at < words.size()) {
            int length = classes.longestAt("language", words, at);
            if (length > 0) {
                found.add(NounPhrases.text(words, at, at + length));
                at += length;
                next = at;
            } else if (classes.has("languagemodifier", words.get(at).lower())
                    || words.get(at).lower().equals("and") && !found.isEmpty()) {
                at++;
            } else {
                break;
            }
        }
        return found.isEmpty() || !phrases.isLeft(words, next) ? ObjectReading.NONE : new ObjectReading(found, next);
    }

    private ObjectReading phrase(List<StatementWord> words, int begin) {
        int end = phrases.end(words, begin);
        return end < 0 || end > begin + MAX_PHRASE
                ? ObjectReading.NONE
                : ObjectReading.of(NounPhrases.text(words, begin, end), end);
    }

    private static ObjectReading contact(List<StatementWord> words, int begin) {
        int end = Math.min(words.size(), begin + MAX_PHRASE);
        for (int i = begin; i < end; i++) {
            if (words.get(i).endsPart() && words.get(i).stop() != ':') {
                end = i + 1;
            }
        }
        return ObjectReading.of(NounPhrases.text(words, begin, end), end);
    }
}
