package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The text of a message of ChatGPT; images, recordings and files become references. */
final class ChatGptContent {

    /** The marks of citations, which name search results that the export does not contain. */
    private static final Pattern CITATION = Pattern.compile("\uE200[^\uE200\uE201]*+\uE201|[\uE200-\uE206]");

    private final HistorySink sink;

    /** The names of the attachments by their ids. */
    private final Map<String, String> attachments = new LinkedHashMap<>();

    ChatGptContent(HistorySink sink, JsonFields metadata) {
        this.sink = sink;
        for (JsonFields attachment : metadata.list("attachments")) {
            String name = attachment.optionalText("name");
            attachments.put(String.valueOf(attachment.get("id")), name == null ? "without a name" : name);
        }
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
        attachments.values().forEach(name -> texts.add(ContentBlocks.reference("file", name)));
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
            return reference("audio", String.valueOf(audio.get("asset_pointer")));
        }
        if (fields.get("asset_pointer") instanceof String pointer) {
            return reference(type.startsWith("image") ? "image" : type.startsWith("audio") ? "audio" : "file", pointer);
        }
        sink.leaveOut("parts of type '" + type + "'", 1);
        return "";
    }

    private String reference(String kind, String pointer) {
        String named = attachments.keySet().stream()
                .filter(pointer::contains)
                .findFirst()
                .map(attachments::remove)
                .orElse(null);
        return ContentBlocks.reference(kind, named == null ? pointer : named + ", " + pointer);
    }
}
