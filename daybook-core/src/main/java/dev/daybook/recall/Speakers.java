package dev.daybook.recall;

import dev.daybook.words.English;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who a question is about: the one speaker of the scope whose name stands in it. */
final class Speakers {

    private Speakers() {}

    /** 1 for each message of the one speaker who is named in the question; none if nobody is named, or several are. */
    static Signal named(Partition partition, Question question) {
        Set<String> asked = new HashSet<>(question.terms());
        Set<String> names = new HashSet<>();
        for (int message = 0; message < partition.messageCount(); message++) {
            String name = partition.name(message);
            if (name != null && !partition.isDead(message)) {
                names.add(name);
            }
        }
        List<String> named = new ArrayList<>();
        for (String name : names) {
            if (English.terms(name).stream().anyMatch(asked::contains)) {
                named.add(name);
            }
        }
        double[] values = new double[partition.messageCount()];
        for (int message = 0; named.size() == 1 && message < values.length; message++) {
            values[message] = named.get(0).equals(partition.name(message)) ? 1 : 0;
        }
        return new Signal("speaker", values, message -> "said by " + partition.name(message));
    }
}
