package dev.daybook.internal.entries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.entries.EntryText.MessageText;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTextTest {

    private static MessageText with(String image) {
        return MessageText.of(Message.user("Look at this.").withParts(List.of(MediaPart.image(image))));
    }

    @Test
    void equal_words_with_different_images_are_different_messages() {
        assertThat(with("https://example.org/boat.png"))
                .isEqualTo(with("https://example.org/boat.png"))
                .isNotEqualTo(with("https://example.org/oars.png"));
    }
}
