package dev.daybook.client;

import dev.daybook.internal.checks.EncodableText;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** The paths of the REST interface. An id that is not plain is {@code ~} and the base64url of its UTF-8. */
final class PathSegments {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._@:-]+");

    private PathSegments() {}

    static String of(Space space) {
        return "/v1/spaces/" + of(space.id());
    }

    static String of(Scope scope) {
        return of(scope.space())
                + scope.fold(
                        user -> user(user.id()),
                        agent -> (agent.user() == null ? "" : user(agent.user())) + "/agents/" + of(agent.id()),
                        anonymous -> "/anonymous",
                        shared -> "/shared");
    }

    private static String user(String id) {
        return "/users/" + of(id);
    }

    static String of(String id) {
        if (PLAIN.matcher(id).matches() && !id.equals(".") && !id.equals("..")) {
            return id;
        }
        return "~"
                + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(EncodableText.check("id", id).getBytes(StandardCharsets.UTF_8));
    }
}
