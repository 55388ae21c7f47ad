package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtEnvironment;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTest {

    @TempDir
    Path cache;

    @Test
    void both_libraries_are_unpacked_into_a_private_folder() throws IOException {
        Path folder = NativeLibraries.unpack(cache);

        assertThat(folder).hasParent(cache.resolve("daybook"));
        assertThat(folder.getFileName().toString()).matches("onnxruntime-\\d+\\.\\d+\\.\\d+");
        assertThat(files(folder)).containsExactlyInAnyOrder(library("onnxruntime"), library("onnxruntime4j_jni"));
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void unpacked_files_are_not_written_again() throws IOException {
        Path file = NativeLibraries.unpack(cache).resolve(library("onnxruntime"));
        FileTime old = FileTime.from(Instant.parse("2001-01-01T00:00:00Z"));
        Files.setLastModifiedTime(file, old);

        NativeLibraries.unpack(cache);

        assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);
    }

    @Test
    void a_file_that_was_cut_short_is_replaced() throws IOException {
        Path file = NativeLibraries.unpack(cache).resolve(library("onnxruntime"));
        long size = Files.size(file);
        Files.write(file, new byte[10]);

        NativeLibraries.unpack(cache);

        assertThat(file).hasSize(size);
        assertThat(files(file.getParent())).hasSize(2);
    }

    @Test
    void starting_leaves_no_property_behind() {
        NativeLibraries.start(OrtEnvironment::getEnvironment);

        assertThat(System.getProperty("onnxruntime.native.path")).isNull();
    }

    /** Without it a process that ends during a load crashes. A new release may behave differently; see decision 21. */
    @Test
    void the_environment_is_kept_until_the_process_is_over() {
        assertThat(NativeLibraries.keep(NativeLibraries.start(OrtEnvironment::getEnvironment)))
                .isTrue();
    }

    /** From 1.29.0 on onnxruntime sends reports to its maker, which Java cannot switch off. See decision 21. */
    @Test
    void the_library_cannot_report_to_its_maker() throws IOException {
        String library = Files.readString(
                NativeLibraries.unpack(cache).resolve(library("onnxruntime")), StandardCharsets.ISO_8859_1);

        assertThat(library.contains("OrtGetApiBase")).as("it is the library").isTrue();
        assertThat(library.contains("OneCollector"))
                .as("it knows where reports go")
                .isFalse();
    }

    private static String library(String name) {
        return System.mapLibraryName(name);
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Each web application of a server has a class loader of its own. */
    @Test
    void two_class_loaders_of_one_process_embed_and_leave_no_copy_behind() throws Exception {
        assertThat(copies()).isEmpty();
        for (int application = 1; application <= 2; application++) {
            try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
                Object embedder = loader.loadClass(MiniLmEmbedderProvider.class.getName())
                        .getMethod("embedder")
                        .invoke(loader.loadClass(MiniLmEmbedderProvider.class.getName())
                                .getConstructor()
                                .newInstance());
                Object vectors = loader.loadClass("dev.daybook.spi.Embedder")
                        .getMethod("embedQueries", List.class)
                        .invoke(embedder, List.of("where do cats sleep?"));

                assertThat((List<?>) vectors).as("application %s", application).hasSize(1);
            }
        }
        assertThat(copies()).isEmpty();
    }

    private static URL[] classPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(path).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private static List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("daybook-onnxruntime-"))
                    .toList();
        }
    }

    @Test
    void a_folder_whose_library_cannot_be_loaded_is_left_to_onnxruntime() throws IOException {
        Files.writeString(cache.resolve(System.mapLibraryName("onnxruntime")), "no library");

        assertThat(NativeLibraries.loadable(cache)).isNull();
        assertThat(NativeLibraries.loadable(NativeLibraries.unpack(cache))).isNotNull();
    }
}
