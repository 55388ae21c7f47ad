package dev.daybook.server.cli.erasure;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.certificate.ErasureCertificate;
import dev.daybook.server.certificate.SigningKey;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.problem.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "verify-certificate",
        header = "Verifies the signature of an erasure certificate, and shows what it states.",
        description = {
            "Exit code 0: the certificate is valid, and states that the erasure is proved. The certificate must be unchanged, and signed with the key of the data folder, or with that of --key. Compare"
                    + " the key with one that the operator published: a certificate alone does not prove its origin."
        },
        sortOptions = false)
final class VerifyCertificateCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand root;

    @Parameters(index = "0", paramLabel = "FILE", description = "The certificate.")
    private Path given;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Expected public key in Base64 (default: the key of the data folder).")
    private @Nullable String key;

    @Override
    public Integer call() {
        Path file = root.terminal().path("FILE", given).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw new NotFoundException("certificate '" + file + "' is not a file; name a certificate");
        }
        ErasureCertificate certificate = read(file);
        String expected = key != null
                ? key
                : SigningKey.publicKeyOf(root.options().folder()).orElse(null);
        if (expected == null) {
            throw root.options()
                    .wrongUsage("the data folder has signed no certificate; give the expected key with --key");
        }
        boolean isUnchanged = certificate.isUnchanged();
        boolean isExpected = certificate.publicKey().equals(expected);
        boolean isValid = isUnchanged && isExpected;
        if (root.output().isJson()) {
            Map<String, @Nullable Object> answer = PlainJson.object("valid", isValid);
            answer.put("unchanged", isUnchanged);
            answer.put("expectedKey", isExpected);
            answer.put("publicKey", certificate.publicKey());
            answer.put("proved", isValid && certificate.proved());
            answer.put("statement", certificate.statement());
            root.output().print(answer);
        } else {
            root.output().println(verdict(isUnchanged, isExpected, certificate.publicKey()));
            if (isValid) {
                CertificateLines.print(root.terminal().out(), certificate);
            }
        }
        return isValid && certificate.proved() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static String verdict(boolean isUnchanged, boolean isExpected, String publicKey) {
        if (!isUnchanged) {
            return "INVALID: the certificate was changed after it was signed";
        }
        return isExpected
                ? "valid: unchanged, signed with the key " + publicKey
                : "INVALID: signed with another key, " + publicKey;
    }

    private static ErasureCertificate read(Path file) {
        try {
            return ErasureCertificate.read(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "FILE " + file + " is no certificate: " + e.getMessage()
                            + "; name a file that 'forget --certificate' or 'verify-erasure --certificate' wrote",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
