package dev.daybook.erasure;

import java.nio.file.Path;

/**
 * A file or folder that a search could not look into, so that nothing is known of what it holds.
 *
 * @param file the file or folder as the search met it
 * @param reason why it was not searched, and what helps
 */
public record UnsearchedFile(Path file, String reason) {}
