package dev.daybook.spring;

import dev.daybook.internal.window.StorablePart;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.ai.content.Media;
import org.springframework.ai.content.MediaContent;
import org.springframework.util.MimeTypeUtils;

/**
 * Converts the media of messages of Spring AI to parts of messages of the log and back. The bytes in a message are not
 * kept: a message that is read has a text in their place.
 */
final class MessageMedia {

    /** The names that Spring AI makes for media without one; they are other names each time. */
    private static final Pattern MADE_NAME =
            Pattern.compile("media-[a-z0-9.+*-]+-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private MessageMedia() {}

    static List<MediaPart> parts(MediaContent message) {
        return message.getMedia().stream()
                .limit(SizeLimits.PARTS)
                .map(MessageMedia::part)
                .toList();
    }

    private static MediaPart part(Media media) {
        String name = media.getName();
        boolean isNamed = name != null && !MADE_NAME.matcher(name).matches();
        MediaPart part = StorablePart.of(
                null,
                media.getMimeType().toString(),
                media.getData() instanceof String address && address.indexOf(':') > 0 ? address : null,
                isNamed ? name : null);
        return media.getData() instanceof byte[] bytes ? part.withHashOf(bytes) : part;
    }

    /** Returns a message in the form that it has when it was read and is given back: without bytes and captions. */
    static Message reread(Message message) {
        List<MediaPart> shown = media(message).stream().map(MessageMedia::part).toList();
        return message.withText(text(message)).withParts(shown);
    }

    /** Returns the media of a message that have an address and a media type. */
    static List<Media> media(Message message) {
        return message.parts().stream().flatMap(part -> media(part).stream()).toList();
    }

    /** Returns the text of a message, which names its other parts. */
    static String text(Message message) {
        return StorablePart.text(message, part -> media(part).isPresent());
    }

    private static Optional<Media> media(MediaPart part) {
        String type = part.mediaType();
        if (type == null) {
            return Optional.empty();
        }
        try {
            Media.Builder media = Media.builder().mimeType(MimeTypeUtils.parseMimeType(type));
            return StorablePart.address(part)
                    .map(address -> media.data(address).name(part.name()).build());
        } catch (IllegalArgumentException noMediaType) {
            return Optional.empty();
        }
    }
}
