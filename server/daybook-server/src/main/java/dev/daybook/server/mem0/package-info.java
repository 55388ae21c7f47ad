/** The REST interface of mem0, hosted and self-hosted, for programs that keep their client (decision 151). */
@NullMarked
package dev.daybook.server.mem0;

import org.jspecify.annotations.NullMarked;
