/** Erasure certificates: signed statements of what was searched for forgotten texts, and what was found. */
@NullMarked
package dev.daybook.server.certificate;

import org.jspecify.annotations.NullMarked;
