/** A chat with Quarkus, LangChain4j, a tool, and a daybook as its long-term memory. */
@NullMarked
package dev.daybook.quarkus;

import org.jspecify.annotations.NullMarked;
