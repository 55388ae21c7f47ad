/**
 * The operator's configuration: read from the data folder and the environment, and checked whole before anything is
 * opened.
 */
@NullMarked
package dev.daybook.server.config;

import org.jspecify.annotations.NullMarked;
