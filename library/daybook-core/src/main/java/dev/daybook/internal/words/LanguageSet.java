package dev.daybook.internal.words;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The languages of the messages of a scope, always with English. A question is analysed in each of them, because it is short, and
 * because a name is another term in each.
 *
 * @param numbers a bit for each language, by its number
 */
public record LanguageSet(long numbers) {

    public static final LanguageSet ENGLISH = new LanguageSet(1L << MessageLanguage.ENGLISH.number());

    /** All languages, for a scope that is not read yet. */
    public static final LanguageSet ALL = MessageLanguage.all().stream()
            .map(MessageLanguage::number)
            .reduce(ENGLISH, LanguageSet::with, (one, other) -> new LanguageSet(one.numbers | other.numbers));

    /** Returns the set with another language. */
    public LanguageSet with(int number) {
        return contains(number) ? this : new LanguageSet(numbers | 1L << number);
    }

    private boolean contains(int number) {
        return (numbers & 1L << number) != 0;
    }

    /** Returns the languages; the number of one that this version does not know, from a later version, is left out. */
    public List<MessageLanguage> languages() {
        return MessageLanguage.all().stream()
                .filter(language -> contains(language.number()))
                .toList();
    }

    /** Returns the language of a question to the scope: of these languages, the likeliest. */
    public MessageLanguage of(String question) {
        return MessageLanguage.ofQuestion(question, this);
    }

    /**
     * Returns the distinct terms of a question: those of its own language first, in order, then those in which the other
     * languages differ, without what they make of its stop words.
     */
    public List<String> terms(String question) {
        MessageLanguage own = of(question);
        Set<String> terms = new LinkedHashSet<>();
        if (contains(own.number())) {
            terms.addAll(own.terms(question));
        }
        for (MessageLanguage other : languages()) {
            if (other != own) {
                List<String> more = other.terms(question);
                more.stream().filter(term -> !own.noiseIn(other).contains(term)).forEach(terms::add);
            }
        }
        own.months(question).forEach(month -> terms.addAll(EnglishAnalyzer.terms(month.name())));
        return List.copyOf(terms);
    }

    /**
     * Returns the terms by which records of before the {@link SearchForm} are found, and which no record has now: those of the
     * question as it is written, if its form is another.
     */
    public List<String> earlierTerms(String question) {
        if (SearchForm.of(question).equals(question)) {
            return List.of();
        }
        List<String> now = terms(question);
        return languages().stream()
                .flatMap(language -> language.earlierTerms(question).stream())
                .distinct()
                .filter(term -> !now.contains(term))
                .toList();
    }

    /**
     * Returns the terms of a name: pairs of characters if it has them and one of the languages, too, else those of each
     * language, with its genitive.
     */
    public Set<String> nameTerms(String name) {
        if (MessageLanguage.of(name).hasPairs()) {
            for (MessageLanguage language : languages()) {
                if (language.hasPairs()) {
                    return new LinkedHashSet<>(language.terms(name));
                }
            }
        }
        Set<String> terms = new LinkedHashSet<>();
        languages().forEach(language -> {
            terms.addAll(language.terms(name));
            terms.addAll(language.terms(name + language.genitive()));
        });
        return terms;
    }
}
