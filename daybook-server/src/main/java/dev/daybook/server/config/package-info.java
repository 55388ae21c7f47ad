/** What an operator configures, read from the data folder and the environment; checked whole before anything is opened. */
@NullMarked
package dev.daybook.server.config;

import org.jspecify.annotations.NullMarked;
