package dev.daybook.server.http;

import static dev.daybook.server.http.GrantModel.OK;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.server.config.ProxySettings;
import dev.daybook.server.http.GrantModel.ModelKey;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.keys.ApiKeys.CreatedKey;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.keys.Grantor;
import dev.daybook.server.keys.KeyGrant;
import dev.daybook.server.mcp.AgentOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random calls of keys with random grants over REST, MCP, mem0 and the proxy, with grants and withdrawals in between,
 * against {@link GrantModel}. No answer has a text of a scope that the key does not read. So many steps:
 * {@code -Ddaybook.grants=N}; other ones: {@code -Ddaybook.seed=N}.
 */
class HostileGrantsTest {

    private static final int STEPS = Integer.getInteger("daybook.grants", 6_000);
    private static final int KEYS = 6;
    private static final List<String> PLACES = GrantModel.places();
    private static final Pattern PROPOSED = Pattern.compile("waiting(\\d+)x");
    private static final Pattern CANARY = Pattern.compile("canary\\d+x");

    private final long seed = Long.getLong("daybook.seed", 20_261_127);
    private final Random random = new Random(seed);
    private final List<ModelKey> keys = new ArrayList<>();
    /** The sessions of MCP by the text of a key. */
    private final Map<String, String> sessions = new HashMap<>();
    /** The number of calls by door and status. */
    private final Map<String, Integer> seen = new TreeMap<>();

    /** The scopes of the proposed texts, by number. */
    private final List<String> proposed = new ArrayList<>();

    private final Set<Integer> released = new HashSet<>();

    private final ScriptedUpstream upstream = new ScriptedUpstream();

    @TempDir
    Path folder;

    private TestServer server;

    @BeforeEach
    void serve() {
        ProxySettings proxy = new ProxySettings(upstream.address(), "secret", Duration.ofSeconds(30), 4, 500);
        ServeOptions options = new ServeOptions(
                "127.0.0.1", 0, false, List.of(), List.of(), 100_000, 0, AgentOptions.NONE, true, true, proxy);
        server = TestServer.closedOver(
                Daybook.builder(new InMemoryStore()).noEmbedder().background(false), folder, options);
        for (String place : scopes()) {
            GrantPlace parsed = GrantPlace.read("scope", place);
            server.daybook
                    .space(parsed.space().id())
                    .memory(parsed.scope())
                    .session("s")
                    .remember(Message.user("heron " + canary(place)));
        }
        for (int i = 0; i < KEYS; i++) {
            keys.add(created());
        }
    }

    @AfterEach
    void stop() {
        server.close();
        upstream.close();
    }

    private static List<String> scopes() {
        return PLACES.stream().filter(place -> place.split("/").length > 2).toList();
    }

    private static String canary(String scope) {
        return "canary" + PLACES.indexOf(scope) + "x";
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Set<AccessRight> anyRights() {
        Set<AccessRight> rights = EnumSet.of(any(List.of(AccessRight.values())));
        for (AccessRight right : AccessRight.values()) {
            if (random.nextInt(3) == 0) {
                rights.add(right);
            }
        }
        return rights;
    }

    private ModelKey created() {
        String home = any(PLACES);
        GrantPlace place = GrantPlace.read("scope", home);
        Set<AccessRight> rights = random.nextInt(4) == 0 ? EnumSet.allOf(AccessRight.class) : anyRights();
        CreatedKey made = server.keys.create(place.space(), place.scope(), rights, null);
        return new ModelKey(made.text(), made.key().id(), home, rights);
    }

    @Test
    void no_key_reads_more_than_its_grants_and_each_gets_the_answer_of_the_model() {
        for (int step = 0; step < STEPS; step++) {
            ModelKey key = any(keys);
            switch (random.nextInt(19)) {
                case 0 -> ownerChanges(key);
                case 1 -> keys.set(keys.indexOf(key), key.revoked || random.nextInt(4) == 0 ? created() : key);
                case 2, 3 -> grants(key, any(keys));
                case 4 -> lists(key);
                case 5 -> access(key);
                case 6, 7 -> reads(key, any(scopes()));
                case 8 -> writes(key, any(scopes()));
                case 9 -> joins(key, any(scopes()), any(scopes()));
                case 10 -> ofSpace(key, any(PLACES));
                case 11 -> context(key, any(scopes()));
                case 12 -> mem0(key);
                case 13 -> mcp(key);
                case 14, 15 -> proposes(key, any(scopes()));
                case 16 -> reviews(key, any(scopes()));
                default -> proxy(key);
            }
        }
        System.out.printf("grants, seed %d: %,d steps, 0 leaks, %s%n", seed, STEPS, seen);
        if (STEPS >= 6_000) {
            // A server that refuses everything leaks nothing either.
            for (String door : List.of(
                    "export", "changes", "recall", "write", "propose", "review", "joined", "space", "context", "mem0",
                    "mcp", "proxy")) {
                assertThat(seen.getOrDefault(door + " true", 0)).as(door).isGreaterThan(10);
                assertThat(seen.getOrDefault(door + " false", 0)).as(door).isGreaterThan(10);
            }
            assertThat(released.size()).isGreaterThan(10);
            assertThat(proposed.size()).isGreaterThan(released.size());
            assertThat(seen.getOrDefault("grant true", 0)).isGreaterThan(10);
            assertThat(seen.getOrDefault("withdraw true", 0)).isGreaterThan(1);
        }
    }

    private void check(String door, Answer answer, int expected, Set<String> readable) {
        String what = "seed " + seed + ", " + door + ": " + answer.status() + " " + answer.body();
        boolean isDone = answer.status() < 300;
        assertThat(isDone ? OK : answer.status()).as(what).isEqualTo(expected);
        showsOnly(what, answer.body(), isDone ? readable : Set.of());
        if (answer.status() == 404 && !door.equals("withdraw")) {
            assertThat(answer.at("detail")).as(what).isEqualTo(AuthenticatedCaller.NOT_HERE);
        }
        seen.merge(door + " " + isDone, 1, Integer::sum);
    }

    private void showsOnly(String what, String text, Set<String> readable) {
        Matcher waiting = PROPOSED.matcher(text);
        while (waiting.find()) {
            int number = Integer.parseInt(waiting.group(1));
            assertThat(released).as(what).contains(number);
            assertThat(readable).as(what).contains(proposed.get(number));
        }
        Matcher shown = CANARY.matcher(text);
        while (shown.find()) {
            assertThat(readable.stream().map(HostileGrantsTest::canary))
                    .as(what)
                    .contains(shown.group());
        }
    }

    private void ownerChanges(ModelKey key) {
        String place = any(PLACES);
        if (key.revoked) {
            return;
        }
        if (random.nextInt(3) == 0) {
            String withdrawn = any(List.copyOf(key.grants.keySet()));
            server.keys.withdraw(key.id, GrantPlace.read("scope", withdrawn), Grantor.OWNER);
            GrantModel.withdraw(key, withdrawn);
        } else {
            Set<AccessRight> rights = anyRights();
            KeyGrant grant = new KeyGrant(GrantPlace.read("scope", place), rights);
            if (key.hasMore(place, rights)) {
                assertThatThrownBy(() -> server.keys.grant(key.id, grant, Grantor.OWNER))
                        .hasMessageContaining("has these rights");
                return;
            }
            server.keys.grant(key.id, grant, Grantor.OWNER);
            key.grants.put(place, rights);
        }
    }

    private void grants(ModelKey caller, ModelKey target) {
        String place = random.nextBoolean() ? any(PLACES) : any(List.copyOf(target.grants.keySet()));
        String path = "/v1/keys/" + target.id + "/grants";
        if (random.nextInt(3) == 0) {
            Answer answer = server.delete(path + "?scope=" + place, bearer(caller.text));
            check("withdraw", answer, GrantModel.withdraw(caller, target, place), Set.of());
        } else {
            Set<AccessRight> rights = EnumSet.of(any(List.of(AccessRight.values())));
            String body = PlainJson.write(Map.of(
                    "scope",
                    place,
                    "rights",
                    rights.stream().map(AccessRight::label).toList()));
            Answer answer = server.put(path, body, bearer(caller.text));
            check("grant", answer, GrantModel.grant(caller, target, place, rights), Set.of());
        }
    }

    private void lists(ModelKey key) {
        Answer answer = server.get("/v1/keys", bearer(key.text));
        check("keys", answer, key.anywhere(AccessRight.ADMIN), Set.of());
        if (answer.status() == OK) {
            Map<Object, Set<String>> shown = new LinkedHashMap<>();
            answer.list("keys").forEach(each -> shown.put(each.get("id"), places(each.get("grants"))));
            keys.forEach(other -> {
                Set<String> known = other.grants.keySet().stream()
                        .filter(place -> key.rights(place).contains(AccessRight.ADMIN))
                        .collect(Collectors.toSet());
                assertThat(shown.getOrDefault(other.id, Set.of()))
                        .as("seed %d", seed)
                        .isEqualTo(known);
            });
        }
    }

    private static Set<String> places(Object grants) {
        return ((List<?>) grants)
                .stream()
                        .map(grant -> ((Map<?, ?>) grant).get("scope").toString())
                        .collect(Collectors.toSet());
    }

    /** The list of what the key reads has all of it, and nothing else. */
    private void access(ModelKey key) {
        Answer answer = server.get("/v1/access", bearer(key.text));
        check("access", answer, key.revoked ? 401 : OK, Set.of());
        if (answer.status() == OK) {
            Set<String> shown = new HashSet<>();
            answer.list("spaces")
                    .forEach(space -> ((List<?>) space.get("scopes"))
                            .forEach(code -> shown.add(space.get("space") + " " + code)));
            Set<String> readable = scopes().stream()
                    .filter(key::reads)
                    .map(place -> GrantPlace.read("scope", place))
                    .map(place -> place.space().id() + " " + place.scope().code())
                    .collect(Collectors.toSet());
            assertThat(shown).as("seed %d", seed).isEqualTo(readable);
        }
    }

    private void reads(ModelKey key, String scope) {
        int expected = key.in(scope, AccessRight.READ);
        check("export", server.get("/v1/" + scope + "/export", bearer(key.text)), expected, Set.of(scope));
        check("changes", server.get("/v1/" + scope + "/changes", bearer(key.text)), expected, Set.of(scope));
        // Without the word of its own, released proposals would push the text of the scope out of ten hits.
        String query = "{\"query\":\"heron " + canary(scope) + "\"}";
        Answer recall = server.post("/v1/" + scope + "/recall", query, bearer(key.text));
        check("recall", recall, expected, Set.of(scope));
        if (expected == OK) {
            assertThat(recall.body()).contains(canary(scope));
        }
    }

    private void writes(ModelKey key, String scope) {
        String body = "{\"id\":\"e" + random.nextInt(50) + "\",\"session\":\"w\",\"input\":\"x\"}";
        Answer answer = server.post("/v1/" + scope + "/episodes", body, bearer(key.text));
        check("write", answer, key.in(scope, AccessRight.WRITE), Set.of());
    }

    private void proposes(ModelKey key, String scope) {
        String body = PlainJson.write(
                Map.of("id", "e" + proposed.size(), "session", "s", "input", "heron waiting" + proposed.size() + "x"));
        Answer answer = server.post("/v1/" + scope + "/proposals", body, bearer(key.text));
        check("propose", answer, key.in(scope, AccessRight.PROPOSE), Set.of());
        if (answer.status() == 202) {
            proposed.add(scope);
            assertThat(server.post("/v1/" + scope + "/proposals", body, bearer(key.text))
                            .body())
                    .isEqualTo(answer.body());
        }
    }

    /** A reviewer sees the proposals of the scope, and releases one of them. */
    private void reviews(ModelKey key, String scope) {
        String path = "/v1/" + scope + "/quarantine";
        Answer list = server.get(path, bearer(key.text));
        check("review", list, key.in(scope, AccessRight.FORGET), Set.of());
        if (list.status() != OK || list.list("quarantine").isEmpty()) {
            return;
        }
        Map<String, Object> first = list.list("quarantine").get(0);
        assertThat(first.get("proposed")).isEqualTo(true);
        Answer entries = server.get(path + "/" + first.get("operation"), bearer(key.text));
        Matcher text = PROPOSED.matcher(entries.body());
        assertThat(text.find()).as(entries.body()).isTrue();
        int number = Integer.parseInt(text.group(1));
        assertThat(proposed.get(number)).isEqualTo(scope);
        assertThat(released).doesNotContain(number);
        if (random.nextBoolean()) {
            check(
                    "release",
                    server.post(path + "/" + first.get("operation") + "/release", "", bearer(key.text)),
                    OK,
                    Set.of());
            released.add(number);
        }
    }

    private void joins(ModelKey key, String scope, String other) {
        String code = GrantPlace.read("scope", other).scope().code();
        if (scope.equals(other)) {
            return;
        }
        String joined = scope.substring(0, scope.indexOf('/', 7)) + other.substring(other.indexOf('/', 7));
        if (joined.equals(scope)) {
            return;
        }
        String body = PlainJson.write(Map.of("query", "heron", "with", List.of(Map.of("scope", code))));
        int own = key.in(scope, AccessRight.READ);
        int second = joined.endsWith("/shared") ? key.readsShared(scope) ? OK : 403 : key.in(joined, AccessRight.READ);
        Answer answer = server.post("/v1/" + scope + "/recall", body, bearer(key.text));
        check("joined", answer, own == OK ? second : own, Set.of(scope, joined));
    }

    private void ofSpace(ModelKey key, String place) {
        String space = place.split("/")[1];
        Answer answer = server.get("/v1/spaces/" + space + "/scopes", bearer(key.text));
        check("space", answer, key.in("spaces/" + space, AccessRight.READ), Set.of());
    }

    private void context(ModelKey key, String scope) {
        Set<String> readable = new HashSet<>(Set.of(scope));
        if (key.readsShared(scope)) {
            readable.add("spaces/" + scope.split("/")[1] + "/shared");
        }
        Answer answer =
                server.post("/v1/" + scope + "/context", "{\"session\":\"s\",\"prompt\":\"heron\"}", bearer(key.text));
        check("context", answer, key.in(scope, AccessRight.READ), readable);
    }

    private void mem0(ModelKey key) {
        String user = any(List.of("ada", "ada2", ""));
        String body = user.isEmpty()
                ? "{\"query\":\"heron\"}"
                : "{\"query\":\"heron\",\"filters\":{\"user_id\":\"" + user + "\"}}";
        int anywhere = key.anywhere(AccessRight.READ);
        int expected = anywhere == OK ? key.atHome(user.isEmpty() ? null : user, AccessRight.READ) : anywhere;
        Answer answer = server.post("/mem0/v3/memories/search/", body, bearer(key.text));
        check("mem0", answer, expected, Set.of(user.isEmpty() ? key.home : key.space() + "/users/" + user));
    }

    private void mcp(ModelKey key) {
        if (!sessions.containsKey(key.text)) {
            String begin = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                    + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
            Answer begun = server.post("/mcp", begin, mcp(key, Stream.of()));
            if (begun.status() != OK) {
                assertThat(key.revoked).isTrue();
                return;
            }
            sessions.put(key.text, begun.header("mcp-session-id"));
        }
        String call = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"recall\","
                + "\"arguments\":{\"query\":\"heron\"}}}";
        Answer answer = server.post("/mcp", call, mcp(key, Stream.of("Mcp-Session-Id", sessions.get(key.text))));
        boolean isSpace = key.home.split("/").length == 2;
        String scope = isSpace ? key.home + "/anonymous" : key.home;
        boolean mayRead = key.grants.containsKey(key.home) && key.reads(scope);
        assertThat(answer.status()).as(answer.body()).isEqualTo(key.revoked ? 401 : OK);
        assertThat(answer.body().contains("\"isError\":false"))
                .as("seed %d: %s", seed, answer.body())
                .isEqualTo(mayRead);
        showsOnly("seed " + seed + ", MCP", answer.body(), mayRead ? Set.of(scope) : Set.of());
        seen.merge("mcp " + mayRead, 1, Integer::sum);
    }

    private static String[] mcp(ModelKey key, Stream<String> more) {
        return Stream.of(Stream.of(bearer(key.text)), Stream.of("Accept", "application/json, text/event-stream"), more)
                .flatMap(headers -> headers)
                .toArray(String[]::new);
    }

    private void proxy(ModelKey key) {
        String user = any(List.of("ada", "ada2"));
        upstream.requests.clear();
        upstream.says("fine");
        Answer answer = server.post(
                "/proxy/v1/chat/completions",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"heron\"}]}",
                Stream.concat(Stream.of(bearer(key.text)), Stream.of("Daybook-User", user, "Daybook-Write", "off"))
                        .toArray(String[]::new));
        check("proxy", answer, key.atHome(user, AccessRight.READ), Set.of());
        String scope = key.space() + "/users/" + user;
        Set<String> readable = new HashSet<>(Set.of(scope));
        if (key.readsShared(scope)) {
            readable.add(key.space() + "/shared");
        }
        assertThat(upstream.requests).hasSize(answer.status() == OK ? 1 : 0);
        upstream.requests.forEach(sent -> showsOnly("seed " + seed + ", proxy", sent.body(), readable));
    }
}
