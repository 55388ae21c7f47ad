package dev.daybook.explorer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The files of the memory explorer. A server answers {@code /} with {@link #INDEX} and each other path with the file of
 * that name; the page calls the REST interface of the server that sent it and nothing else. Thread-safe.
 */
public final class ExplorerPage {

    /** The name of the page; it names the other files. */
    public static final String INDEX = "index.html";

    /**
     * The content security policy to send with {@link #INDEX}. The page has no inline script and no inline style, calls
     * only its own server, and may not be framed.
     */
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** A path of the jar made of these cannot leave its folder. */
    private static final Pattern NAME = Pattern.compile("index\\.html|assets/[A-Za-z0-9_-]+\\.(?:js|css|svg)");

    private ExplorerPage() {}

    /**
     * Returns the content of a file, or empty if there is none.
     *
     * @param name the path from the folder of the page without a slash at its beginning, as {@code assets/index-1a2b3c.js}
     * @throws UncheckedIOException if the jar cannot be read
     */
    public static Optional<byte[]> file(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        try (InputStream content = ExplorerPage.class.getResourceAsStream("page/" + name)) {
            return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the file '" + name + "' of the explorer cannot be read", e);
        }
    }

    /** Returns whether a file never changes under its name, so that a browser may keep it: the name has its hash. */
    public static boolean isImmutable(String name) {
        return name.startsWith("assets/");
    }

    /**
     * Returns the media type of a file, with its character encoding.
     *
     * @throws IllegalArgumentException if the name has no known ending
     */
    public static String mediaType(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1);
        return switch (ending) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default ->
                throw new IllegalArgumentException(
                        "name '" + name + "' has no known ending; a file of the page ends with html, js, css or svg");
        };
    }
}
