/** Language model calls: prompts, retries, deadlines, and answers that are located leniently and checked strictly. */
@NullMarked
package dev.daybook.ask;

import org.jspecify.annotations.NullMarked;
