/** Who may do what: keys, of which only hashes are kept. */
@NullMarked
package dev.daybook.server.keys;

import org.jspecify.annotations.NullMarked;
