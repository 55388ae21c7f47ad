package dev.daybook.sqlite;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Unpacks the driver's native library once per version into a folder of the user, where the driver would do it anew
 * for each process; that saves a tenth of a second of each start. Whatever goes wrong, the driver does it its own way.
 */
final class NativeLibrary {

    private static final String PATH = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";

    /** In the mode of a folder: whoever may write to it may still not rename what others have there. */
    private static final int STICKY = 01000;

    private NativeLibrary() {}

    static void prepare() {
        if (System.getProperty(PATH) != null || System.getProperty(NAME) != null) {
            return;
        }
        try {
            Path folder = unpack(cache());
            System.setProperty(PATH, folder.toString());
            System.setProperty(NAME, LibraryLoaderUtil.getNativeLibName());
        } catch (IOException | RuntimeException e) {
            System.getLogger(NativeLibrary.class.getName())
                    .log(System.Logger.Level.DEBUG, "the driver unpacks its library itself", e);
        }
    }

    private static Path cache() {
        String configured = System.getenv("XDG_CACHE_HOME");
        return configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
    }

    /** The folder of the library in a cache; put there if it is missing or has another size than that in the jar. */
    static Path unpack(Path cache) throws IOException {
        Path ours = cache.resolve("daybook");
        Path folder = ours.resolve("sqlite-jdbc-" + SQLiteJDBCLoader.getVersion());
        Folder.createPrivate(ours);
        Folder.createPrivate(folder);
        requireOwn(cache, ours, folder);
        URL resource = resource(folder);
        Path library = folder.resolve(LibraryLoaderUtil.getNativeLibName());
        long size = resource.openConnection().getContentLengthLong();
        if (!Files.isRegularFile(library) || Files.size(library) != size) {
            try (InputStream bytes = resource.openStream()) {
                put(bytes, library);
            }
        }
        return folder;
    }

    /**
     * A cache may be shared, as XDG_CACHE_HOME on some machines is: a library that somebody else put there, or could, would
     * run in this process.
     */
    private static void requireOwn(Path cache, Path... folders) throws IOException {
        if (!cache.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return;
        }
        if (isWritableByOthers(cache) && ((int) Files.getAttribute(cache, "unix:mode") & STICKY) == 0) {
            throw new IOException("others may replace what lies in " + cache);
        }
        for (Path folder : folders) {
            if (Files.isSymbolicLink(folder) || isWritableByOthers(folder)) {
                throw new IOException("others may write to " + folder);
            }
        }
        // Whoever makes a file owns it, by whatever name the system knows this process.
        Path own = folders[folders.length - 1].resolve(ProcessHandle.current().pid() + "." + System.nanoTime());
        Folder.createPrivateFile(own);
        try {
            for (Path folder : folders) {
                if (!Files.getOwner(own).equals(Files.getOwner(folder))) {
                    throw new IOException(folder + " is somebody else's");
                }
            }
        } finally {
            Files.deleteIfExists(own);
        }
    }

    private static boolean isWritableByOthers(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        return permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    /**
     * The library in the driver's jar. Which one it is, the driver finds out by starting a process ({@code uname}), so
     * its answer is kept: per Java runtime, which has one C library, while machines that share a home may not.
     */
    private static URL resource(Path folder) throws IOException {
        Path known = folder.resolve(runtime() + ".path");
        URL resource = Files.exists(known) ? SQLiteJDBCLoader.class.getResource(Files.readString(known)) : null;
        if (resource != null) {
            return resource;
        }
        String path = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
        URL found = SQLiteJDBCLoader.class.getResource(path);
        if (found == null) {
            throw new IOException("the driver has no library for this system");
        }
        put(new ByteArrayInputStream(path.getBytes(StandardCharsets.UTF_8)), known);
        return found;
    }

    private static String runtime() {
        String all = Stream.of("os.name", "os.arch", "java.home", "java.vm.vendor", "java.vm.version")
                .map(System::getProperty)
                .collect(Collectors.joining("\n"));
        return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Another process may do the same now, and one that runs may have the old file mapped: so never writes in place. */
    private static void put(InputStream bytes, Path file) throws IOException {
        Path fresh = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + "." + System.nanoTime());
        try {
            Folder.createPrivateFile(fresh);
            try (OutputStream out = Files.newOutputStream(fresh)) {
                bytes.transferTo(out);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
