/** The guided tour: commands demonstrated on a sample session. Each step checks its own result. */
@NullMarked
package dev.daybook.server.tour;

import org.jspecify.annotations.NullMarked;
