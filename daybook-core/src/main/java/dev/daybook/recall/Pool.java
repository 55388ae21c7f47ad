package dev.daybook.recall;

import dev.daybook.data.Entry;
import dev.daybook.data.Scope;
import dev.daybook.spi.Key;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;

/**
 * Where candidates come from.
 *
 * @param partition the image of the scope
 * @param scores its entries, scored for the question
 * @param bodies gets entries by their keys; those that are gone by now are left out
 */
record Pool(Scope scope, Partition partition, EntryScores scores, Function<Collection<Key>, Map<Key, Entry>> bodies) {}
