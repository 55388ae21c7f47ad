package dev.daybook.server.http;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** A file of the page in memory, compressed once and not with each answer. */
final class PageFile {

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");

    /** Enough of a SHA-256 to tell two versions apart. */
    private static final int TAG_BYTES = 12;

    private final byte[] plain;
    private final byte[] gzip;
    private final String tag;

    private PageFile(byte[] plain, byte[] gzip, String tag) {
        this.plain = plain;
        this.gzip = gzip;
        this.tag = tag;
    }

    static PageFile of(byte[] content) {
        try {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
                out.write(content);
            }
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return new PageFile(
                    content, compressed.toByteArray(), "\"" + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Answers with the content, or with 304 if the browser has this version. */
    void send(Context http) {
        http.header("ETag", tag);
        http.header("Vary", "Accept-Encoding");
        String known = http.header(EntityTags.IF_NONE_MATCH);
        if (known != null
                && EntityTags.of(EntityTags.IF_NONE_MATCH, List.of(known)).matchesWeakly(tag.replace("\"", ""))) {
            http.status(304);
            return;
        }
        String accepted = http.header("Accept-Encoding");
        boolean isCompressed = accepted != null && accepted.contains("gzip");
        if (isCompressed) {
            http.header("Content-Encoding", "gzip");
        }
        byte[] body = isCompressed ? gzip : plain;
        try {
            // Not by Javalin, which would compress it again.
            http.res().setContentLength(body.length);
            http.res().getOutputStream().write(body);
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "a browser left before its answer", gone);
        }
    }
}
