package dev.daybook.cassandra;

import dev.daybook.model.Kind;
import java.util.UUID;

/**
 * The key of a body or a sidecar in a bucket of its scope.
 *
 * @param name the name of the sidecar; empty for the body
 * @param attempt the attempt that wrote it
 */
record ContentKey(int life, Kind kind, long position, long contentRevision, String name, UUID attempt) {

    /** The name of a body. */
    static final String BODY = "";
}
