package dev.daybook.server.cli.erasure;

import dev.daybook.server.certificate.ErasureCertificate;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints the statement of an erasure certificate, line by line: the result, the time, the scope, the searched texts and
 * places. A certificate of an earlier version has fewer fields, and fewer lines.
 */
final class CertificateLines {

    private CertificateLines() {}

    static void print(PrintStream out, ErasureCertificate certificate) {
        Map<String, @Nullable Object> statement = certificate.statement();
        out.println(certificate.proved() ? "result: proved" : "result: NOT PROVED");
        line(out, "issued", statement.get("issuedAt"));
        line(out, "space", statement.get("space"));
        line(out, "scope", statement.get("scope"));
        line(out, "operation", statement.get("operation"));
        line(out, "erased", statement.get("counts"));
        line(out, "bytes", statement.get("bytes"));
        Object proof = statement.get("proof") == null ? statement.get("texts") : statement.get("proof");
        if (proof instanceof Map<?, ?> search) {
            ForgottenTexts.print(out, search);
        }
        if (statement.get("searchedFiles") instanceof List<?> files) {
            out.println("searched places:");
            for (Object file : files) {
                if (file instanceof Map<?, ?> searched) {
                    out.println("  " + searched.get("file") + " (" + searched.get("bytes") + " bytes)");
                }
            }
        }
    }

    private static void line(PrintStream out, String name, @Nullable Object value) {
        if (value != null) {
            out.println(name + ": " + value);
        }
    }
}
