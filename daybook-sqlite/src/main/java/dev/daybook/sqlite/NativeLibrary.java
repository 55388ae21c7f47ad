package dev.daybook.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Unpacks the driver's native library once per version into a folder of the user, where the driver would do it anew
 * for each process; that saves a tenth of a second of each start. Whatever goes wrong, the driver does it its own way.
 */
final class NativeLibrary {

    private static final String PATH = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";

    private NativeLibrary() {}

    static void prepare() {
        if (System.getProperty(PATH) != null || System.getProperty(NAME) != null) {
            return;
        }
        try {
            Path library = unpack(cache());
            System.setProperty(PATH, library.getParent().toString());
            System.setProperty(NAME, library.getFileName().toString());
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

    /** The library in a cache, put there if it is missing or has another size than that in the jar. */
    static Path unpack(Path cache) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        URL resource = SQLiteJDBCLoader.class.getResource(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name);
        if (resource == null) {
            throw new IOException("the driver has no library for this system");
        }
        Path folder = cache.resolve("daybook").resolve("sqlite-jdbc-" + SQLiteJDBCLoader.getVersion());
        Path library = folder.resolve(name);
        long size = resource.openConnection().getContentLengthLong();
        if (Files.isRegularFile(library) && Files.size(library) == size) {
            return library;
        }
        Folder.createPrivate(folder.getParent());
        Folder.createPrivate(folder);
        // Another process may do the same now, and one that runs may have the old file mapped: so never write in place.
        Path fresh = folder.resolve(name + "." + ProcessHandle.current().pid() + "." + System.nanoTime());
        try {
            Folder.createPrivateFile(fresh);
            try (InputStream bytes = resource.openStream();
                    OutputStream file = Files.newOutputStream(fresh)) {
                bytes.transferTo(file);
            }
            Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
        return library;
    }
}
