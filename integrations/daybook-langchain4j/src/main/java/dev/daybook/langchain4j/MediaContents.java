package dev.daybook.langchain4j;

import dev.daybook.internal.window.StorablePart;
import dev.daybook.model.MediaPart;
import dev.daybook.model.MediaPart.Type;
import dev.daybook.model.Message;
import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.VideoContent;
import dev.langchain4j.data.pdf.PdfFile;
import dev.langchain4j.data.video.Video;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts media of chat messages to parts of messages of the log and back. The bytes in a message are not kept: after a
 * restart a text stands in their place ({@link MediaPart#shownText}).
 */
final class MediaContents {

    private MediaContents() {}

    /** Returns whether a content has a part: it is an image, a recording, a video or a PDF file. */
    static boolean isMedia(Content content) {
        return content instanceof ImageContent
                || content instanceof AudioContent
                || content instanceof VideoContent
                || content instanceof PdfFileContent;
    }

    /** Returns the part of a content; empty for a text, and for a content of another type. */
    static Optional<MediaPart> part(Content content) {
        if (content instanceof ImageContent image) {
            return Optional.of(part(image.image()));
        }
        if (content instanceof AudioContent audio) {
            Audio sound = audio.audio();
            MediaPart part = part(Type.AUDIO, sound.mimeType(), sound.url(), sound.base64Data());
            return Optional.of(sound.binaryData() == null ? part : part.withHashOf(sound.binaryData()));
        }
        if (content instanceof VideoContent video) {
            Video film = video.video();
            return Optional.of(part(Type.VIDEO, film.mimeType(), film.url(), film.base64Data()));
        }
        if (content instanceof PdfFileContent pdf) {
            PdfFile file = pdf.pdfFile();
            return Optional.of(part(Type.FILE, file.mimeType(), file.url(), file.base64Data()));
        }
        return Optional.empty();
    }

    /** Returns the part of an image; the prompt that made it is its caption. */
    static MediaPart part(Image image) {
        MediaPart part = part(Type.IMAGE, image.mimeType(), image.url(), image.base64Data());
        return StorablePart.captioned(part, image.revisedPrompt());
    }

    private static MediaPart part(
            Type type, @Nullable String mediaType, @Nullable URI address, @Nullable String base64) {
        MediaPart part = StorablePart.of(type, mediaType, address == null ? null : address.toString(), null);
        return base64 == null ? part : StorablePart.withBase64(part, base64);
    }

    /** Returns the contents of a message: its text unless it is empty, and its parts. */
    static List<Content> contents(String text, List<MediaPart> parts) {
        List<Content> contents = new ArrayList<>();
        if (!text.isEmpty() || parts.isEmpty()) {
            contents.add(TextContent.from(text));
        }
        parts.forEach(part -> contents.add(content(part)));
        return contents;
    }

    /** Returns a content as it is read from the log later: without bytes. */
    static Content stored(Content content) {
        return part(content)
                .filter(part -> address(part).isEmpty())
                .<Content>map(part -> TextContent.from(part.shownText()))
                .orElse(content);
    }

    /** Returns the content of a part: a text, if it has no address or LangChain4j has no content of its type. */
    private static Content content(MediaPart part) {
        Optional<URI> address = address(part);
        if (address.isEmpty()) {
            return TextContent.from(part.shownText());
        }
        URI uri = address.get();
        return switch (part.type()) {
            case IMAGE -> ImageContent.from(image(part, uri));
            case AUDIO ->
                AudioContent.from(
                        Audio.builder().url(uri).mimeType(part.mediaType()).build());
            case VIDEO ->
                VideoContent.from(
                        Video.builder().url(uri).mimeType(part.mediaType()).build());
            case FILE ->
                PdfFileContent.from(
                        PdfFile.builder().url(uri).mimeType(part.mediaType()).build());
        };
    }

    /** Returns the parts of the images that a model made with its answer. */
    static List<MediaPart> parts(AiMessage answer) {
        // The images of a message that was read from JSON are maps.
        return answer.attributes().get(AiMessage.GENERATED_IMAGES_KEY) instanceof List<?> images
                ? images.stream()
                        .filter(Image.class::isInstance)
                        .map(image -> part((Image) image))
                        .toList()
                : List.of();
    }

    /** Returns an answer as it is read from the log later: without bytes. */
    static AiMessage stored(AiMessage answer) {
        return with(answer, parts(answer));
    }

    /** Returns an answer with the images that have an address; its text names the other parts. */
    static AiMessage with(AiMessage answer, List<MediaPart> parts) {
        if (parts.isEmpty()) {
            return answer;
        }
        List<Image> images = parts.stream()
                .filter(MediaContents::isImage)
                .flatMap(part -> address(part).map(uri -> image(part, uri)).stream())
                .toList();
        String text = Objects.requireNonNullElse(answer.text(), "");
        Map<String, Object> attributes = new HashMap<>(answer.attributes());
        attributes.put(AiMessage.GENERATED_IMAGES_KEY, images);
        return answer.toBuilder()
                .text(StorablePart.text(
                        Message.assistant(text).withParts(parts),
                        part -> isImage(part) && address(part).isPresent()))
                .attributes(attributes)
                .build();
    }

    private static boolean isImage(MediaPart part) {
        return part.type() == Type.IMAGE;
    }

    private static Image image(MediaPart part, URI uri) {
        return Image.builder()
                .url(uri)
                .mimeType(part.mediaType())
                .revisedPrompt(part.caption())
                .build();
    }

    /** Returns the address by which a chat model can be shown a part; LangChain4j knows no files but PDF. */
    private static Optional<URI> address(MediaPart part) {
        boolean isShown = part.type() != Type.FILE || PdfFile.DEFAULT_MIME_TYPE.equals(part.mediaType());
        return isShown ? StorablePart.address(part) : Optional.empty();
    }
}
