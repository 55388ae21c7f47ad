/** JSON text, written, and read strictly or with the leniency that answers of models need. */
@NullMarked
package dev.daybook.json;

import org.jspecify.annotations.NullMarked;
