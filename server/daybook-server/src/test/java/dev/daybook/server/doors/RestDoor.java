package dev.daybook.server.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.LocalDaybook;
import dev.daybook.internal.json.PlainJson;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The REST interface, with the key of each tenant. */
final class RestDoor extends ServedDoor {

    private final Random random;
    private final Map<HostileTenant, String> cursors = new HashMap<>();

    RestDoor(LocalDaybook daybook, Path folder, Random random) {
        super(daybook, folder);
        this.random = random;
    }

    @Override
    public DoorAnswer call(DoorCall call, HostileTenant own, HostileTenant other, PlantedHandles handles) {
        if (!canHaveKey(own)) {
            // No key of it can be: the key of another tenant is tried on its path.
            return send(other, "GET", path(own) + "/episodes/" + other.only(), null);
        }
        String path = path(own);
        return switch (call) {
            case RECALL ->
                post(own, "/recall", Map.of("query", other.canary(), "by", "text"))
                        .and(post(own, "/recall", Map.of("query", "heron", "by", "newest", "limit", 100)));
            case READ -> read(own, other);
            case SESSION ->
                random.nextBoolean()
                        ? send(own, "GET", path + "/sessions/" + other.session() + "/messages", null)
                        : send(own, "GET", path + "/sessions/" + other.session() + "/summary", null);
            case EXPORT -> send(own, "GET", path + "/export", null);
            case SHARED ->
                random.nextBoolean()
                        ? post(own, "/recall", Map.of("query", "heron", "by", "newest", "include", "shared"))
                        : post(own, "/context", Map.of("session", other.session(), "prompt", "heron"));
            case HANDLES -> handles(own, other, handles);
            case BLOCK ->
                send(own, "PUT", path + "/blocks/persona", Map.of("content", own.canary()))
                        .and(send(own, "GET", path + "/blocks/" + other.only() + "/versions", null));
            case FACT ->
                send(own, "DELETE", path + "/facts/" + other.only(), null)
                        .and(post(
                                own,
                                "/facts",
                                Map.of(
                                        "id",
                                        other.only(),
                                        "subject",
                                        "weir",
                                        "predicate",
                                        "is",
                                        "object",
                                        own.canary())))
                        .and(send(own, "GET", path + "/facts", null));
            case REMEMBER ->
                post(
                        own,
                        "/episodes",
                        Map.of("id", other.only(), "session", other.session(), "input", "heron " + own.canary()));
            case FORGET ->
                send(own, "DELETE", path + "/facts/" + other.only(), null)
                        .and(send(own, "DELETE", path + "/sessions/" + other.session(), null));
            case FORGET_ALL -> post(own, "/forget", Map.of("all", true)).and(send(own, "GET", path + "/export", null));
        };
    }

    private DoorAnswer read(HostileTenant own, HostileTenant other) {
        return switch (random.nextInt(3)) {
            case 0 -> send(own, "GET", path(own) + "/episodes/" + other.only(), null);
            case 1 -> send(own, "GET", path(own) + "/entries/fact/" + other.only(), null);
            default -> foreign(own, other);
        };
    }

    /** Reads another tenant, on its path and joined with the own scope; the key of a user opens the user's agents. */
    private DoorAnswer foreign(HostileTenant own, HostileTenant other) {
        if (other.isBelow(own)) {
            return send(own, "GET", path(own) + "/episodes/" + other.only(), null);
        }
        DoorAnswer foreign = send(own, "GET", path(other) + "/episodes/" + other.only(), null);
        assertThat(foreign.refused()).as("%s reads the path of %s", own, other).isTrue();
        HostileTenant joined = new HostileTenant(own.space(), other.code(), other.number());
        if (joined.isShared() || joined.isBelow(own)) {
            return foreign;
        }
        DoorAnswer read =
                post(own, "/recall", Map.of("query", "heron", "with", List.of(Map.of("scope", other.code()))));
        assertThat(read.refused()).as("%s joins %s", own, joined).isTrue();
        return foreign.and(read);
    }

    private DoorAnswer handles(HostileTenant own, HostileTenant other, PlantedHandles handles) {
        String path = path(own);
        return switch (random.nextInt(6)) {
            case 0 -> send(own, "GET", path + "/episodes?limit=1&cursor=" + cursor(other), null);
            case 1 -> send(own, "GET", path + "/contexts/" + handles.context(), null);
            case 2 -> post(own, "/undo", Map.of("operation", handles.forget()));
            case 3 -> send(own, "GET", path + "/quarantine/" + handles.quarantine(), null);
            case 4 -> send(own, "POST", path + "/quarantine/" + handles.quarantine() + "/release", null);
            default -> send(own, "GET", "/v1/operations/" + handles.forget(), null);
        };
    }

    /** Returns the cursor behind the first episode of a tenant. */
    private String cursor(HostileTenant tenant) {
        return cursors.computeIfAbsent(tenant, first -> {
            HttpResponse<String> page = send(key(first), "GET", path(first) + "/episodes?limit=1", null);
            return String.valueOf(PlainJson.readObject(page.body()).get("cursor"));
        });
    }

    private DoorAnswer post(HostileTenant own, String path, Map<String, ?> body) {
        return send(own, "POST", path(own) + path, body);
    }

    private DoorAnswer send(HostileTenant own, String method, String path, @Nullable Map<String, ?> body) {
        HttpResponse<String> response = send(key(own), method, path, body == null ? null : PlainJson.write(body));
        assertThat(response.statusCode())
                .as("%s %s: %s", method, path, response.body())
                .isLessThan(500);
        return new DoorAnswer(response.body(), response.statusCode() >= 400);
    }

    private String path(HostileTenant tenant) {
        String space = "/v1/spaces/" + segment(tenant.space()) + "/";
        String user = tenant.user() == null ? tenant.owner() : tenant.user();
        String agent = tenant.agent() == null ? "" : "agents/" + segment(tenant.agent());
        if (user == null) {
            return space + (agent.isEmpty() ? tenant.code() : agent);
        }
        return space + "users/" + segment(user) + (agent.isEmpty() ? "" : "/" + agent);
    }

    /** Writes an id in one of the two ways that the interface knows. */
    private String segment(String id) {
        boolean onlyAsBase64 = id.contains("/")
                || id.contains("\\")
                || id.startsWith("~")
                || id.equals(".")
                || id.equals("..")
                || id.chars().anyMatch(Character::isISOControl);
        return onlyAsBase64 || random.nextBoolean()
                ? "~" + Base64.getUrlEncoder().withoutPadding().encodeToString(id.getBytes(StandardCharsets.UTF_8))
                : URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
