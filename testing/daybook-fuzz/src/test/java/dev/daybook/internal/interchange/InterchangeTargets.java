package dev.daybook.internal.interchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.fuzz.FuzzedMemory;
import dev.daybook.model.Entry;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.SpaceSettings;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** The interchange format: lines of exports and imports. */
public final class InterchangeTargets {

    private static final Scope SCOPE = new Scope.User(Space.DEFAULT, "ada");
    private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-05-08T13:56:00Z");

    private InterchangeTargets() {}

    public static List<FuzzTarget> all() {
        List<String> lines = new ArrayList<>(FuzzedMemory.filled().lines());
        lines.add("{\"input\":\"hello\",\"output\":\"hi\"}");
        lines.add("{\"kind\":\"fact\",\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"tea\"}");
        return List.of(FuzzTarget.ofText("interchange-line", InterchangeTargets::read, lines.toArray(new String[0]))
                .refusing(IllegalArgumentException.class));
    }

    /** An entry that was read is written as a line that says the same. */
    private static void read(String text) {
        InterchangeLine line = new InterchangeReader(SCOPE).read(text);
        if (line instanceof InterchangeLine.OfSettings settings) {
            settings.over(SpaceSettings.DEFAULTS);
        }
        line.entryAt(NOW).ifPresent(entry -> {
            Entry again = new InterchangeReader(SCOPE)
                    .read(InterchangeWriter.line(line.scope(), entry))
                    .entryAt(NOW)
                    .orElseThrow();
            assertThat(InterchangeWriter.line(line.scope(), again))
                    .isEqualTo(InterchangeWriter.line(line.scope(), entry));
        });
    }
}
