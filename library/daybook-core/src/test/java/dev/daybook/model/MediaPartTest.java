package dev.daybook.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.error.RefusedTextException;
import dev.daybook.model.MediaPart.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaPartTest {

    private static final MediaPart IMAGE = MediaPart.of(Type.IMAGE);

    @Test
    void media_type_and_hash_are_in_lower_case() {
        MediaPart part = IMAGE.withMediaType("Image/PNG; Charset=X").withSha256("AB".repeat(32));

        assertThat(part.mediaType()).isEqualTo("image/png; charset=x");
        assertThat(part.sha256()).isEqualTo("ab".repeat(32));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "image", "image/", "/png", "image/png/x", "image png", "image/png;", "im\u00e4ge/png"})
    void another_form_of_a_media_type_is_refused_with_an_example(String mediaType) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IMAGE.withMediaType(mediaType))
                .withMessage("mediaType is '" + mediaType + "'; give a media type such as image/png");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg0"})
    void a_hash_of_another_length_or_alphabet_is_refused(String hash) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IMAGE.withSha256(hash))
                .withMessage("sha256 is '" + hash + "'; give 64 hexadecimal digits");
    }

    @Test
    void a_negative_size_is_refused_and_none_is_not() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IMAGE.withSize(-1L))
                .withMessage("size is -1; give the number of bytes, from 0");
        assertThat(IMAGE.withSize(0L).size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"data:image/png;base64,AAAA", "DATA:,x", "Data:"})
    void bytes_in_an_address_are_refused_and_the_remedy_is_named(String uri) {
        assertThatExceptionOfType(RefusedTextException.class)
                .isThrownBy(() -> IMAGE.withUri(uri))
                .withMessage(
                        "uri is a data: URI, and the bytes stay with the application; give the address where it keeps"
                                + " them, or size and sha256 without an address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", " data:x", "a\nb", "a\u0000b"})
    void a_space_or_a_control_character_in_an_address_is_refused(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IMAGE.withUri(uri))
                .withMessageStartingWith("uri has a space or a control character; encode it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://x.example/a?b={c}|d", "sediment://file_1", "photos/1.jpg", "file:///tmp/a%20b"})
    void any_other_address_is_kept_as_it_is(String uri) {
        assertThat(IMAGE.withUri(uri).uri()).isEqualTo(uri);
    }

    @Test
    void the_shown_text_is_one_line_without_the_address() {
        assertThat(MediaPart.video("https://x.example/1").shownText()).isEqualTo("[video]");
        assertThat(IMAGE.withName("a.png").shownText()).isEqualTo("[image: a.png]");
        assertThat(IMAGE.withCaption(" A heron\r\n\u2028in\tthe\u00a0 reeds ").shownText())
                .isEqualTo("[image: A heron in the reeds]");
        assertThat(IMAGE.withName("").withCaption(" ").shownText()).isEqualTo("[image]");
    }

    @ParameterizedTest
    @CsvSource({"image/png,IMAGE", "AUDIO/ogg,AUDIO", "video/mp4,VIDEO", "application/pdf,FILE", "images/x,FILE"})
    void the_type_follows_from_the_media_type(String mediaType, Type type) {
        assertThat(Type.ofMediaType(mediaType)).isEqualTo(type);
    }
}
