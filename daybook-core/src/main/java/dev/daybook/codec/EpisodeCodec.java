package dev.daybook.codec;

import dev.daybook.data.Embedding;
import dev.daybook.data.Episode;
import dev.daybook.data.Message;
import dev.daybook.data.Origin;
import dev.daybook.data.ToolCall;
import dev.daybook.data.Trust;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Stored;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Encodes episodes as bodies of stored entries. The first byte names the format, so that another one (compressed, encrypted) can be added.
 * Values in columns of the store (id, session, times, positions) are not repeated, except the offsets of the times.
 */
public final class EpisodeCodec {

    private static final int TEXT = 0;
    private static final int WHOLE = 1;
    private static final int DECIMAL = 2;
    private static final int TRUE = 3;
    private static final int FALSE = 4;

    private EpisodeCodec() {}

    public static Blob encode(Episode episode) {
        ByteWriter out = new ByteWriter().octet(Body.PLAIN);
        Body.offset(out, episode.occurredAt());
        Body.offset(out, episode.recordedAt());
        Body.origin(out, episode.origin(), episode.trust());
        out.octet(episode.sensitive() ? 1 : 0);
        out.number(episode.messages().size());
        for (Message message : episode.messages()) {
            out.text(message.role()).optionalText(message.name()).text(message.text());
        }
        out.number(episode.toolCalls().size());
        for (ToolCall call : episode.toolCalls()) {
            out.optionalText(call.id()).text(call.name()).text(call.arguments()).optionalText(call.result());
        }
        out.number(episode.metadata().size());
        episode.metadata().forEach((name, value) -> value(out.text(name), value));
        embedding(out, episode.embedding());
        return out.toBlob();
    }

    /**
     * Decodes an episode.
     *
     * @throws dev.daybook.data.StoreException if the bytes are damaged
     */
    public static Episode decode(Stored stored) {
        ByteReader in = new ByteReader(stored.body());
        return Body.read(in, () -> read(stored, in));
    }

    private static Episode read(Stored stored, ByteReader in) {
        OffsetDateTime occurredAt = Body.offset(in, stored.time());
        OffsetDateTime recordedAt = Body.offset(in, stored.recorded());
        Origin origin = Body.origin(in);
        Trust trust = Body.trust(in);
        boolean sensitive = in.octet() == 1;
        List<Message> messages = Body.list(in, () -> new Message(in.text(), in.optionalText(), in.text()));
        List<ToolCall> calls =
                Body.list(in, () -> new ToolCall(in.optionalText(), in.text(), in.text(), in.optionalText()));
        Map<String, Object> metadata = new TreeMap<>();
        for (int left = in.count(); left > 0; left--) {
            metadata.put(in.text(), value(in));
        }
        return new Episode(
                stored.key().id(),
                stored.position(),
                stored.contentRevision(),
                stored.session(),
                occurredAt,
                recordedAt,
                messages,
                calls,
                metadata,
                origin,
                trust,
                sensitive,
                embedding(in));
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
        for (int i = 0; embedding != null && i < embedding.dimensions(); i++) {
            out.decimal(embedding.get(i));
        }
    }

    private static @Nullable Embedding embedding(ByteReader in) {
        float[] values = in.shortDecimals(in.count());
        return values.length == 0 ? null : Embedding.of(values);
    }
}
