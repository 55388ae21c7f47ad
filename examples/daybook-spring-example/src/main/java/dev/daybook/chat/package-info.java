/** A chat on the terminal with Spring Boot, Spring AI and a daybook as its long-term memory. */
@NullMarked
package dev.daybook.chat;

import org.jspecify.annotations.NullMarked;
