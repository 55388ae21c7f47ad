/** How the command line talks to a running server of its folder: the command runs there, its streams are here. */
@NullMarked
package dev.daybook.server.door;

import org.jspecify.annotations.NullMarked;
