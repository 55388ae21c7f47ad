package dev.daybook.internal.sqlite.table;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The numbers of the scopes of agents by a salted hash of their user, so that the agents of a user are found without
 * decrypting the name of every scope. It holds no id, because it outlives an erasure; a number in it may be of a scope
 * without a name or of an agent of another user. Thread-safe.
 *
 * <p>It is complete for a space once all names of the space were read: the writer adds every agent that gets a name since
 * the opening, before its transaction commits.
 */
final class AgentScopes {

    private final Map<Long, Set<Long>> numbersByUser = new ConcurrentHashMap<>();
    private final Set<String> completeSpaces = ConcurrentHashMap.newKeySet();

    /** @param userHash the hash of the code of the scope of the user */
    void add(byte[] userHash, long number) {
        numbersByUser
                .computeIfAbsent(key(userHash), unused -> ConcurrentHashMap.newKeySet())
                .add(number);
    }

    /** Returns the numbers of the scopes that may be of an agent of a user, in ascending order. */
    List<Long> numbers(byte[] userHash) {
        return numbersByUser.getOrDefault(key(userHash), Set.of()).stream()
                .sorted()
                .toList();
    }

    boolean isComplete(String space) {
        return completeSpaces.contains(space);
    }

    /** Call it after the agents of all names of a space were added. */
    void completed(String space) {
        completeSpaces.add(space);
    }

    /** A part of the hash: the name of a scope tells whose agent it is. */
    private static long key(byte[] userHash) {
        return ByteBuffer.wrap(userHash).getLong();
    }
}
