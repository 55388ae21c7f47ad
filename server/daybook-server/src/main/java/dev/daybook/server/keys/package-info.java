/** Authentication and authorization: API keys, stored as hashes, and the rights of a caller. */
@NullMarked
package dev.daybook.server.keys;

import org.jspecify.annotations.NullMarked;
