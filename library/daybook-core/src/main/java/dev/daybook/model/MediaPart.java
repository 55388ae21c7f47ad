package dev.daybook.model;

import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.text.Sha256Hash;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A reference from a message to an image, a recording, a video or a file. The bytes stay with the application; name and
 * caption are searched and shown with the text of the message ({@link Message#shownText}), and have its trust. An
 * address is data: a memory never fetches or searches it, and no context shows it. A chat memory of a framework gives it
 * back with its message.
 *
 * @param mediaType the media type, such as {@code image/png}, in lower case; null: unknown
 * @param uri the address, absolute or relative, where the application finds the bytes; null: none
 * @param name the name of the file; null: none
 * @param size the number of bytes; null: unknown
 * @param sha256 the SHA-256 of the bytes, 64 hexadecimal digits in lower case; null: unknown
 * @param caption what is to be seen or heard, in a few sentences; null: none
 */
public record MediaPart(
        Type type,
        @Nullable String mediaType,
        @Nullable String uri,
        @Nullable String name,
        @Nullable Long size,
        @Nullable String sha256,
        @Nullable String caption) {

    private static final String TOKEN = "[A-Za-z0-9!#$&^_.+-]{1,127}+";
    private static final Pattern MEDIA_TYPE =
            Pattern.compile(TOKEN + "/" + TOKEN + "(?:\\s*+;[\\p{Print}\\s]{1,255}+)?");
    private static final Pattern SHA_256 = Pattern.compile("[0-9A-Fa-f]{64}");
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]++");
    private static final String DATA = "data:";

    /** The type of a part. */
    public enum Type {
        IMAGE,
        AUDIO,
        VIDEO,
        FILE;

        /** Returns the type of a media type: its first word, or else {@link #FILE}. */
        public static Type ofMediaType(String mediaType) {
            return Stream.of(IMAGE, AUDIO, VIDEO)
                    .filter(type -> LetterCase.lower(mediaType).startsWith(EnumLabels.label(type) + "/"))
                    .findFirst()
                    .orElse(FILE);
        }
    }

    /**
     * @throws IllegalArgumentException if the type is null, a media type or a hash has another form, a size is negative,
     *     or an address has a space or the bytes themselves ({@code data:})
     */
    public MediaPart {
        NullChecks.present("type", type);
        ArgumentChecks.optionalText("caption", caption);
        ArgumentChecks.optionalText("name", name);
        if (mediaType != null) {
            mediaType =
                    LetterCase.lower(matching("mediaType", mediaType, MEDIA_TYPE, "a media type such as image/png"));
        }
        if (sha256 != null) {
            sha256 = LetterCase.lower(matching("sha256", sha256, SHA_256, "64 hexadecimal digits"));
        }
        if (size != null && size < 0) {
            throw new IllegalArgumentException("size is " + size + "; give the number of bytes, from 0");
        }
        if (uri != null) {
            address(uri);
        }
    }

    /** Creates a part of a type, without anything else. */
    public static MediaPart of(Type type) {
        return new MediaPart(type, null, null, null, null, null, null);
    }

    /** Creates an image at an address. */
    public static MediaPart image(String uri) {
        return of(Type.IMAGE).withUri(uri);
    }

    /** Creates a recording at an address. */
    public static MediaPart audio(String uri) {
        return of(Type.AUDIO).withUri(uri);
    }

    /** Creates a video at an address. */
    public static MediaPart video(String uri) {
        return of(Type.VIDEO).withUri(uri);
    }

    /** Creates a file at an address. */
    public static MediaPart file(String uri) {
        return of(Type.FILE).withUri(uri);
    }

    public MediaPart withMediaType(@Nullable String mediaType) {
        return new MediaPart(type, mediaType, uri, name, size, sha256, caption);
    }

    public MediaPart withUri(@Nullable String uri) {
        return new MediaPart(type, mediaType, uri, name, size, sha256, caption);
    }

    public MediaPart withName(@Nullable String name) {
        return new MediaPart(type, mediaType, uri, name, size, sha256, caption);
    }

    public MediaPart withCaption(@Nullable String caption) {
        return new MediaPart(type, mediaType, uri, name, size, sha256, caption);
    }

    public MediaPart withSize(@Nullable Long size) {
        return new MediaPart(type, mediaType, uri, name, size, sha256, caption);
    }

    public MediaPart withSha256(@Nullable String sha256) {
        return new MediaPart(type, mediaType, uri, name, size, sha256, caption);
    }

    /** Returns a copy with the size and the SHA-256 of these bytes, which are not kept. */
    public MediaPart withHashOf(byte[] bytes) {
        return withSize((long) bytes.length).withSha256(Sha256Hash.hex(bytes));
    }

    /** Returns the part in one line, as it is searched and shown: {@code [image: harbour.jpg: The harbour at dusk]}. */
    public String shownText() {
        return Stream.of(EnumLabels.label(type), name, caption)
                .filter(Objects::nonNull)
                .map(text -> SPACES.matcher(text).replaceAll(" ").strip())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(": ", "[", "]"));
    }

    private static String matching(String argument, String value, Pattern form, String remedy) {
        if (!form.matcher(value).matches()) {
            throw new IllegalArgumentException(argument + " is '" + ShortenedText.of(value, 100) + "'; give " + remedy);
        }
        return value;
    }

    private static void address(String uri) {
        ArgumentChecks.filled("uri", uri);
        if (uri.regionMatches(true, 0, DATA, 0, DATA.length())) {
            throw new RefusedTextException(
                    "uri is a data: URI, and the bytes stay with the application; give the address"
                            + " where it keeps them, or size and sha256 without an address");
        }
        if (uri.chars().anyMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c))) {
            throw new IllegalArgumentException(
                    "uri has a space or a control character; encode it as in %20, or give a name in place of an address");
        }
    }
}
