/** JSON texts read and written, strictly or as leniently as the answers of models need it. */
@NullMarked
package dev.daybook.json;

import org.jspecify.annotations.NullMarked;
