package dev.daybook.spi;

import java.util.List;

/**
 * What to erase from a scope.
 *
 * @param everything the whole scope: all entries, sidecars and states; keys and states are empty then
 * @param keys the entries to erase, with every version and sidecar; those that are not there do no harm
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
