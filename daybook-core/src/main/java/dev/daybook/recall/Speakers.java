package dev.daybook.recall;

import dev.daybook.data.Message;
import dev.daybook.words.English;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the speakers of messages say for them. */
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

    /**
     * 1 for each message of a user who talks to an assistant: what is asked about later is what the user said of himself,
     * more often than what the assistant knew.
     */
    static Signal usersOfAssistants(Partition partition) {
        double[] values = new double[partition.messageCount()];
        for (int message = 0; message < values.length; message++) {
            boolean byUser =
                    !partition.isDead(message) && partition.role(message).equals(Message.USER);
            values[message] = byUser
                            && (isAssistant(partition, partition.previous(message))
                                    || isAssistant(partition, partition.next(message)))
                    ? 1
                    : 0;
        }
        return new Signal("role", values, message -> "said by the user");
    }

    private static boolean isAssistant(Partition partition, int message) {
        return message >= 0 && partition.role(message).equals(Message.ASSISTANT);
    }
}
