package dev.daybook.internal.extract;

import java.util.ArrayList;
import java.util.List;

/** Reads the objects of the forms of a language. */
final class ObjectReader {

    private static final int MIN_AGE = 5;

    private static final int MAX_AGE = 110;

    private static final int MAX_DATE = 6;

    private static final int MAX_ADDRESS = 8;

    private static final int MAX_PHRASE = 5;

    private static final int MAX_JOB = 4;

    private final WordClasses classes;
    private final NounPhrases phrases;
    private final ProperNames names;
    private final HabitReader habits;

    ObjectReader(WordClasses classes) {
        this.classes = classes;
        this.phrases = new NounPhrases(classes);
        this.names = new ProperNames(classes, phrases);
        this.habits = new HabitReader(classes);
    }

    WordClasses classes() {
        return classes;
    }

    /** Reads the object that begins at an index. */
    ObjectReading read(FactObject object, List<StatementWord> words, int begin) {
        String wordClass = object.wordClass();
        return switch (object.kind()) {
            case NAME -> names.person(words, begin);
            case SMALLNAME -> names.smallName(words, begin);
            case INTRO -> introduction(words, begin);
            case FULLNAME -> fullName(words, begin);
            case AGE -> age(words, begin);
            case DATE -> date(words, begin);
            case YEAR -> year(words, begin);
            case PLACE -> names.place(words, begin);
            case PLACENOW -> placeNow(words, begin);
            case ADDRESS -> address(words, begin);
            case FIRM -> names.organisation(words, begin);
            case FIRMOF -> firmOf(wordClass, words, begin);
            case JOB -> job(words, begin);
            case RAWJOB -> rawJob(words, begin);
            case TRADE -> trade(wordClass, words, begin);
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
            case GERUND -> NounPhrases.isGerund(words.get(begin)) ? phrases.thing(words, begin) : ObjectReading.NONE;
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
        boolean isAlone =
                name.next() == words.size() || words.get(name.next() - 1).endsPart();
        boolean isGreeted = begin > 2 && classes.has("greeting", words.get(0).lower());
        boolean goesOn = name.next() < words.size()
                && classes.has("introduced", words.get(name.next()).lower());
        return isAlone && (isGreeted || goesOn) || isGreeted && goesOn ? name : ObjectReading.NONE;
    }

    private ObjectReading fullName(List<StatementWord> words, int begin) {
        ObjectReading name = names.person(words, begin);
        boolean isWhole = name.isFound()
                && name.next() > begin + 1
                && (name.next() == words.size() || words.get(name.next() - 1).endsPart());
        return isWhole ? name : ObjectReading.NONE;
    }

    private ObjectReading age(List<StatementWord> words, int begin) {
        int next = begin + 1;
        StatementWord word = words.get(begin);
        if (classes.has("agerange", word.lower())
                && next < words.size()
                && classes.has("decade", words.get(next).lower())) {
            return ObjectReading.of(NounPhrases.text(words, begin, next + 1), next + 1);
        }
        if (classes.has("decade", word.lower())) {
            return one(words, begin);
        }
        boolean isNumber = word.isNumber()
                ? word.text().length() <= 3
                        && Integer.parseInt(word.text()) >= MIN_AGE
                        && Integer.parseInt(word.text()) <= MAX_AGE
                : isNumberWord(word.lower());
        if (!isNumber) {
            return ObjectReading.NONE;
        }
        int behind = next + classes.longestAt("years", words, next);
        boolean isOver = behind >= words.size()
                || words.get(behind - 1).endsPart()
                || classes.has("boundary", words.get(behind).lower())
                || classes.has("first", words.get(behind).lower())
                || classes.longestAt("agetime", words, behind) > 0;
        return isOver && phrases.isLeft(words, behind) ? ObjectReading.of(word.text(), behind) : ObjectReading.NONE;
    }

    private boolean isNumberWord(String word) {
        int hyphen = word.indexOf('-');
        return hyphen < 0
                ? classes.has("number", word) && !classes.has("small", word)
                : classes.has("number", word.substring(0, hyphen)) && classes.has("number", word.substring(hyphen + 1));
    }

    private ObjectReading date(List<StatementWord> words, int begin) {
        int end = begin;
        boolean hasMonth = false;
        boolean hasDay = false;
        while (end < words.size() && end < begin + MAX_DATE) {
            StatementWord word = words.get(end);
            boolean isDay =
                    !word.text().isEmpty() && Character.isDigit(word.text().charAt(0));
            boolean isMonth = classes.has("month", word.lower());
            if (!isDay
                    && !isMonth
                    && !word.lower().equals("of")
                    && !word.lower().equals("the")) {
                break;
            }
            hasDay |= isDay;
            hasMonth |= isMonth || isDay && word.text().length() > 4;
            end++;
            if (word.endsPart() && word.stop() != ',') {
                break;
            }
        }
        return hasDay && hasMonth ? ObjectReading.of(NounPhrases.text(words, begin, end), end) : ObjectReading.NONE;
    }

    private static ObjectReading year(List<StatementWord> words, int begin) {
        StatementWord word = words.get(begin);
        boolean isYear = word.isNumber()
                && word.text().length() == 4
                && (word.text().startsWith("19") || word.text().startsWith("20"));
        return isYear ? one(words, begin) : ObjectReading.NONE;
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

    private ObjectReading job(List<StatementWord> words, int begin) {
        ObjectReading job = phrases.headed("job", words, begin, true);
        if (!job.isFound() || phrases.isAny("nojob", words, begin, job.next())) {
            return ObjectReading.NONE;
        }
        boolean isTitle = job.next() < words.size()
                && !words.get(job.next() - 1).endsPart()
                && words.get(job.next()).isCapitalised();
        boolean isAtHeart = job.next() + 1 < words.size()
                && !words.get(job.next() - 1).endsPart()
                && classes.longestAt("atheart", words, job.next()) > 0;
        return isTitle || isAtHeart ? ObjectReading.NONE : withOf(job, words);
    }

    private ObjectReading withOf(ObjectReading head, List<StatementWord> words) {
        if (!words.get(head.next() - 1).lower().equals("of")) {
            return head;
        }
        int end = phrases.end(words, head.next());
        return end < 0
                ? ObjectReading.NONE
                : ObjectReading.of(head.objects().get(0) + " " + NounPhrases.text(words, head.next(), end), end);
    }

    private ObjectReading rawJob(List<StatementWord> words, int begin) {
        int end = begin;
        while (end < words.size()
                && end < begin + MAX_JOB
                && !classes.has("preposition", words.get(end).lower())
                && !classes.has("boundary", words.get(end).lower())
                && !classes.has("deictic", words.get(end).lower())) {
            end++;
            if (words.get(end - 1).endsPart()) {
                break;
            }
        }
        boolean isOver = end > begin
                && (end == words.size()
                        || words.get(end - 1).endsPart()
                        || !classes.has("deictic", words.get(end).lower()))
                && phrases.isLeft(words, end);
        return isOver ? ObjectReading.of(NounPhrases.text(words, begin, end), end) : ObjectReading.NONE;
    }

    private ObjectReading firmOf(String wordClass, List<StatementWord> words, int begin) {
        int at = wordClass.isEmpty()
                ? begin
                : phrases.headed(wordClass, words, begin, true).next();
        if (at < 0) {
            return ObjectReading.NONE;
        }
        while (at < words.size() - 1
                && at < begin + MAX_ADDRESS
                && !words.get(at).endsPart()) {
            if (at > begin
                    && (words.get(at).lower().equals("at")
                            || words.get(at).lower().equals("for"))) {
                return names.organisation(words, at + 1);
            }
            if (classes.has("boundary", words.get(at).lower())) {
                break;
            }
            at++;
        }
        return ObjectReading.NONE;
    }

    /** Reads what a trade works on: bare, or of a class. */
    private ObjectReading trade(String wordClass, List<StatementWord> words, int begin) {
        String verb = words.get(begin - 1).lower().equals("the")
                ? words.get(begin - 2).text()
                : words.get(begin - 1).text();
        if (!wordClass.isEmpty()) {
            ObjectReading business = phrases.headed(wordClass, words, begin, false);
            return business.isFound()
                    ? ObjectReading.of(verb + " " + business.objects().get(0), business.next())
                    : ObjectReading.NONE;
        }
        int end = begin;
        while (end < words.size()
                && !classes.has("preposition", words.get(end).lower())
                && !classes.has("boundary", words.get(end).lower())
                && !classes.has("determiner", words.get(end).lower())
                && !classes.has("deictic", words.get(end).lower())) {
            end++;
            if (words.get(end - 1).endsPart()) {
                break;
            }
        }
        boolean isBare = end > begin
                && end <= begin + 3
                && phrases.end(words, begin) >= end
                && !classes.has("adverb", words.get(begin).lower())
                && phrases.isLeft(words, end);
        return isBare ? ObjectReading.of(verb + " " + NounPhrases.text(words, begin, end), end) : ObjectReading.NONE;
    }

    /** Adds the name of a relative, an animal or a thing: "a sister called Ines", "my dog Rex". */
    private ObjectReading named(ObjectReading noun, List<StatementWord> words) {
        if (!noun.isFound()) {
            return noun;
        }
        ObjectReading whole = withOf(noun, words);
        int at = whole.next();
        if (!whole.isFound() || at >= words.size()) {
            return whole;
        }
        int from = classes.has("named", words.get(at).lower()) ? at + 1 : at;
        boolean mayBeNamed = from < words.size()
                && (!words.get(at - 1).endsPart() || words.get(at - 1).stop() == ',');
        ObjectReading name = mayBeNamed ? names.person(words, from) : ObjectReading.NONE;
        return name.isFound()
                ? ObjectReading.of(whole.objects().get(0) + " " + name.objects().get(0), name.next())
                : whole;
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
                && (end == words.size()
                        || words.get(end - 1).endsPart()
                        || !classes.has("degree of", words.get(end).lower()));
        return isWhole ? withOf(ObjectReading.of(NounPhrases.text(words, begin, end), end), words) : ObjectReading.NONE;
    }

    private ObjectReading topic(String wordClass, List<StatementWord> words, int begin) {
        ObjectReading noun = phrases.headed(wordClass, words, begin, true);
        if (!noun.isFound()
                || noun.next() >= words.size()
                || words.get(noun.next() - 1).endsPart()) {
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

    private ObjectReading owned(List<StatementWord> words, int begin) {
        boolean isIndefinite = classes.has("indefinite", words.get(begin).lower())
                || classes.has("number", words.get(begin).lower());
        return isIndefinite ? phrases.thing(words, begin) : ObjectReading.NONE;
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
