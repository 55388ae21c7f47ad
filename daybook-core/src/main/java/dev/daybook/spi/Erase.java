package dev.daybook.spi;

import java.util.List;

/**
 * The extent of an erasure in a scope.
 *
 * @param everything whether all entries, sidecars and states are erased; keys and states are empty then
 * @param keys the entries to erase with all versions and sidecars; missing ones are ignored
 * @param states the names of the states to erase
 */
public record Erase(boolean everything, List<Key> keys, List<String> states) {

    public static final Erase EVERYTHING = new Erase(true, List.of(), List.of());

    public Erase {
        keys = List.copyOf(keys);
        states = List.copyOf(states);
    }

    public static Erase of(List<Key> keys, List<String> states) {
        return new Erase(false, keys, states);
    }
}
