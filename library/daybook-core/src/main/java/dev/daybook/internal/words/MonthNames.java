package dev.daybook.internal.words;

import dev.daybook.internal.text.LetterCase;
import java.time.Month;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The names of the months in a language. Messages are indexed with the English ones, so a question is translated. */
final class MonthNames {

    private static final Pattern NO_LETTER = Pattern.compile("\\P{L}+");

    private record MonthName(String name, Month month) {}

    private final boolean ofPairs;
    private final List<MonthName> names = new ArrayList<>();

    /**
     * @param ofPairs whether the language is written without spaces, and indexed by pairs of characters
     * @param forms the forms of each month
     */
    MonthNames(boolean ofPairs, List<List<String>> forms) {
        this.ofPairs = ofPairs;
        for (Month month : Month.values()) {
            for (String form : forms.get(month.ordinal())) {
                names.add(new MonthName(form, month));
            }
        }
        // The name of the eleventh month contains that of the first in Chinese.
        names.sort(Comparator.comparingInt((MonthName name) -> name.name().length())
                .reversed());
    }

    Set<Month> in(String question) {
        return ofPairs ? inCharacters(question) : inWords(question);
    }

    private Set<Month> inWords(String question) {
        Set<String> words = new HashSet<>(List.of(NO_LETTER.split(LetterCase.lower(question))));
        Set<Month> months = EnumSet.noneOf(Month.class);
        names.stream().filter(name -> words.contains(name.name())).forEach(name -> months.add(name.month()));
        return months;
    }

    private Set<Month> inCharacters(String question) {
        Set<Month> months = EnumSet.noneOf(Month.class);
        String left = question;
        for (MonthName name : names) {
            if (left.contains(name.name())) {
                months.add(name.month());
                left = left.replace(name.name(), " ");
            }
        }
        return months;
    }
}
