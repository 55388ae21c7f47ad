/**
 * JSON, read strictly or as leniently as the answers of models need it, and the fields of entries in it. The server
 * shares these classes; for programs, {@code dev.daybook.interchange} is the public interface.
 */
@NullMarked
package dev.daybook.internal.json;

import org.jspecify.annotations.NullMarked;
