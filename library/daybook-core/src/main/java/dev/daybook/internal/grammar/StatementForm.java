package dev.daybook.internal.grammar;

import java.util.List;

/**
 * A form of a clause that states a fact of its speaker, one line of {@code statements.txt}.
 *
 * @param order its place among the forms
 * @param ended whether the fact is over
 * @param behind the words behind the object; often none
 */
record StatementForm(
        int order,
        FactPredicate predicate,
        boolean ended,
        FactObject object,
        FactEvidence evidence,
        List<String> behind) {

    /** The longest object before other words of a form. */
    static final int MAX_OBJECT = 9;

    /** Returns the objects that begin at an index. */
    List<String> objects(List<StatementWord> words, int at, ObjectReader reader) {
        if (behind.isEmpty()) {
            return reader.read(object, words, at).objects();
        }
        for (int end = at + 1; end < words.size() && end <= at + MAX_OBJECT; end++) {
            if (isBehind(words, end)) {
                ObjectReading reading = reader.read(object, StatementWord.closed(words.subList(at, end)), 0);
                boolean isWhole = reading.next() == end - at;
                return isWhole ? reading.objects() : List.of();
            }
        }
        return List.of();
    }

    private boolean isBehind(List<StatementWord> words, int at) {
        int matched = 0;
        while (matched < behind.size()
                && at + matched < words.size()
                && behind.get(matched).equals(words.get(at + matched).lower())) {
            matched++;
        }
        return matched == behind.size();
    }
}
