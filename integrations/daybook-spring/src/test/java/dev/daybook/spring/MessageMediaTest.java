package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.MediaPart;
import dev.daybook.outcome.Turn;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.util.MimeTypeUtils;

/** Messages with media in a chat memory. */
class MessageMediaTest {

    private static final String TRIP = new UserConversation("ada", "trip").id();
    private static final byte[] BYTES = {1, 2, 3};

    private Daybook daybook;
    private Memory ada;
    private ChatMemoryRepository repository;

    @BeforeEach
    void open() {
        daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open();
        ada = daybook.user("ada");
        repository = DaybookChatMemoryRepository.of(ConversationLocator.users(daybook.space("default")));
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private List<dev.daybook.model.Message> log() {
        return ada.session("trip").turns(100).stream().map(Turn::message).toList();
    }

    private static Media image(Object data, @Nullable String name) {
        Media.Builder media = Media.builder().mimeType(MimeTypeUtils.IMAGE_PNG).name(name);
        return (data instanceof byte[] bytes ? media.data(bytes) : media.data(URI.create(data.toString()))).build();
    }

    private static UserMessage asked(String text, Media... media) {
        return UserMessage.builder().text(text).media(List.of(media)).build();
    }

    @Test
    void an_image_at_an_address_comes_back_as_media_and_is_written_once() {
        repository.saveAll(TRIP, List.of(asked("See", image("https://x.example/a.png", null))));

        List<Message> read = repository.findByConversationId(TRIP);
        UserMessage question = (UserMessage) read.get(0);
        assertThat(question.getText()).isEqualTo("See");
        assertThat(question.getMedia()).singleElement().satisfies(media -> {
            assertThat(media.getData()).isEqualTo("https://x.example/a.png");
            assertThat(media.getMimeType()).isEqualTo(MimeTypeUtils.IMAGE_PNG);
        });
        assertThat(log().get(0).parts())
                .containsExactly(MediaPart.image("https://x.example/a.png").withMediaType("image/png"));

        repository.saveAll(TRIP, read);
        repository.saveAll(TRIP, repository.findByConversationId(TRIP));
        assertThat(log()).hasSize(1);
    }

    @Test
    void bytes_are_not_kept_and_a_text_with_the_name_stands_in_their_place() {
        repository.saveAll(TRIP, List.of(asked("See", image(BYTES, "heron.png"))));

        assertThat(log().get(0).text()).isEqualTo("See");
        assertThat(log().get(0).parts())
                .containsExactly(MediaPart.of(MediaPart.Type.IMAGE)
                        .withMediaType("image/png")
                        .withName("heron.png")
                        .withHashOf(BYTES));
        List<Message> read = repository.findByConversationId(TRIP);
        assertThat(read).extracting(Message::getText).containsExactly("See [image: heron.png]");
        assertThat(((UserMessage) read.get(0)).getMedia()).isEmpty();

        repository.saveAll(TRIP, read);
        repository.saveAll(TRIP, List.of(read.get(0), new AssistantMessage("A heron.")));
        assertThat(log()).hasSize(2);
        assertThat(ada.recall("heron.png")).isNotEmpty();
    }

    @Test
    void an_answer_of_media_alone_has_no_text_of_ours() {
        AssistantMessage answer = AssistantMessage.builder()
                .content("")
                .media(List.of(image("https://x.example/b.png", "b.png"), image(BYTES, null)))
                .build();
        repository.saveAll(TRIP, List.of(new UserMessage("Paint!"), answer));

        assertThat(log().get(1).text()).isEmpty();
        assertThat(log().get(1).parts()).extracting(MediaPart::name).containsExactly("b.png", null);
        AssistantMessage read =
                (AssistantMessage) repository.findByConversationId(TRIP).get(1);
        assertThat(read.getText()).isEqualTo("[image]");
        assertThat(read.getMedia()).hasSize(1);
        repository.saveAll(TRIP, repository.findByConversationId(TRIP));
        assertThat(log()).hasSize(2);
    }

    @Test
    void a_text_that_is_no_address_is_not_kept_as_one() {
        Media base64 = Media.builder()
                .mimeType(MimeTypeUtils.IMAGE_PNG)
                .data("AQID")
                .name("c.png")
                .build();
        repository.saveAll(TRIP, List.of(asked("See", base64)));

        assertThat(log().get(0).parts())
                .containsExactly(MediaPart.of(MediaPart.Type.IMAGE)
                        .withMediaType("image/png")
                        .withName("c.png"));
    }
}
