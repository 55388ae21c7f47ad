package dev.daybook.server.json;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.window.StorablePart;
import dev.daybook.model.MediaPart;
import dev.daybook.model.MediaPart.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a message's content that are no text, in the forms of OpenAI, of Anthropic and of servers compatible with
 * them, as references to media. What a form does not name (a caption, a hash) stands beside its fields, as in the parts of
 * a message.
 */
public final class ContentParts {

    private static final Map<String, Type> TYPES = Map.ofEntries(
            Map.entry("image", Type.IMAGE),
            Map.entry("image_url", Type.IMAGE),
            Map.entry("input_image", Type.IMAGE),
            Map.entry("audio", Type.AUDIO),
            Map.entry("audio_url", Type.AUDIO),
            Map.entry("input_audio", Type.AUDIO),
            Map.entry("video", Type.VIDEO),
            Map.entry("video_url", Type.VIDEO),
            Map.entry("input_video", Type.VIDEO),
            Map.entry("file", Type.FILE),
            Map.entry("input_file", Type.FILE),
            Map.entry("pdf_url", Type.FILE),
            Map.entry("document", Type.FILE));

    /** The fields whose object has the address or the bytes. */
    private static final List<String> NESTED =
            List.of("image_url", "audio_url", "video_url", "pdf_url", "input_audio", "audio", "file", "source");

    private ContentParts() {}

    /** Returns whether a content is a reference to media. */
    public static boolean isMedia(Map<?, ?> content) {
        return content.get("type") instanceof String name && TYPES.containsKey(name);
    }

    /** Returns the part of a content; empty if it is no reference to media. */
    public static Optional<MediaPart> media(Map<?, ?> content) {
        Type type = content.get("type") instanceof String name ? TYPES.get(name) : null;
        if (type == null) {
            return Optional.empty();
        }
        List<Map<?, ?>> places = new ArrayList<>(List.of(content));
        for (String name : NESTED) {
            if (content.get(name) instanceof Map<?, ?> nested) {
                places.add(nested);
            }
        }
        return Optional.of(described(read(type, places, content.get("image_url")), content));
    }

    private static MediaPart read(Type type, List<Map<?, ?>> places, @Nullable Object address) {
        String format = first(places, "format");
        String stated = first(places, "mediaType", "media_type", "mime_type");
        String uri = address instanceof String text ? text : first(places, "uri", "url", "file_url", "file_id");
        String bytes = first(places, "data", "file_data");
        boolean isAddress = bytes != null && bytes.startsWith("data:");
        MediaPart part = StorablePart.of(
                type,
                stated == null && format != null && type == Type.AUDIO ? "audio/" + format : stated,
                isAddress ? bytes : uri,
                first(places, "filename", "file_name", "name", "title"));
        // The data of a source of another type are a text.
        boolean isBase64 =
                bytes != null && !isAddress && !"text".equals(first(places.subList(1, places.size()), "type"));
        return isBase64 ? StorablePart.withBase64(part, bytes) : part;
    }

    private static MediaPart described(MediaPart part, Map<?, ?> content) {
        MediaPart described =
                content.get("caption") instanceof String caption ? StorablePart.captioned(part, caption) : part;
        described = StorablePart.sized(described, content.get("size"));
        try {
            return content.get("sha256") instanceof String hash ? described.withSha256(hash) : described;
        } catch (IllegalArgumentException noHash) {
            return described;
        }
    }

    private static @Nullable String first(List<Map<?, ?>> places, String... names) {
        for (String name : names) {
            for (Map<?, ?> place : places) {
                if (place.get(name) instanceof String text) {
                    return text;
                }
            }
        }
        return null;
    }

    /** Returns a part as a content of a message of OpenAI; what its form does not name stands beside it. */
    public static Map<String, @Nullable Object> write(MediaPart part) {
        String type = EnumLabels.label(part.type());
        String address = part.uri();
        boolean isAt = address != null && part.type() != Type.FILE;
        Map<String, @Nullable Object> content = PlainJson.object("type", isAt ? type + "_url" : type);
        if (isAt) {
            content.put(type + "_url", PlainJson.object("url", address));
        } else if (address != null) {
            content.put("file", PlainJson.object("file_url", address));
        }
        put(content, "mediaType", part.mediaType());
        put(content, "name", part.name());
        put(content, "size", part.size());
        put(content, "sha256", part.sha256());
        put(content, "caption", part.caption());
        return content;
    }

    private static void put(Map<String, @Nullable Object> content, String name, @Nullable Object value) {
        if (value != null) {
            content.put(name, value);
        }
    }
}
