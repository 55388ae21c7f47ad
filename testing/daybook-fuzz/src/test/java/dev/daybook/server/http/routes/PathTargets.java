package dev.daybook.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.server.paths.PathIds;
import java.util.List;

/** The parsers of cursors and of ids in paths. */
public final class PathTargets {

    private PathTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                FuzzTarget.ofText(
                                "episode-cursor",
                                EpisodeCursor::read,
                                "MjAyNi0wNS0wOFQxMzo1NjowMFp8Nw",
                                "MjAyNi0wNS0wOFQxMzo1NjowMFp8MTIzNDU2Nzg5")
                        .refusing(IllegalArgumentException.class),
                FuzzTarget.ofText("path-id", PathTargets::id, "ada", "~YS9i", "a@b.example")
                        .refusing(IllegalArgumentException.class));
    }

    private static void id(String segment) {
        String id = PathIds.read("user", segment);
        assertThat(PathIds.read("user", PathIds.write(id))).isEqualTo(id);
    }
}
