package dev.daybook.sqlite;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.PrivateFolder;
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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Unpacks the driver's native library once per version into the user's cache. The driver would unpack it for each
 * process, which costs a tenth of a second per start. If anything fails, the driver unpacks it itself.
 */
final class NativeLibrary {

    private static final String PATH = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";

    /** The sticky bit: users with write access to the folder cannot rename each other's files. */
    private static final int STICKY = 01000;

    private NativeLibrary() {}

    /**
     * Loads the library.
     *
     * @throws StoreException if no folder permits it; the driver names the system only
     */
    static void load() {
        prepare();
        load(SQLiteJDBCLoader::initialize);
    }

    static void load(Callable<Boolean> driver) {
        try {
            driver.call();
        } catch (Exception failure) {
            throw new StoreException(
                    "the native library of SQLite can be loaded neither from "
                            + System.getProperty(
                                    PATH, cache().resolve("daybook").toString())
                            + " nor from the temporary folder " + System.getProperty("java.io.tmpdir") + " ("
                            + failure.getMessage() + "); set XDG_CACHE_HOME or -Djava.io.tmpdir to a folder of a file"
                            + " system that permits programs, which one mounted with noexec does not",
                    failure,
                    false);
        }
    }

    private static void prepare() {
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

    /**
     * Returns the library's folder in a cache. Unpacks the library if it is missing or differs in size from the one in
     * the jar.
     */
    static Path unpack(Path cache) throws IOException {
        Path ours = cache.resolve("daybook");
        Path folder = ours.resolve("sqlite-jdbc-" + SQLiteJDBCLoader.getVersion());
        PrivateFolder.createPrivate(ours);
        PrivateFolder.createPrivate(folder);
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
     * Rejects a cache that other users can write to, as a shared XDG_CACHE_HOME: their library would run in this
     * process.
     */
    private static void requireOwn(Path cache, Path... folders) throws IOException {
        if (!cache.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return;
        }
        if (isWritableByOthers(cache) && ((int) Files.getAttribute(cache, "unix:mode") & STICKY) == 0) {
            throw new IOException("other users may replace files in " + cache);
        }
        for (Path folder : folders) {
            if (Files.isSymbolicLink(folder) || isWritableByOthers(folder)) {
                throw new IOException("other users may write to " + folder);
            }
        }
        // The owner of a new file is this process, under any name of the system.
        Path own = folders[folders.length - 1].resolve(ProcessHandle.current().pid() + "." + System.nanoTime());
        PrivateFolder.createPrivateFile(own);
        try {
            for (Path folder : folders) {
                if (!Files.getOwner(own).equals(Files.getOwner(folder))) {
                    throw new IOException(folder + " belongs to another user");
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
     * Finds the library in the driver's jar. The driver detects the platform by starting a process ({@code uname}), so
     * the result is cached per Java runtime; machines that share a home may differ.
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

    /** Replaces the file atomically: another process may do the same, or have the old file mapped. */
    private static void put(InputStream bytes, Path file) throws IOException {
        Path fresh = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + "." + System.nanoTime());
        try {
            PrivateFolder.createPrivateFile(fresh);
            try (OutputStream out = Files.newOutputStream(fresh)) {
                bytes.transferTo(out);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
