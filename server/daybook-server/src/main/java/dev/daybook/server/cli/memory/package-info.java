/** The commands over the memory of one scope, thin adapters of {@link dev.daybook.Memory}. */
@NullMarked
package dev.daybook.server.cli.memory;

import org.jspecify.annotations.NullMarked;
