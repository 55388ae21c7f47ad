package dev.daybook.recall;

/**
 * How much a message between people says. Who tells something takes more words than who reacts to it, and a vector does
 * not know: "That sounds wonderful!" is near to many questions, because nothing in it speaks against them.
 */
final class Substance {

    private Substance() {}

    /** From -1 to 1, and 0 for a message as long as the mean, and where there is nobody else, or an assistant. */
    static Signal of(Partition partition) {
        double mean = partition.meanLength();
        double[] values = new double[partition.messageCount()];
        for (int message = 0; message < values.length; message++) {
            // A message that was replaced has nobody beside it.
            if (Speakers.isBetweenPeople(partition, message)) {
                double length = partition.unitLength(partition.unitOf(message));
                values[message] = (length - mean) / (length + mean);
            }
        }
        return new Signal("substance", values, message -> partition.unitLength(partition.unitOf(message)) + " words");
    }
}
