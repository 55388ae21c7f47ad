/** The proxy of a language model. */
@NullMarked
package dev.daybook.server.proxy;

import org.jspecify.annotations.NullMarked;
