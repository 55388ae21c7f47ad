/**
 * JSON, read strictly or as leniently as the answers of models need it, and the fields of entries in it. The server
 * and the client share these classes; applications use {@code Archive}.
 */
@NullMarked
package dev.daybook.internal.json;

import org.jspecify.annotations.NullMarked;
