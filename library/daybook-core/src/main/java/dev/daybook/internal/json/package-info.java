/**
 * JSON, read strictly or as leniently as the answers of models need it, and one codec for each record that has a JSON
 * form: {@link dev.daybook.internal.json.RecordCodec} lists its fields once, for reading and for writing. Client and
 * server share these classes; applications use {@code Archive}.
 */
@NullMarked
package dev.daybook.internal.json;

import org.jspecify.annotations.NullMarked;
