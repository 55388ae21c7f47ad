/** Asks the language model: prompts, attempts, deadlines, and answers that are read leniently and checked strictly. */
@NullMarked
package dev.daybook.ask;

import org.jspecify.annotations.NullMarked;
