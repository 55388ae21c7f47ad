package dev.daybook;

import static dev.daybook.Arguments.present;

import dev.daybook.data.Bounds;
import dev.daybook.data.Outcome;
import dev.daybook.data.Scope;
import dev.daybook.data.Summary;
import java.util.List;
import java.util.Optional;

/** The gists of one scope of a daybook in this process. */
final class EmbeddedSummaries implements Summaries {

    private final EmbeddedDaybook.Parts parts;
    private final EmbeddedMemory memory;
    private final Scope scope;

    EmbeddedSummaries(EmbeddedDaybook.Parts parts, EmbeddedMemory memory) {
        this.parts = parts;
        this.memory = memory;
        this.scope = memory.scope();
    }

    @Override
    public Summary put(String session, String text, long upTo) {
        Bounds.check("text", present("text", text), Bounds.TEXT);
        Summary summary = parts.summaries().put(scope, present("session", session), text, upTo, memory.policy());
        parts.written(scope);
        return summary;
    }

    @Override
    public List<Outcome> refresh(String session) {
        return parts.consolidation().gist(scope, present("session", session));
    }

    @Override
    public Optional<Summary> find(String session) {
        return parts.summaries().find(scope, present("session", session));
    }

    @Override
    public long pending(String session) {
        return parts.summaries().pending(scope, present("session", session));
    }

    @Override
    public List<Summary> list() {
        return parts.summaries().list(scope);
    }

    @Override
    public List<Summary> history(String session) {
        return parts.summaries().history(scope, present("session", session));
    }
}
