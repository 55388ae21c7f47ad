package dev.daybook.internal.interchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.ToolCall;
import dev.daybook.model.Trust;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.SpaceSettings;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterchangeTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final Scope NOBODY = new Scope.Anonymous(Space.DEFAULT);
    private static final OffsetDateTime TEA = OffsetDateTime.parse("2026-05-08T15:56:00.123456+02:00");

    private final InterchangeReader interchange = new InterchangeReader(ADA);

    @Test
    void an_episode_comes_back_with_everything_it_had() {
        Episode episode = new Episode(
                "ep '1' ../ {\"$ne\":\"x\"}",
                "tea & \u2028 cake",
                TEA,
                TEA.plusDays(1),
                List.of(
                        new Message("user", "Ada", "Two sugars, please.\nNo: three."),
                        new Message("oracle", null, ""),
                        Message.assistant("\uD83C\uDF75")
                                .withToolCalls(ToolCall.of("c2", "spoon", "{}"), new ToolCall(null, "cup", "", "full")),
                        Message.toolResult("c2", "stirred")),
                List.of(new ToolCall("c1", "kettle", "{\"on\":true}", "boiling"), new ToolCall(null, "bell", "", null)),
                Map.of("n", 3L, "x", 0.5, "yes", true, "t", "text", "one", 1.0),
                new Provenance(7, 9, new Origin(Origin.Source.TOOL, "kitchen"), Trust.UNKNOWN)
                        .expiring(TEA.plusDays(2).toInstant()),
                false,
                Embedding.of(0.1f, -0.0f, 1 / 3f));

        InterchangeLine.OfEpisode line = episode(InterchangeWriter.line(NOBODY, episode));

        assertThat(line.scope()).isEqualTo(NOBODY);
        assertThat(line.episode())
                .isEqualTo(NewEpisode.of(episode.messages())
                        .id(episode.id())
                        .session(episode.session())
                        .occurredAt(episode.occurredAt())
                        .toolCalls(episode.standaloneToolCalls())
                        .metadata(episode.metadata())
                        .origin(episode.origin())
                        .trust(episode.trust())
                        .embedding(episode.embedding())
                        .expiresAt(episode.expiresAt()));
    }

    @Test
    void an_entry_without_an_end_has_the_fields_it_always_had_and_one_with_an_end_comes_back() {
        Note plain = new Note(
                "n",
                "tea",
                TEA,
                TEA,
                List.of(),
                List.of(),
                List.of(),
                SummaryMethod.GIVEN,
                Provenance.unwritten(Origin.USER, Trust.USER));
        Note ending = new Note(
                "n",
                "tea",
                TEA,
                TEA,
                List.of(),
                List.of(),
                List.of(),
                SummaryMethod.GIVEN,
                plain.provenance().expiring(TEA.plusDays(2).toInstant()),
                TEA.plusDays(1));

        assertThat(InterchangeWriter.line(ADA, plain))
                .doesNotContain("expiresAt")
                .doesNotContain("dueAt");
        assertThat(InterchangeWriter.line(ADA, plain("s"))).doesNotContain("expiresAt");
        assertThat(interchange.read(InterchangeWriter.line(ADA, ending)).entryAt(TEA))
                .contains(ending);
    }

    @Test
    void a_message_without_calls_has_the_fields_it_always_had() {
        assertThat(InterchangeWriter.line(ADA, plain("s")))
                .contains("\"messages\":[{\"role\":\"user\",\"text\":")
                .doesNotContain("toolCall");
    }

    @Test
    void an_episode_without_messages_has_an_empty_list_of_them() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> episode("{\"session\":\"s\"}"))
                .withMessageContaining("field 'messages' is missing; give messages, or input and output");
        assertThat(episode("{\"messages\":[]}").episode().messages()).isEmpty();
        assertThat(episode("{\"messages\":[],\"toolCalls\":[{\"name\":\"bell\"}]}")
                        .episode()
                        .messages())
                .isEmpty();
    }

    @Test
    void an_entry_over_the_maximum_size_is_refused_by_name() {
        for (String line : List.of(
                "{\"messages\":[{\"role\":\"user\",\"name\":\"" + "n".repeat(513) + "\",\"text\":\"a\"}]}",
                "{\"kind\":\"fact\",\"id\":\"f\",\"subject\":\"" + "n".repeat(513)
                        + "\",\"predicate\":\"p\",\"object\":\"o\",\"recordedAt\":\"2026-03-04T12:00:00Z\",\"validFrom\":\"2026-03-04T12:00:00Z\"}")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> interchange.read(line))
                    .withMessageContaining("has 513 characters; use at most 512");
        }
    }

    @Test
    void each_kind_of_scope_comes_back() {
        for (Scope scope : List.of(ADA, NOBODY, new Scope.Shared(Space.DEFAULT), user("shared"), user("null"))) {
            assertThat(episode(InterchangeWriter.line(scope, plain("s"))).scope())
                    .isEqualTo(scope);
        }
    }

    @Test
    void a_line_without_user_goes_where_the_command_line_says_and_a_null_user_is_the_anonymous_scope() {
        assertThat(episode("{\"input\":\"hello\"}").scope()).isEqualTo(ADA);
        assertThat(episode("{\"user\":null,\"input\":\"hello\"}").scope()).isEqualTo(NOBODY);
        assertThat(episode("{\"user\":\"bob\",\"input\":\"hello\"}").scope()).isEqualTo(user("bob"));
    }

    @Test
    void a_line_without_session_goes_where_the_command_line_says_but_an_exported_one_stays_outside() {
        InterchangeReader into = new InterchangeReader(ADA, "tea", null);
        assertThat(((InterchangeLine.OfEpisode) into.read("{\"input\":\"hello\"}"))
                        .episode()
                        .session())
                .isEqualTo("tea");
        assertThat(((InterchangeLine.OfEpisode) into.read(InterchangeWriter.line(ADA, plain(null))))
                        .episode()
                        .session())
                .isNull();
    }

    @Test
    void input_and_output_stand_for_messages() {
        assertThat(episode("{\"input\":\"Tea?\",\"output\":\"Yes.\"}").episode().messages())
                .containsExactly(Message.user("Tea?"), Message.assistant("Yes."));
    }

    @Test
    void a_line_without_origin_was_imported() {
        assertThat(episode("{\"input\":\"hello\"}").episode().origin()).isEqualTo(Origin.IMPORT);
    }

    @Test
    void a_line_without_id_gets_a_stable_id_for_any_order_of_its_keys() {
        String id = episode("{\"user\":\"ada\",\"input\":\"hello\"}").episode().id();

        assertThat(id).matches("ep_[0-9A-HJKMNP-TV-Z]{26}");
        assertThat(new InterchangeReader(ADA).read("{\"input\" : \"hello\", \"user\":\"ada\"}"))
                .isEqualTo(new InterchangeLine.OfEpisode(
                        ADA, NewEpisode.of(Message.user("hello")).id(id).origin(Origin.IMPORT), false));
        assertThat(new InterchangeReader(ADA).read("{\"input\":\"hello!\",\"user\":\"ada\"}"))
                .extracting(line -> ((InterchangeLine.OfEpisode) line).episode().id())
                .isNotEqualTo(id);
    }

    @Test
    void two_lines_that_say_the_same_are_two_episodes_the_same_two_in_every_reading() {
        List<@Nullable String> first = List.of(idOf("{\"input\":\"ok\"}"), idOf("{\"input\":\"ok\"}"));
        InterchangeReader again = new InterchangeReader(ADA);

        assertThat(first).doesNotHaveDuplicates();
        assertThat(List.of(again.read("{\"input\":\"ok\"}"), again.read("{\"input\":\"ok\"}")))
                .extracting(line -> ((InterchangeLine.OfEpisode) line).episode().id())
                .isEqualTo(first);
    }

    @Test
    void sessions_and_settings_come_back() {
        SessionInfo session = new SessionInfo("s1", "Tea", TEA, TEA, 0, false, null);
        assertThat(interchange.read(InterchangeWriter.line(NOBODY, session)))
                .isEqualTo(new InterchangeLine.OfSession(NOBODY, "s1", "Tea", null, TEA, null));
        SessionInfo hidden = new SessionInfo("s1", null, TEA, TEA, 0, true, null);
        assertThat(interchange.read(InterchangeWriter.line(NOBODY, hidden)))
                .isEqualTo(new InterchangeLine.OfSession(NOBODY, "s1", null, true, TEA, null));
        SpaceSettings settings = SpaceSettings.DEFAULTS
                .secrets(SpaceSettings.Secrets.REJECT)
                .bank(SpaceSettings.Bank.OFF.enabled(true).maxTokens(300))
                .models(SpaceSettings.Models.UNLIMITED.tokensPerDay(5_000_000_000L));
        assertThat(((InterchangeLine.OfSettings) interchange.read(InterchangeWriter.line(settings)))
                        .over(SpaceSettings.DEFAULTS))
                .isEqualTo(settings);
    }

    @Test
    void settings_that_a_line_does_not_name_stay_as_they_are() {
        SpaceSettings settings = SpaceSettings.DEFAULTS
                .secrets(SpaceSettings.Secrets.REJECT)
                .bank(SpaceSettings.Bank.OFF.enabled(true).maxTokens(300))
                .off(Set.of(SpaceSettings.Derivation.CORE));

        assertThat(over("{\"kind\":\"settings\",\"secrets\":\"mark\"}", settings))
                .isEqualTo(settings.secrets(SpaceSettings.Secrets.MARK));
        assertThat(over("{\"kind\":\"settings\",\"bank\":{\"maxTokens\":400}}", settings))
                .isEqualTo(settings.bank(SpaceSettings.Bank.OFF.enabled(true).maxTokens(400)));
        assertThat(over("{\"kind\":\"settings\",\"bank\":{\"enabled\":false}}", settings))
                .isEqualTo(settings.bank(SpaceSettings.Bank.OFF.maxTokens(300)));
        SpaceSettings limited = settings.models(SpaceSettings.Models.UNLIMITED.tokensPerDay(9L));
        assertThat(over("{\"kind\":\"settings\",\"models\":{}}", limited)).isEqualTo(limited);
        assertThat(over("{\"kind\":\"settings\",\"models\":{\"tokensPerDay\":null}}", limited))
                .isEqualTo(settings.models(SpaceSettings.Models.UNLIMITED));
    }

    private SpaceSettings over(String line, SpaceSettings settings) {
        return ((InterchangeLine.OfSettings) interchange.read(line)).over(settings);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"input":"a","occurredAt":"2026-05-08T13:56:00"}     | 'occurredAt' is '2026-05-08T13:56:00'; use ISO 8601
            {"input":"a","occurredAt":"yesterday"}               | 'occurredAt' is 'yesterday'; use
            {"input":"a","occuredAt":"2026-05-08T13:56:00Z"}     | 'occuredAt' is not known; the fields here are
            {"messages":[{"role":"user","txt":"a"}]}             | 'messages[0].text' is missing
            {"messages":[{"role":"user","text":"a","mood":"x"}]} | 'messages[0].mood' is not known
            {"messages":[{"text":"a"}]}                          | 'messages[0].role' is missing
            {"messages":"a"}                                     | 'messages' is the text 'a'; use an array of objects
            {"messages":["a"]}                                   | 'messages[0]' is the text 'a'; use an object
            {"messages":[],"input":"a"}                          | 'messages' and 'input'
            {"session":"s"}                                      | 'messages' is missing
            {"input":7}                                          | 'input' is 7; use a text
            {"input":"a","kind":"poem"}                          | 'kind' is the text 'poem'; use episode, fact, note, block, summary, session or settings
            {"input":"a","user":""}                              | user is blank
            {"input":"a","user":" "}                             | user is blank
            {"input":"a","user":"a\\u0000b"}                      | control character U+0000
            {"input":"a","session":""}                           | session is blank
            {"input":"a","id":"\\ud800"}                          | lone surrogate U+D800
            {"input":"\\udc00"}                                   | lone surrogate U+DC00
            {"input":"a","user":"b","shared":true}               | 'user' and 'shared' are both given
            {"input":"a","shared":"yes"}                         | 'shared' is the text 'yes'; use true or false
            {"input":"a","user":{"$ne":"x"}}                     | 'user' is an object; use a text
            {"input":"a","metadata":{"k":[1]}}                   | 'metadata.k' is an array
            {"input":"a","metadata":{"k":null}}                  | 'metadata.k' is null
            {"input":"a","embedding":[1,"b"]}                    | 'embedding[1]' is the text 'b'; use a number
            {"input":"a","embedding":[]}                         | embedding is empty
            {"input":"a","embedding":[1e300]}                    | finite
            {"input":"a","origin":"oracle"}                      | origin is 'oracle'; use one of
            {"input":"a","trust":"blind"}                        | trust is 'blind'; use one of
            {"kind":"settings","secrets":"shout"}                | secrets is 'shout'; use one of
            {"kind":"settings","bank":{"enabled":"yes"}}         | 'bank.enabled' is the text 'yes'; use true or false
            {"kind":"settings","bank":{"size":1}}                | 'bank.size' is not known; the fields here are
            {"kind":"session","id":"x","private":1}              | 'private' is 1; use true or false
            {"kind":"session","name":"x"}                        | 'id' is missing
            """)
    void a_bad_line_is_refused_with_its_field_its_value_and_the_remedy(String line, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> interchange.read(line))
                .withMessageContaining(message);
    }

    private @Nullable String idOf(String line) {
        return episode(line).episode().id();
    }

    private InterchangeLine.OfEpisode episode(String line) {
        return (InterchangeLine.OfEpisode) interchange.read(line);
    }

    private static Scope user(String id) {
        return new Scope.User(Space.DEFAULT, id);
    }

    private static Episode plain(@Nullable String session) {
        return new Episode(
                "e",
                session,
                TEA,
                TEA,
                List.of(Message.user("hello")),
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.USER, Trust.USER),
                false,
                null);
    }
}
