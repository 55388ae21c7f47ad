package dev.daybook.recall;

import dev.daybook.data.Message;

/**
 * Support by the messages beside one in its conversation. Between people a fact often answers the turn before: "Where do
 * you live now?" - "Lisbon, since May." shares its words with the question one turn too early. With an assistant it is
 * the other way round: the reply repeats and explains what the user said, so the user's turn is the fact and the reply
 * its support. Which of the two it is, the roles of the two messages say.
 */
final class Neighbours {

    /** Between people: from the turn before, and (less) from the one after. Measured; flat around these values. */
    private static final double FROM_PREVIOUS = 0.5;

    private static final double FROM_NEXT = 0.2;

    /** With an assistant: a user's turn from its reply, and (less) a reply from the turn it answers. */
    private static final double FROM_REPLY = 0.5;

    private static final double FROM_ANSWERED = 0.15;

    private Neighbours() {}

    static Signal support(Partition partition, Signal words) {
        double[] support = new double[partition.messageCount()];
        for (int message = 0; message < support.length; message++) {
            if (!partition.isDead(message)) {
                support[message] = part(partition, words, partition.previous(message), message)
                        + part(partition, words, partition.next(message), message);
            }
        }
        return new Signal("neighbours", support, message -> detail(partition, words, message));
    }

    private static double part(Partition partition, Signal words, int neighbour, int message) {
        return neighbour < 0 ? 0 : words.values()[neighbour] * weight(partition, neighbour, message);
    }

    private static double weight(Partition partition, int neighbour, int message) {
        boolean before = neighbour == partition.previous(message);
        boolean byAssistant = isAssistant(partition, message);
        boolean neighbourByAssistant = isAssistant(partition, neighbour);
        if (!byAssistant && !neighbourByAssistant) {
            return before ? FROM_PREVIOUS : FROM_NEXT;
        }
        if (!byAssistant) {
            return before ? 0 : FROM_REPLY;
        }
        return before && !neighbourByAssistant ? FROM_ANSWERED : 0;
    }

    static boolean isAssistant(Partition partition, int message) {
        return partition.role(message).equals(Message.ASSISTANT);
    }

    private static String detail(Partition partition, Signal words, int message) {
        double before = part(partition, words, partition.previous(message), message);
        double after = part(partition, words, partition.next(message), message);
        boolean mostlyBefore = before >= after;
        int neighbour = mostlyBefore ? partition.previous(message) : partition.next(message);
        if (neighbour < 0) {
            return "";
        }
        return (mostlyBefore ? "the turn before: " : "the turn after: ")
                + words.detail().apply(neighbour);
    }
}
