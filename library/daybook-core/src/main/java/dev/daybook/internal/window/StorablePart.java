package dev.daybook.internal.window;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes parts of the media in the messages of a chat or of another program. A media type or an address that a memory
 * does not accept is left out, and a name is repaired, so that the chat goes on. Bytes within a message become their size and
 * SHA-256.
 */
public final class StorablePart {

    private static final String DATA = "data:";
    private static final String BASE64 = ";base64";

    private StorablePart() {}

    /**
     * Returns a part.
     *
     * @param type null: that of the media type
     * @param uri the address, or a {@code data:} URI with the bytes
     */
    public static MediaPart of(
            MediaPart.@Nullable Type type, @Nullable String mediaType, @Nullable String uri, @Nullable String name) {
        if (uri != null && uri.regionMatches(true, 0, DATA, 0, DATA.length())) {
            return ofData(type, mediaType, uri.substring(DATA.length()), name);
        }
        MediaPart.Type known =
                type != null ? type : mediaType == null ? MediaPart.Type.FILE : MediaPart.Type.ofMediaType(mediaType);
        MediaPart part = MediaPart.of(known).withName(name == null || name.isBlank() ? null : StorableText.name(name));
        MediaPart typed = accepted(part, mediaType, part::withMediaType);
        return uri == null || uri.length() > SizeLimits.URI ? typed : accepted(typed, uri, typed::withUri);
    }

    /** Returns a part with the size and the SHA-256 of its bytes; unchanged if they are no Base64. */
    public static MediaPart withBase64(MediaPart part, String base64) {
        try {
            // The decoder of MIME skips what is no Base64, so it reads broken lines only.
            Base64.Decoder decoder = base64.indexOf('\n') < 0 ? Base64.getDecoder() : Base64.getMimeDecoder();
            return part.withHashOf(decoder.decode(base64));
        } catch (IllegalArgumentException notBase64) {
            return part;
        }
    }

    /** Returns a part with a caption, cut to the length that a memory accepts. */
    public static MediaPart captioned(MediaPart part, @Nullable String caption) {
        return part.withCaption(caption == null ? null : StorableText.of(caption, SizeLimits.CAPTION));
    }

    /** Returns a part with a size; unchanged if it is no number of bytes. */
    public static MediaPart sized(MediaPart part, @Nullable Object size) {
        return size instanceof Long bytes && bytes >= 0 ? part.withSize(bytes) : part;
    }

    /** Returns the absolute address of a part; empty if it has none. */
    public static Optional<URI> address(MediaPart part) {
        try {
            return Optional.ofNullable(part.uri()).map(URI::create).filter(URI::isAbsolute);
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }

    /** Returns the text of a message with the parts that a chat cannot show otherwise. */
    public static String text(Message message, Predicate<MediaPart> isShown) {
        List<MediaPart> others =
                message.parts().stream().filter(isShown.negate()).toList();
        return message.withParts(others).shownText();
    }

    private static MediaPart ofData(
            MediaPart.@Nullable Type type, @Nullable String mediaType, String data, @Nullable String name) {
        int comma = data.indexOf(',');
        String head = comma < 0 ? "" : data.substring(0, comma);
        boolean isBase64 = LetterCase.lower(head).endsWith(BASE64);
        String stated = isBase64 ? head.substring(0, head.length() - BASE64.length()) : head;
        MediaPart part = of(type, mediaType == null && !stated.isEmpty() ? stated : mediaType, null, name);
        return isBase64 ? withBase64(part, data.substring(comma + 1)) : part;
    }

    private static MediaPart accepted(MediaPart part, @Nullable String value, Function<String, MediaPart> change) {
        try {
            return value == null ? part : change.apply(value);
        } catch (IllegalArgumentException notAccepted) {
            return part;
        }
    }
}
