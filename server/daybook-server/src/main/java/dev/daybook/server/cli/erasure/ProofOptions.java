package dev.daybook.server.cli.erasure;

import dev.daybook.internal.erasure.FileSearch;
import dev.daybook.server.certificate.ErasureCertificate;
import dev.daybook.server.certificate.SigningKey;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.files.PrivateFile;
import dev.daybook.server.problem.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of an erasure proof: further places to search, and the certificate. */
final class ProofOptions {

    @Option(
            names = "--also",
            paramLabel = "PATH",
            description = "Also search this file or folder: backups, which are decrypted, exports, logs. Repeatable.")
    private List<Path> places = List.of();

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "Write the result into this new file, signed with the key of the data folder;"
                    + " 'daybook verify-certificate' checks it.")
    private @Nullable Path certificate;

    boolean isGiven() {
        return certificate != null || !places.isEmpty();
    }

    /**
     * Checks the options before anything is erased.
     *
     * @throws NotFoundException if a place is missing
     * @throws IllegalArgumentException if a place holds no file, or the file of the certificate exists
     */
    void check(DaybookCommand root) {
        places(root).stream().filter(place -> !Files.exists(place)).findFirst().ifPresent(missing -> {
            throw new NotFoundException("--also '" + missing + "' is not a file or folder; name an existing one");
        });
        // Refuses a place that holds no file.
        FileSearch.filesIn(places(root));
        Path file = file(root);
        if (file != null && Files.exists(file)) {
            throw new IllegalArgumentException("--certificate is '" + file + "', which exists; name a new file");
        }
    }

    /** Returns the further places to search. */
    List<Path> places(DaybookCommand root) {
        return places.stream()
                .map(place ->
                        root.terminal().path("--also", place).toAbsolutePath().normalize())
                .toList();
    }

    private @Nullable Path file(DaybookCommand root) {
        return certificate == null
                ? null
                : root.terminal()
                        .path("--certificate", certificate)
                        .toAbsolutePath()
                        .normalize();
    }

    /** Signs a statement and writes it into the file of the certificate, if one was asked for. */
    void write(DaybookCommand root, Map<String, @Nullable Object> statement) {
        Path file = file(root);
        if (file == null) {
            return;
        }
        ErasureCertificate signed = ErasureCertificate.signed(
                statement, SigningKey.of(root.options().folder()));
        try {
            PrivateFile.write(file, signed.text() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the certificate could not be written to " + file + ": " + e.getMessage(), e);
        }
        root.output().note("Certificate: " + file);
    }
}
