package dev.daybook.store;

import java.util.List;

/**
 * The extent of an erasure in a scope.
 *
 * @param everything whether all entries, sidecars and states are erased; keys and states are empty then
 * @param keys the entries to erase with all versions and sidecars; missing ones are ignored
 * @param states the names of the states to erase
 */
public record EraseRequest(boolean everything, List<EntryKey> keys, List<String> states) {

    public static final EraseRequest EVERYTHING = new EraseRequest(true, List.of(), List.of());

    public EraseRequest {
        keys = List.copyOf(keys);
        states = List.copyOf(states);
    }

    public static EraseRequest of(List<EntryKey> keys, List<String> states) {
        return new EraseRequest(false, keys, states);
    }
}
