/** Language model calls: prompts, retries, deadlines, and answers that are located leniently and checked strictly. */
@NullMarked
package dev.daybook.internal.inference;

import org.jspecify.annotations.NullMarked;
