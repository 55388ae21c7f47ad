/** A daybook of a server: the interfaces of the library over the REST interface. */
@NullMarked
package dev.daybook.client;

import org.jspecify.annotations.NullMarked;
