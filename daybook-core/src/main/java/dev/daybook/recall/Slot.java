package dev.daybook.recall;

import dev.daybook.spi.Row;

/**
 * An entry in a partition.
 *
 * @param row what the store said of it; its sidecars have been taken in and are not kept
 * @param firstMessage the number of its first message in the partition; the others follow
 * @param messages how many messages it has
 */
record Slot(Row row, int firstMessage, int messages) {}
