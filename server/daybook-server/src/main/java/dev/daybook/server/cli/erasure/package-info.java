/** The commands that erase entries and prove erasures. */
@NullMarked
package dev.daybook.server.cli.erasure;

import org.jspecify.annotations.NullMarked;
