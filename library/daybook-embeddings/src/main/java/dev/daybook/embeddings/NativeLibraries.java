package dev.daybook.embeddings;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtLoggingLevel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks the native libraries of onnxruntime once per version into a cache folder of the user; onnxruntime itself
 * would write 24 MB anew for each process. After any failure onnxruntime unpacks them itself.
 *
 * <p>A JVM loads a file for one class loader only. So in a JVM with several, such as two web applications or one that was
 * deployed again, the first one loads the files of the cache, and each other one a copy that is deleted at once.
 */
final class NativeLibraries {

    private static final String PATH = "onnxruntime.native.path";

    /** The library and its JNI binding. */
    private static final List<String> NAMES = List.of("onnxruntime", "onnxruntime4j_jni");

    /** A system property, because all class loaders of a JVM share those: its value is the folder that one has loaded. */
    private static final String LOADED = "dev.daybook.onnxruntime.loaded";

    /** A literal is one object for all class loaders, and so is its monitor. */
    private static final String JVM_WIDE = "dev.daybook.onnxruntime.lock";

    private static boolean isStarted;
    private static volatile boolean kept;

    private NativeLibraries() {}

    /** Starts onnxruntime with the unpacked libraries, unless a system property sets another path. */
    static OrtEnvironment start(Supplier<OrtEnvironment> start) {
        // The path is a property of the JVM too, so two class loaders must not start at the same time.
        synchronized (JVM_WIDE) {
            Path folder = System.getProperty(PATH) == null && !isStarted ? unpacked() : null;
            isStarted = true;
            if (folder == null) {
                return start.get();
            }
            boolean isFirst = System.getProperty(LOADED) == null;
            Path loaded = isFirst ? loadable(folder) : copied(folder);
            if (loaded == null) {
                return start.get();
            }
            System.setProperty(LOADED, folder.toString());
            System.setProperty(PATH, loaded.toString());
            try {
                return start.get();
            } finally {
                // Read only at the start; left set, it could affect other code.
                System.clearProperty(PATH);
                if (!isFirst) {
                    delete(loaded);
                }
            }
        }
    }

    /**
     * Returns the folder if its library can be loaded, which a file system mounted with noexec does not permit, else null.
     * The first failure of onnxruntime would be its last, because it loads its libraries when its class is initialised.
     */
    static @Nullable Path loadable(Path folder) {
        if (NativeLibraries.class.getClassLoader() != OrtEnvironment.class.getClassLoader()) {
            return folder;
        }
        try {
            System.load(folder.resolve(System.mapLibraryName(NAMES.get(0)))
                    .toAbsolutePath()
                    .toString());
            return folder;
        } catch (UnsatisfiedLinkError e) {
            System.getLogger(NativeLibraries.class.getName())
                    .log(Level.DEBUG, "onnxruntime unpacks its libraries itself", e);
            return null;
        }
    }

    /** Copies the libraries for this class loader; null if that fails. */
    private static @Nullable Path copied(Path folder) {
        try {
            Path copy = Files.createTempDirectory("daybook-onnxruntime-");
            for (String name : NAMES) {
                String file = System.mapLibraryName(name);
                Files.copy(folder.resolve(file), copy.resolve(file));
            }
            return copy;
        } catch (IOException e) {
            System.getLogger(NativeLibraries.class.getName())
                    .log(Level.DEBUG, "onnxruntime unpacks its libraries itself", e);
            return null;
        }
    }

    /** Deletes a loaded copy: at once where a file may be deleted while it is mapped, else at the end of the process. */
    private static void delete(Path copy) {
        // The folder first: files are deleted in the reverse order at the end of the process.
        copy.toFile().deleteOnExit();
        boolean isEmpty = true;
        for (String name : NAMES) {
            Path file = copy.resolve(System.mapLibraryName(name));
            try {
                Files.deleteIfExists(file);
            } catch (IOException mapped) {
                isEmpty = false;
                file.toFile().deleteOnExit();
            }
        }
        if (isEmpty && !copy.toFile().delete()) {
            System.getLogger(NativeLibraries.class.getName()).log(Level.DEBUG, "{0} is deleted at the end", copy);
        }
    }

    /**
     * Holds a reference to the environment of onnxruntime until the process ends. onnxruntime destroys it in its own
     * shutdown hook, and a thread that loads a model at that moment crashes in native code; hooks run in no order, and
     * this one cannot be removed. The environment counts its references, so a second one keeps it alive (decision 21).
     */
    static boolean keep(OrtEnvironment environment) {
        if (kept) {
            return true;
        }
        try {
            Field api = Class.forName("ai.onnxruntime.OnnxRuntime").getDeclaredField("ortApiHandle");
            Method create = OrtEnvironment.class.getDeclaredMethod("createHandle", long.class, int.class, String.class);
            api.setAccessible(true);
            create.setAccessible(true);
            create.invoke(null, api.getLong(null), OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR.getValue(), "daybook");
            kept = true;
        } catch (ReflectiveOperationException | RuntimeException other) {
            System.getLogger(NativeLibraries.class.getName())
                    .log(Level.DEBUG, "onnxruntime " + environment.getVersion() + " has another structure", other);
        }
        return kept;
    }

    private static @Nullable Path unpacked() {
        try {
            return unpack(cache());
        } catch (IOException | RuntimeException e) {
            System.getLogger(NativeLibraries.class.getName())
                    .log(Level.DEBUG, "onnxruntime unpacks its libraries itself", e);
            return null;
        }
    }

    private static Path cache() {
        String configured = System.getenv("XDG_CACHE_HOME");
        return configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
    }

    /**
     * Returns the folder of the libraries in a cache. Writes files that are missing or differ in size from those in the
     * jar.
     */
    static Path unpack(Path cache) throws IOException {
        Path ours = cache.resolve("daybook");
        Path folder = ours.resolve("onnxruntime-" + version());
        createPrivate(ours);
        createPrivate(folder);
        for (String name : NAMES) {
            String file = System.mapLibraryName(name);
            URL resource = OrtEnvironment.class.getResource("/ai/onnxruntime/native/" + platform() + "/" + file);
            if (resource == null) {
                throw new IOException("onnxruntime has no " + file + " for " + platform());
            }
            unpack(resource, folder, file);
        }
        return folder;
    }

    private static void unpack(URL resource, Path folder, String file) throws IOException {
        Path library = folder.resolve(file);
        long size = resource.openConnection().getContentLengthLong();
        if (Files.isRegularFile(library) && Files.size(library) == size) {
            return;
        }
        // Another process may write the same file, or have the old one mapped: never write in place.
        Path fresh = folder.resolve(file + "." + ProcessHandle.current().pid() + "." + System.nanoTime());
        try {
            Files.createFile(fresh, owner(fresh, "rw-------"));
            try (InputStream bytes = resource.openStream();
                    OutputStream copy = Files.newOutputStream(fresh)) {
                bytes.transferTo(copy);
            }
            Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Returns the platform as onnxruntime names it in its jar. */
    private static String platform() throws IOException {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        return system(os) + "-"
                + switch (processor) {
                    case "amd64", "x86_64" -> "x64";
                    case "aarch64" -> "aarch64";
                    default -> throw new IOException("onnxruntime has no libraries for the processor " + processor);
                };
    }

    private static String system(String os) throws IOException {
        if (os.contains("mac") || os.contains("darwin")) {
            return "osx";
        }
        if (os.contains("win")) {
            return "win";
        }
        if (os.contains("linux")) {
            return "linux";
        }
        throw new IOException("onnxruntime has no libraries for the system " + os);
    }

    /** Returns the version from the manifest on the class path, or from the name of the jar on the module path. */
    private static String version() {
        String manifest = OrtEnvironment.class.getPackage().getImplementationVersion();
        return Optional.ofNullable(manifest)
                .or(() -> Optional.ofNullable(OrtEnvironment.class.getModule().getDescriptor())
                        .flatMap(descriptor -> descriptor.rawVersion()))
                .orElse("unknown");
    }

    /** Creates a folder that only its owner may access; its parents get the usual permissions. */
    private static void createPrivate(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectories(folder.toAbsolutePath().getParent());
        try {
            Files.createDirectory(folder, owner(folder, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static FileAttribute<?>[] owner(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
