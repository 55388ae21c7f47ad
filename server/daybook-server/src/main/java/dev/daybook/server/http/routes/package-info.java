/** The routes of the REST interface: one class for each subject, which reads a call and writes its answer. */
@NullMarked
package dev.daybook.server.http.routes;

import org.jspecify.annotations.NullMarked;
