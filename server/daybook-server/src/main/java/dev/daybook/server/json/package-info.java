/** Requests and answers of a server that are more than one record, and the reading of lines, texts and times. */
@NullMarked
package dev.daybook.server.json;

import org.jspecify.annotations.NullMarked;
