package dev.daybook.erasure;

import java.nio.file.Path;

/**
 * A file that a search read.
 *
 * @param bytes the number of bytes that were read: all of it
 */
public record SearchedFile(Path file, long bytes) {}
