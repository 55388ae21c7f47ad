/** Tests of the memory explorer: a real server, a real page, a real browser. */
@NullMarked
package dev.daybook.explorer.browser;

import org.jspecify.annotations.NullMarked;
