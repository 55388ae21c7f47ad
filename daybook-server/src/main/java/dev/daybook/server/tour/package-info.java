/** The tour: commands shown on a conversation that it brings. Each step checks its own result. */
@NullMarked
package dev.daybook.server.tour;

import org.jspecify.annotations.NullMarked;
