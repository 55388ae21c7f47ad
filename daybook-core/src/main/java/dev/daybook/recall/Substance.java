package dev.daybook.recall;

/**
 * A length prior for messages between people. A statement is longer than a reaction to it, which a vector does not
 * show: "That sounds wonderful!" is close to many questions, because nothing in it contradicts them.
 */
final class Substance {

    private Substance() {}

    /** Scores from -1 to 1; 0 for a message of mean length, without a neighbour, or beside an assistant. */
    static Signal of(Partition partition) {
        double mean = partition.meanLength();
        double[] values = new double[partition.messageCount()];
        for (int message = 0; message < values.length; message++) {
            // A replaced message has no neighbours.
            if (Speakers.isBetweenPeople(partition, message)) {
                double length = partition.unitLength(partition.unitOf(message));
                values[message] = (length - mean) / (length + mean);
            }
        }
        return new Signal("substance", values, message -> partition.unitLength(partition.unitOf(message)) + " words");
    }
}
