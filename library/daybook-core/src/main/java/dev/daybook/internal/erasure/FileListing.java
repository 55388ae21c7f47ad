package dev.daybook.internal.erasure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files below some places. Links are followed, and each file is listed once, by its real path, however many links
 * and places lead to it. It opens folders and no file, so that a process with an open store loses no file lock.
 *
 * @param files the real paths of the regular files
 * @param unsearched what cannot be read as a file or listed as a folder, with the reasons
 */
record FileListing(List<Path> files, Map<Path, String> unsearched) {

    /**
     * Lists the files of some places.
     *
     * @throws IllegalArgumentException if a place holds nothing that could be searched
     */
    static FileListing of(List<Path> places) {
        Set<Path> files = new TreeSet<>();
        Map<Path, String> unsearched = new LinkedHashMap<>();
        for (Path place : places) {
            Walk walk = new Walk();
            try {
                Files.walkFileTree(
                        place.toRealPath(), EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, walk);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot list " + place + " to search it: " + e, e);
            }
            if (walk.files.isEmpty() && walk.unsearched.isEmpty()) {
                throw new IllegalArgumentException(
                        "place is '" + place + "', which holds no file; name a file, or a folder with files");
            }
            files.addAll(walk.files);
            unsearched.putAll(walk.unsearched);
        }
        return new FileListing(List.copyOf(files), unsearched);
    }

    private static final class Walk extends SimpleFileVisitor<Path> {

        private final List<Path> files = new ArrayList<>();
        private final Map<Path, String> unsearched = new LinkedHashMap<>();

        /** Links between folders would otherwise lead to a folder on each of very many ways. */
        private final Set<Path> entered = new HashSet<>();

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            return entered.add(folder.toRealPath()) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isRegularFile()) {
                files.add(file.toRealPath());
            } else if (attributes.isSymbolicLink()) {
                unsearched.put(file, "it is a link to a place that is not there");
            } else {
                unsearched.put(file, "it is neither a file nor a folder");
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            boolean isDeletedMeanwhile = !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            if (!(failure instanceof FileSystemLoopException) && !isDeletedMeanwhile) {
                unsearched.put(file, "it cannot be read: " + failure);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
            if (failure != null) {
                unsearched.put(folder, "it cannot be listed: " + failure);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
