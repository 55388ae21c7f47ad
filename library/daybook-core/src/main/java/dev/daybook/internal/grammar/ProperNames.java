package dev.daybook.internal.grammar;

import dev.daybook.internal.text.LetterCase;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads names of people, places and firms by their capital letters. In small letters a place is read if the JDK knows it:
 * a country, or a city that names a time zone.
 */
final class ProperNames {

    private static final Set<String> CONNECTORS = Set.of(
            "de", "da", "do", "dos", "del", "dei", "della", "di", "la", "le", "les", "of", "on", "upon", "am", "sur",
            "der", "den", "the");

    private static final int MAX_NAME = 3;

    private static final int MAX_PLACE = 5;

    private static final Set<String> KNOWN_PLACES = knownPlaces();

    private final WordClasses classes;
    private final NounPhrases phrases;

    ProperNames(WordClasses classes, NounPhrases phrases) {
        this.classes = classes;
        this.phrases = phrases;
    }

    private static Set<String> knownPlaces() {
        Set<String> places = new HashSet<>();
        for (String country : Locale.getISOCountries()) {
            places.add(placeForm(new Locale("", country).getDisplayCountry(Locale.ENGLISH)));
        }
        for (String zone : ZoneId.getAvailableZoneIds()) {
            if (zone.indexOf('/') > 0 && !zone.startsWith("Etc") && !zone.startsWith("SystemV")) {
                places.add(placeForm(zone.substring(zone.lastIndexOf('/') + 1)));
            }
        }
        return Set.copyOf(places);
    }

    private static String placeForm(String name) {
        return LetterCase.lower(name.replace('_', ' ').replace('-', ' '));
    }

    /** Reads the name of a person: up to three words. */
    ObjectReading person(List<StatementWord> words, int begin) {
        int end = NounPhrases.runEnd(words, begin, MAX_NAME, this::isPersonsWord);
        boolean isName = end > begin && phrases.isLeft(words, end) && !(end < words.size() && goesOn(words, end));
        return isName
                ? ObjectReading.of(withoutGenitive(NounPhrases.text(words, begin, end)), end)
                : ObjectReading.NONE;
    }

    private static String withoutGenitive(String name) {
        return name.endsWith("'s") ? name.substring(0, name.length() - 2) : name;
    }

    private boolean isPersonsWord(StatementWord word) {
        return word.isCapitalised()
                && !word.isNoPlainName()
                && !classes.has("noname", word.lower())
                && !classes.has("calendar", word.lower())
                && !classes.has("product", word.lower())
                && !classes.has("nationality", word.lower())
                && !classes.has("faith", word.lower())
                && !classes.has("subject", word.lower());
    }

    private boolean goesOn(List<StatementWord> words, int end) {
        return !words.get(end - 1).endsPart()
                && words.get(end).isCapitalised()
                && !classes.has("subject", words.get(end).lower());
    }

    /** Reads a place, also behind the noun of a dwelling: "a small flat in Lisbon". */
    ObjectReading place(List<StatementWord> words, int begin) {
        int from = behindDwelling(words, begin);
        int named = from;
        while (from < words.size() - 1
                && !words.get(from).isCapitalised()
                && classes.has("placemodifier", words.get(from).lower())) {
            from++;
        }
        int end = placeEnd(words, from);
        if (end < 0) {
            return ObjectReading.NONE;
        }
        end = withRegion(words, from, end);
        return phrases.isLeft(words, end) && isPlaceOver(words, end)
                ? ObjectReading.of(
                        StatementWord.joinListed(words.subList(
                                classes.has("nearby", words.get(named).lower()) ? named : from, end)),
                        end)
                : ObjectReading.NONE;
    }

    private int behindDwelling(List<StatementWord> words, int begin) {
        ObjectReading dwelling = phrases.headed("dwelling", words, begin, true);
        int end = dwelling.next();
        boolean isIn = dwelling.isFound()
                && end < words.size() - 1
                && !words.get(end - 1).endsPart()
                && classes.has("placed", words.get(end).lower());
        return isIn ? end + 1 : begin;
    }

    private int placeEnd(List<StatementWord> words, int begin) {
        int end = capitalEnd(words, begin);
        if (end > begin) {
            return isProduct(words, begin, end) ? -1 : end;
        }
        for (int length = MAX_NAME; length > 0; length--) {
            if (begin + length <= words.size()
                    && KNOWN_PLACES.contains(placeForm(NounPhrases.text(words, begin, begin + length)))) {
                return begin + length;
            }
        }
        return -1;
    }

    private boolean isProduct(List<StatementWord> words, int begin, int end) {
        for (int i = begin; i < end; i++) {
            StatementWord word = words.get(i);
            boolean isShort = word.text().length() <= 3 && !word.text().chars().anyMatch(Character::isDigit);
            if (classes.has("product", word.lower())
                    || classes.has("calendar", word.lower())
                    || word.isNoPlainName() && !isShort) {
                return true;
            }
        }
        return false;
    }

    /** Returns the end of a run of capitalised words with "de", "of" and the like between them, after an article. */
    private int capitalEnd(List<StatementWord> words, int begin) {
        int at = begin < words.size() && words.get(begin).lower().equals("the") ? begin + 1 : begin;
        int end = -1;
        while (at < words.size() && at < begin + MAX_PLACE) {
            StatementWord word = words.get(at);
            if (word.isCapitalised() && !classes.has("subject", word.lower())) {
                end = at + 1;
            } else if (end < 0 || !CONNECTORS.contains(word.lower())) {
                break;
            }
            at++;
            if (word.endsPart()) {
                break;
            }
        }
        return end;
    }

    /** Returns the end of "Portland, Oregon": one or two capitalised words behind the comma that end the part. */
    private int withRegion(List<StatementWord> words, int begin, int end) {
        if (end >= words.size() || words.get(end - 1).stop() != ',' || end == begin) {
            return end;
        }
        int behind = capitalEnd(words, end);
        boolean isRegion = behind > end
                && behind <= end + 2
                && (NounPhrases.isPartEnd(words, behind) || isPlaceOver(words, behind))
                && !isProduct(words, end, behind);
        return isRegion ? behind : end;
    }

    /** Returns whether the phrase of a place is over: "in Paris in my dreams" is no place. */
    private boolean isPlaceOver(List<StatementWord> words, int end) {
        if (end < words.size() && isReturn(words, end)) {
            return false;
        }
        if (NounPhrases.isPartEnd(words, end)) {
            return true;
        }
        String next = words.get(end).lower();
        if (next.equals("in") || next.equals("since") || next.equals("for")) {
            return end + 1 < words.size() && isTime(words.get(end + 1));
        }
        return classes.has("timeword", next)
                || classes.has("adverb", next)
                || classes.has("relativepronoun", next)
                || classes.has("boundary", next)
                || words.get(end).isNumber();
    }

    /** "I moved to Paris but went home again." */
    private boolean isReturn(List<StatementWord> words, int end) {
        int verb = words.get(end).lower().equals("but") ? end + 1 : end;
        return verb < words.size() && classes.has("returned", words.get(verb).lower());
    }

    private boolean isTime(StatementWord word) {
        return Character.isDigit(word.text().isEmpty() ? 'a' : word.text().charAt(0))
                || classes.has("season", word.lower())
                || classes.has("number", word.lower())
                || classes.has("cardinal", word.lower())
                || classes.has("indefinite", word.lower())
                || classes.has("span", word.lower());
    }

    /** Reads a firm or the noun of one: "Hill and Sons", "a small museum". */
    ObjectReading organisation(List<StatementWord> words, int begin) {
        int end = firmEnd(words, begin);
        boolean isFirm = end > begin
                && !classes.has("calendar", words.get(begin).lower())
                && phrases.isLeft(words, end)
                && isPlaceOver(words, end);
        if (isFirm) {
            return ObjectReading.of(NounPhrases.text(words, begin, end), end);
        }
        return phrases.headed("organisation", words, begin, true);
    }

    private int firmEnd(List<StatementWord> words, int begin) {
        int end = capitalEnd(words, begin);
        boolean isPair = end > begin
                && end + 1 < words.size()
                && !words.get(end - 1).endsPart()
                && (words.get(end).lower().equals("and")
                        || words.get(end).lower().equals("&"))
                && words.get(end + 1).isCapitalised()
                && !classes.has("subject", words.get(end + 1).lower());
        return isPair ? capitalEnd(words, end + 1) : end;
    }
}
