/** Traces of the server, and the observer of its daybook. */
@NullMarked
package dev.daybook.server.telemetry;

import org.jspecify.annotations.NullMarked;
