/** The context of a prompt: sections of entries and messages packed into a token budget. */
@NullMarked
package dev.daybook.internal.context;

import org.jspecify.annotations.NullMarked;
