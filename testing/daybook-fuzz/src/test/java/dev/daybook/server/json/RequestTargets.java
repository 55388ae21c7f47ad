package dev.daybook.server.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.QueryCodec;
import dev.daybook.internal.json.SelectionCodec;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.SpaceSettings;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parsers of the bodies of requests, and of times without an offset in imports. */
public final class RequestTargets {

    private static final Scope SCOPE = new Scope.User(Space.DEFAULT, "ada");

    private RequestTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                body(
                        "body-json",
                        body -> assertThat(PlainJson.read(PlainJson.write(body)))
                                .isEqualTo(body),
                        "{\"a\":[1,-2.5e3,\"t\\n\",true,null,{}]}"),
                body(
                        "body-episodes",
                        body -> RequestJson.episodes(body, true),
                        "[{\"session\":\"s\",\"occurredAt\":\"2026-05-08T13:56:00Z\",\"messages\":[{\"role\":\"user\","
                                + "\"text\":\"hello\",\"toolCalls\":[{\"name\":\"f\",\"arguments\":\"{}\"}],\"parts\":[{\"type\":\"image\",\"uri\":"
                                + "\"https://x.example/1\",\"size\":7}]}],"
                                + "\"metadata\":{\"a\":1},\"origin\":\"tool\",\"embedding\":[1,2.5]}]"),
                body(
                        "body-facts",
                        body -> RequestJson.facts(body, SCOPE, true),
                        "{\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"tea\",\"confidence\":0.5,"
                                + "\"sources\":[{\"kind\":\"episode\",\"id\":\"ep_1\"}],\"trust\":\"user\"}"),
                fields(
                        "body-query",
                        QueryCodec.QUERY::read,
                        "{\"query\":\"tea\",\"by\":\"words\",\"kinds\":[\"fact\"],\"limit\":5,\"from\":"
                                + "\"2026-05-08T13:56:00Z\",\"filter\":{\"all\":[{\"equal\":{\"a\":1}},{\"not\":"
                                + "{\"between\":{\"b\":[1,2]}}},{\"oneOf\":{\"c\":[\"x\"]}},{\"present\":\"d\"}]}}"),
                fields(
                        "body-context",
                        QueryCodec.CONTEXT_OPTIONS::read,
                        "{\"maxTokens\":500,\"recent\":3,\"kinds\":[\"fact\"],\"keep\":true}"),
                fields(
                        "body-selection",
                        SelectionCodec::read,
                        "{\"session\":\"s\",\"before\":\"2026-05-08T13:56:00Z\"}",
                        "{\"kind\":\"fact\",\"id\":\"fact_1\"}"),
                fields(
                        "body-settings",
                        read -> RequestJson.settings(read, SpaceSettings.DEFAULTS),
                        "{\"secrets\":\"mark\",\"bank\":{\"enabled\":true,\"maxTokens\":200},"
                                + "\"models\":{\"tokensPerDay\":5},\"retention\":{\"days\":9}}"),
                body(
                        "content-parts",
                        content -> {
                            if (content instanceof Map<?, ?> part) {
                                assertThatCode(() -> ContentParts.media(part)).doesNotThrowAnyException();
                            }
                        },
                        "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,AAAA\"},\"caption\":\"c\"}",
                        "{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"AAAA\",\"format\":\"wav\"},\"size\":7}",
                        "{\"type\":\"document\",\"source\":{\"type\":\"url\",\"url\":\"u\",\"media_type\":\"a/b\"}}"),
                FuzzTarget.ofText(
                                "local-time",
                                text -> new LocalTimes(ZoneOffset.UTC).parse("time", text),
                                "2026-05-08 13:56:00",
                                "2026-05-08T13:56:00+02:00")
                        .refusing(IllegalArgumentException.class));
    }

    private interface BodyReader {
        void read(@Nullable Object body);
    }

    private interface FieldReader {
        Object read(JsonFields fields);
    }

    private static FuzzTarget body(String name, BodyReader reader, String... seeds) {
        return FuzzTarget.ofText(name, text -> reader.read(PlainJson.read(text)), seeds)
                .refusing(IllegalArgumentException.class);
    }

    private static FuzzTarget fields(String name, FieldReader reader, String... seeds) {
        return FuzzTarget.ofText(
                        name,
                        text -> {
                            Map<String, @Nullable Object> object = PlainJson.readObject(text);
                            reader.read(new JsonFields(object));
                        },
                        seeds)
                .refusing(IllegalArgumentException.class);
    }
}
