/** The table of the settings of a space: names, limits, and their forms in JSON and on the command line. */
@NullMarked
package dev.daybook.internal.json.settings;

import org.jspecify.annotations.NullMarked;
