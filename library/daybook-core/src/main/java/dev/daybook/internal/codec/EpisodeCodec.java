package dev.daybook.internal.codec;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.Provenance;
import dev.daybook.model.ToolCall;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Encodes an episode as the body of a stored entry, and decodes it. The first byte names the form of the remaining
 * bytes:
 *
 * <ul>
 *   <li>Form 1: no message calls a tool or answers a call. Older releases read and write this form.
 *   <li>Form 2: each message is followed by its tool calls and the id of the call that it answers.
 *   <li>Form 3: the parts of each message stand behind those.
 * </ul>
 *
 * Equal episodes have equal bytes, so a form is used only where no earlier form can express the episode. Columns of the store
 * (id, session, times, position) are not repeated in the body, apart from the offsets of the times.
 */
public final class EpisodeCodec {

    /** The form of an episode with tool calls on its messages. */
    private static final int MESSAGE_CALLS = 2;

    /** The form of an episode with parts of its messages. */
    private static final int MESSAGE_PARTS = 3;

    /** The usual bytes of an episode and of each message beside texts and vector. */
    private static final int HEADER_ROOM = 64;

    private static final int MESSAGE_ROOM = 24;

    private static final long UNKNOWN_SIZE = -1;

    private static final int TEXT = 0;
    private static final int WHOLE = 1;
    private static final int DECIMAL = 2;
    private static final int TRUE = 3;
    private static final int FALSE = 4;

    private EpisodeCodec() {}

    public static Blob encode(Episode episode) {
        int form = form(episode.messages());
        ByteWriter out = EntryBody.begin(new ByteWriter(room(episode)), form, episode);
        EntryBody.offset(out, episode.occurredAt());
        EntryBody.offset(out, episode.recordedAt());
        EntryBody.provenance(out, episode.provenance());
        out.octet(episode.sensitive() ? 1 : 0);
        out.number(episode.messages().size());
        for (Message message : episode.messages()) {
            message(out, message, form);
        }
        calls(out, episode.standaloneToolCalls());
        out.number(episode.metadata().size());
        episode.metadata().forEach((name, value) -> value(out.text(name), value));
        embedding(out, episode.embedding());
        return out.toBlob();
    }

    private static int form(List<Message> messages) {
        if (messages.stream().anyMatch(message -> !message.parts().isEmpty())) {
            return MESSAGE_PARTS;
        }
        return messages.stream().anyMatch(Message::hasTools) ? MESSAGE_CALLS : EntryBody.PLAIN;
    }

    private static void message(ByteWriter out, Message message, int form) {
        out.text(message.role()).optionalText(message.name()).text(message.text());
        if (form >= MESSAGE_CALLS) {
            calls(out, message.toolCalls());
            out.optionalText(message.toolCallId());
        }
        if (form >= MESSAGE_PARTS) {
            out.number(message.parts().size());
            message.parts().forEach(part -> part(out, part));
        }
    }

    /** Estimates the bytes of an episode: most texts are ASCII. */
    private static int room(Episode episode) {
        Embedding embedding = episode.embedding();
        int room = HEADER_ROOM + (embedding == null ? 0 : embedding.dimensions() * Float.BYTES);
        for (Message message : episode.messages()) {
            room += MESSAGE_ROOM + message.text().length();
        }
        return room;
    }

    /**
     * Decodes an episode.
     *
     * @throws dev.daybook.error.StoreException if the bytes are damaged
     */
    public static Episode decode(StoredEntry stored) {
        ByteReader in = new ByteReader(stored.body());
        return EntryBody.read(in, MESSAGE_PARTS, form -> read(stored, in, form));
    }

    private static Episode read(StoredEntry stored, ByteReader in, int form) {
        OffsetDateTime occurredAt = EntryBody.offset(in, stored.time());
        OffsetDateTime recordedAt = EntryBody.offset(in, stored.recorded());
        Provenance provenance = EntryBody.provenance(in, stored);
        boolean sensitive = in.octet() == 1;
        List<Message> messages = EntryBody.list(in, () -> message(in, form));
        List<ToolCall> calls = calls(in);
        Map<String, Object> metadata = new TreeMap<>();
        for (int left = in.count(); left > 0; left--) {
            metadata.put(in.text(), value(in));
        }
        return new Episode(
                stored.key().id(),
                stored.session(),
                occurredAt,
                recordedAt,
                messages,
                calls,
                metadata,
                provenance,
                sensitive,
                embedding(in));
    }

    private static Message message(ByteReader in, int form) {
        Message message = new Message(in.text(), in.optionalText(), in.text());
        if (form >= MESSAGE_CALLS) {
            message = message.withToolCalls(calls(in)).answering(in.optionalText());
        }
        return form >= MESSAGE_PARTS ? message.withParts(EntryBody.list(in, () -> part(in))) : message;
    }

    private static void part(ByteWriter out, MediaPart part) {
        Long size = part.size();
        out.text(EnumLabels.label(part.type()))
                .optionalText(part.mediaType())
                .optionalText(part.uri())
                .optionalText(part.name())
                .number(size == null ? UNKNOWN_SIZE : size)
                .optionalText(part.sha256())
                .optionalText(part.caption());
    }

    private static MediaPart part(ByteReader in) {
        MediaPart.Type type = EnumLabels.read("type", MediaPart.Type.values(), in.text());
        String mediaType = in.optionalText();
        String uri = in.optionalText();
        String name = in.optionalText();
        long size = in.number();
        Long known = size == UNKNOWN_SIZE ? null : Long.valueOf(size);
        return new MediaPart(type, mediaType, uri, name, known, in.optionalText(), in.optionalText());
    }

    private static void calls(ByteWriter out, List<ToolCall> calls) {
        out.number(calls.size());
        for (ToolCall call : calls) {
            out.optionalText(call.id()).text(call.name()).text(call.arguments()).optionalText(call.result());
        }
    }

    private static List<ToolCall> calls(ByteReader in) {
        return EntryBody.list(in, () -> new ToolCall(in.optionalText(), in.text(), in.text(), in.optionalText()));
    }

    private static void value(ByteWriter out, Object value) {
        if (value instanceof String text) {
            out.octet(TEXT).text(text);
        } else if (value instanceof Long number) {
            out.octet(WHOLE).number(number);
        } else if (value instanceof Double number) {
            out.octet(DECIMAL).decimal(number);
        } else {
            out.octet((boolean) value ? TRUE : FALSE);
        }
    }

    private static Object value(ByteReader in) {
        int type = in.octet();
        return switch (type) {
            case TEXT -> in.text();
            case WHOLE -> in.number();
            case DECIMAL -> in.decimal();
            case TRUE -> true;
            case FALSE -> false;
            default -> throw ByteReader.damaged("a value has the unknown type " + type);
        };
    }

    private static void embedding(ByteWriter out, @Nullable Embedding embedding) {
        out.number(embedding == null ? 0 : embedding.dimensions());
        if (embedding != null) {
            out.decimals(embedding.toArray());
        }
    }

    private static @Nullable Embedding embedding(ByteReader in) {
        float[] values = in.shortDecimals(in.count());
        return values.length == 0 ? null : Embedding.of(values);
    }
}
