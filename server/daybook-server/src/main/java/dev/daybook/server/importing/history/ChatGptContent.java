package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.window.StorablePart;
import dev.daybook.model.MediaPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The text and the media of a message of ChatGPT. */
final class ChatGptContent {

    /** The marks of citations, which name search results that the export does not contain. */
    private static final Pattern CITATION = Pattern.compile("\uE200[^\uE200\uE201]*+\uE201|[\uE200-\uE206]");

    private final HistorySink sink;

    /** The attachments by their ids. */
    private final Map<String, MediaPart> attachments = new LinkedHashMap<>();

    private final List<MediaPart> parts = new ArrayList<>();

    ChatGptContent(HistorySink sink, JsonFields metadata) {
        this.sink = sink;
        for (JsonFields attachment : metadata.list("attachments")) {
            Object type = ResponseItems.firstPresent(attachment, "mime_type", "mimeType");
            String id = String.valueOf(attachment.get("id"));
            MediaPart part = StorablePart.of(
                    null, type instanceof String text ? text : null, id, attachment.optionalText("name"));
            attachments.put(id, StorablePart.sized(part, attachment.get("size")));
        }
    }

    /** Returns the media of the text that was read last. */
    List<MediaPart> parts() {
        return Stream.concat(parts.stream(), attachments.values().stream()).toList();
    }

    String text(String type, JsonFields content) {
        List<String> texts = new ArrayList<>();
        if (content.get("parts") instanceof List<?> parts) {
            parts.forEach(part -> texts.add(part(part)));
        } else if (content.get("thoughts") == null) {
            Stream.of("title", "url", "name", "text", "result", "content", "summary")
                    .map(content::get)
                    .filter(String.class::isInstance)
                    .forEach(text -> texts.add((String) text));
            if (texts.isEmpty() && !type.equals("null")) {
                sink.leaveOut("contents of type '" + type + "'", 1);
            }
        }
        return CITATION.matcher(texts.stream().filter(text -> !text.isBlank()).collect(Collectors.joining("\n")))
                .replaceAll("");
    }

    private String part(@Nullable Object part) {
        if (part instanceof String text) {
            return text;
        }
        JsonFields fields = new JsonFields(JsonFields.object("a part of the content", part));
        String type = String.valueOf(fields.get("content_type"));
        if (fields.get("text") instanceof String text) {
            return text;
        }
        if (fields.get("audio_asset_pointer") instanceof Map<?, ?> audio) {
            point(MediaPart.Type.AUDIO, String.valueOf(audio.get("asset_pointer")), audio.get("size_bytes"));
        } else if (fields.get("asset_pointer") instanceof String pointer) {
            MediaPart.Type media = type.startsWith("image")
                    ? MediaPart.Type.IMAGE
                    : type.startsWith("audio") ? MediaPart.Type.AUDIO : MediaPart.Type.FILE;
            point(media, pointer, fields.get("size_bytes"));
        } else {
            sink.leaveOut("parts of type '" + type + "'", 1);
        }
        return "";
    }

    /** Adds the media that a pointer names, with what its attachment says of them. */
    private void point(MediaPart.Type type, String pointer, @Nullable Object size) {
        MediaPart attachment = attachments.keySet().stream()
                .filter(pointer::contains)
                .findFirst()
                .map(attachments::remove)
                .orElse(MediaPart.of(type));
        MediaPart part = StorablePart.of(type, attachment.mediaType(), pointer, attachment.name());
        parts.add(StorablePart.sized(part.withSize(attachment.size()), size));
    }
}
