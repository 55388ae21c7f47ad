/**
 * The evaluation of retrieval quality: conversations with marked evidence are written into memories, questions are
 * asked as any user would ask them, and the answers are scored. Derived texts are checked against their sources. Run by
 * {@code ./daybook eval}, {@code ./daybook grounding} and the script in
 * {@code tools/daybook-bench/quality}.
 */
@NullMarked
package dev.daybook.bench.quality;

import org.jspecify.annotations.NullMarked;
