package dev.daybook.server.importing.table;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.jspecify.annotations.Nullable;

/** The mails of a file in mbox format (RFC 4155), one at a time. */
public final class MailRows implements TableRows {

    private static final int MAX_MAIL_BYTES = 32 << 20;

    private static final byte[] SEPARATOR = "From ".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final DefaultMessageBuilder builder = new DefaultMessageBuilder();
    private final ByteArrayOutputStream mail = new ByteArrayOutputStream();
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private byte[] line;
    private boolean isTooLong;
    private long number;

    public MailRows(InputStream in) throws IOException {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.line = readLine();
        builder.setMimeEntityConfig(MimeConfig.PERMISSIVE);
    }

    @Override
    public boolean advance() throws IOException {
        if (line.length == 0) {
            return false;
        }
        mail.reset();
        isTooLong = false;
        boolean isAfterEmpty = true;
        while (line.length > 0 && !(mail.size() > 0 && isAfterEmpty && beginsMail(line))) {
            keep();
            isAfterEmpty = line[0] == '\n' || line[0] == '\r';
            line = readLine();
        }
        number++;
        return true;
    }

    private void keep() {
        isTooLong |= mail.size() + line.length > MAX_MAIL_BYTES;
        if (!isTooLong) {
            mail.writeBytes(line);
        }
    }

    /** Reads a line with its end, or as much of a line as a mail may have; empty at the end. */
    private byte[] readLine() throws IOException {
        buffer.reset();
        int c;
        do {
            c = in.read();
            if (c >= 0) {
                buffer.write(c);
            }
        } while (c >= 0 && c != '\n' && buffer.size() < MAX_MAIL_BYTES);
        return buffer.toByteArray();
    }

    private static boolean beginsMail(byte[] bytes) {
        return Arrays.equals(bytes, 0, Math.min(bytes.length, SEPARATOR.length), SEPARATOR, 0, SEPARATOR.length);
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public Map<String, @Nullable Object> fields() {
        byte[] bytes = mail.toByteArray();
        if (!beginsMail(bytes)) {
            throw new IllegalArgumentException("it does not begin with a line 'From '; name a file in mbox format");
        }
        if (isTooLong) {
            throw new IllegalArgumentException(
                    "the mail is longer than " + (MAX_MAIL_BYTES >> 20) + " MB; remove its attachments");
        }
        int header = 1;
        while (header < bytes.length && bytes[header - 1] != '\n') {
            header++;
        }
        try {
            return MailFields.of(builder.parseMessage(new ByteArrayInputStream(bytes, header, bytes.length - header)));
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("the mail cannot be parsed (" + e.getMessage() + ")", e);
        }
    }
}
