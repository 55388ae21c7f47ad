package dev.daybook.server.importing.table;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.stream.Field;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a mail that are kept: the plain text without quoted lines and signature, and the names of its files. Its
 * session is its thread: Gmail's number of it, else the first mail that it refers to; the subject is the name.
 */
final class MailFields {

    private static final Pattern ID = Pattern.compile("<([^<>\\s]{1,998})>");

    /** The marks of an answer or a forwarded mail in some languages. */
    private static final Pattern REPLY =
            Pattern.compile("(?i)(?:(?:re|fwd?|aw|wg|sv|tr|rv)(?:\\[\\d{1,3}\\])?: ?){1,20}");

    private static final String SIGNATURE = "--";

    private final Message mail;
    private final List<String> files = new ArrayList<>();
    private @Nullable String text;

    private MailFields(Message mail) {
        this.mail = mail;
    }

    static Map<String, @Nullable Object> of(Message mail) throws IOException {
        return new MailFields(mail).fields();
    }

    private Map<String, @Nullable Object> fields() throws IOException {
        read(mail);
        String id = id("Message-ID");
        String thread = Stream.of(header("X-GM-THRID"), id("References"), id("In-Reply-To"), id)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        Map<String, @Nullable Object> fields = new HashMap<>();
        fields.put("id", id);
        fields.put("session", thread);
        fields.put("title", mail.getSubject() == null ? null : withoutMarks(mail.getSubject()));
        fields.put(
                "time",
                mail.getDate() == null ? null : mail.getDate().toInstant().toString());
        fields.put("name", sender());
        fields.put("text", text == null ? null : ownLines(text.lines().toList()));
        fields.put("media", List.copyOf(files));
        return fields;
    }

    private @Nullable String header(String name) {
        Field field = mail.getHeader().getField(name);
        return field == null || field.getBody().isBlank()
                ? null
                : field.getBody().strip();
    }

    /** Returns the first id of a mail in a header. */
    private @Nullable String id(String name) {
        String value = header(name);
        Matcher id = ID.matcher(value == null ? "" : value);
        return id.find() ? id.group(1) : null;
    }

    private static String withoutMarks(String subject) {
        Matcher marks = REPLY.matcher(subject.strip());
        return marks.lookingAt() ? subject.strip().substring(marks.end()) : subject.strip();
    }

    private @Nullable String sender() {
        if (mail.getFrom() == null || mail.getFrom().isEmpty()) {
            return null;
        }
        Mailbox from = mail.getFrom().get(0);
        return from.getName() == null || from.getName().isBlank() ? from.getAddress() : from.getName();
    }

    private void read(Entity entity) throws IOException {
        if (entity.getBody() instanceof Multipart parts) {
            for (Entity part : parts.getBodyParts()) {
                read(part);
            }
        } else if (entity.getFilename() != null) {
            files.add(entity.getFilename());
        } else if (text == null
                && entity.getBody() instanceof TextBody body
                && "text/plain".equals(entity.getMimeType())) {
            StringWriter content = new StringWriter();
            try (Reader reader = body.getReader()) {
                reader.transferTo(content);
            }
            text = content.toString();
        }
    }

    /** Leaves out quoted lines, a line that introduces them by a colon at its end, and the signature. */
    private static String ownLines(List<String> lines) {
        StringBuilder own = new StringBuilder();
        for (int i = 0; i < lines.size() && !lines.get(i).stripTrailing().equals(SIGNATURE); i++) {
            String line = lines.get(i);
            boolean isQuoted = line.startsWith(">") && !line.startsWith(">From ");
            boolean introduces = line.endsWith(":") && isQuoteNext(lines, i + 1);
            if (!isQuoted && !introduces) {
                own.append(line.startsWith(">") ? line.substring(1) : line).append('\n');
            }
        }
        return own.toString().strip();
    }

    private static boolean isQuoteNext(List<String> lines, int from) {
        return lines.subList(from, lines.size()).stream()
                .filter(line -> !line.isBlank())
                .findFirst()
                .filter(line -> line.startsWith(">"))
                .isPresent();
    }
}
