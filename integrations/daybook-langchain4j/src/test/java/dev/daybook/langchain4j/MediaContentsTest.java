package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.outcome.Turn;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.ImageContent.DetailLevel;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages with images, recordings, videos and files in a chat memory. */
class MediaContentsTest {

    private static final UserSession ID = new UserSession("ada", "s1");
    private static final byte[] BYTES = {1, 2, 3};
    private static final String BASE64 = Base64.getEncoder().encodeToString(BYTES);
    private static final TextContent TEXT = TextContent.from("What is this?");

    private Daybook daybook;
    private Memory ada;

    @BeforeEach
    void open() {
        daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open();
        ada = daybook.user("ada");
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    /** Another process has nothing but the log. */
    private DaybookChatMemoryStore newStore() {
        return DaybookChatMemoryStore.of(SessionLocator.users(daybook::user));
    }

    private List<ChatMessage> reread(ChatMessage... messages) {
        newStore().updateMessages(ID, List.of(messages));
        return newStore().getMessages(ID);
    }

    private List<Message> log() {
        return ada.session("s1").turns(100).stream().map(Turn::message).toList();
    }

    static List<UserMessage> addressed() {
        return List.of(
                UserMessage.from(
                        TEXT,
                        ImageContent.from(Image.builder()
                                .url("https://x.example/1.png")
                                .mimeType("image/png")
                                .build())),
                UserMessage.from(
                        TEXT, ImageContent.from("https://x.example/1.png"), AudioContent.from("https://x.example/2")),
                UserMessage.from("Ada", TEXT, VideoContent.from("https://x.example/3")),
                UserMessage.from(TEXT, PdfFileContent.from("https://x.example/4.pdf")),
                UserMessage.from(ImageContent.from("https://x.example/1.png")),
                UserMessage.from(ImageContent.from("https://x.example/1.png"), TEXT),
                UserMessage.from(TEXT, ImageContent.from("https://x.example/1.png", DetailLevel.HIGH)));
    }

    @ParameterizedTest
    @MethodSource("addressed")
    void media_at_an_address_come_back_as_they_were_and_are_parts_in_the_log(UserMessage message) {
        assertThat(reread(message)).containsExactly(message);
        assertThat(log())
                .flatExtracting(Message::parts)
                .isNotEmpty()
                .allMatch(part -> String.valueOf(part.uri()).startsWith("https://x.example/"));
        newStore().updateMessages(ID, newStore().getMessages(ID));
        newStore().updateMessages(ID, List.of(message));
        assertThat(log()).hasSize(1);
    }

    static List<Content> withBytes() {
        return List.of(
                ImageContent.from(BASE64, "image/png"),
                ImageContent.from("data:image/png;base64," + BASE64),
                AudioContent.from(BASE64, "audio/wav"),
                AudioContent.from(
                        Audio.builder().binaryData(BYTES).mimeType("audio/wav").build()),
                VideoContent.from(BASE64, "video/mp4"),
                PdfFileContent.from(BASE64, "application/pdf"));
    }

    @ParameterizedTest
    @MethodSource("withBytes")
    void bytes_are_in_the_window_of_this_process_only_and_the_log_has_their_size_and_hash(Content content) {
        UserMessage message = UserMessage.from(TEXT, content);
        DaybookChatMemoryStore store = newStore();
        store.updateMessages(ID, List.of(message));

        assertThat(store.getMessages(ID)).containsExactly(message);
        Message logged = log().get(0);
        assertThat(logged.text()).isEqualTo("What is this?");
        assertThat(logged.parts()).singleElement().satisfies(part -> {
            assertThat(part.size()).isEqualTo(3);
            assertThat(part.sha256()).startsWith("039058c6f2c0cb49");
            assertThat(part.mediaType()).isNotNull();
            assertThat(part.uri()).isNull();
        });
        assertThat(ada.archive().exportAll().map(Episode.class::cast))
                .noneMatch(episode -> episode.toString().contains(BASE64));

        String shown = logged.parts().get(0).shownText();
        UserMessage later = UserMessage.from(TEXT, TextContent.from(shown));
        assertThat(newStore().getMessages(ID)).containsExactly(later);
        newStore().updateMessages(ID, List.of(later));
        assertThat(log()).hasSize(1);
    }

    @Test
    void a_message_with_bytes_keeps_its_other_attributes() {
        UserMessage message = UserMessage.builder()
                .contents(List.of(ImageContent.from(BASE64, "image/png"), TEXT))
                .attributes(Map.of("tone", "curious"))
                .build();

        assertThat(reread(message))
                .containsExactly(message.toBuilder()
                        .contents(List.of(TextContent.from("[image]"), TEXT))
                        .build());
    }

    @Test
    void images_that_a_model_made_are_parts_of_its_answer() {
        Image stored = Image.builder()
                .url("https://x.example/5.png")
                .revisedPrompt("A heron in the reeds")
                .build();
        AiMessage answer = AiMessage.builder()
                .text("Here.")
                .attributes(Map.of(
                        AiMessage.GENERATED_IMAGES_KEY,
                        List.of(stored, Image.builder().base64Data(BASE64).build())))
                .build();

        assertThat(reread(UserMessage.from("Paint!"), answer))
                .last()
                .isEqualTo(AiMessage.builder()
                        .text("Here. [image]")
                        .attributes(Map.of(AiMessage.GENERATED_IMAGES_KEY, List.of(stored)))
                        .build());
        assertThat(log().get(1).parts()).extracting(MediaPart::caption).containsExactly("A heron in the reeds", null);
        assertThat(ada.recall("heron")).hasSize(1);
    }

    @Test
    void the_result_of_a_tool_may_show_an_image() {
        AiMessage call = AiMessage.from(ToolExecutionRequest.builder()
                .id("c1")
                .name("look")
                .arguments("{}")
                .build());
        ToolExecutionResultMessage result = ToolExecutionResultMessage.builder()
                .id("c1")
                .toolName("look")
                .contents(List.of(TEXT, ImageContent.from("https://x.example/6.png")))
                .build();

        assertThat(reread(UserMessage.from("Look!"), call, result)).last().isEqualTo(result);
        assertThat(log().get(2).parts()).hasSize(1);
    }

    @Test
    void a_file_of_another_type_or_without_an_address_that_java_reads_is_a_text() {
        newStore().updateMessages(ID, List.of(UserMessage.from(TEXT, PdfFileContent.from("https://x.example/4.pdf"))));
        Episode episode =
                ada.archive().exportAll().map(Episode.class::cast).findFirst().orElseThrow();
        ada.remember(dev.daybook.model.NewEpisode.of(Message.user("Look")
                        .withParts(
                                MediaPart.file("https://x.example/a.zip").withName("a.zip"),
                                MediaPart.image("https://x.example/{id}"),
                                MediaPart.image("photos/1.png")))
                .id(episode.id())
                .session("s1")
                .metadata(episode.metadata()));

        assertThat(newStore().getMessages(ID))
                .containsExactly(UserMessage.from(
                        TextContent.from("Look"),
                        TextContent.from("[file: a.zip]"),
                        TextContent.from("[image]"),
                        TextContent.from("[image]")));
    }
}
