package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Archive;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.feed.ChangeFeed;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.internal.ledger.SummaryLedger;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.Receipt;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The contents of one scope of a daybook in this process. */
final class EmbeddedArchive implements Archive {

    private final ScopeAccess access;
    private final Scope scope;
    private final SummaryLedger summaries;
    private final WritePath writes;
    private final ScopeInventory inventory;
    private final SessionList sessions;
    private final ChangeFeed feed;

    EmbeddedArchive(
            ScopeAccess access,
            ScopeInventory inventory,
            SessionList sessions,
            SummaryLedger summaries,
            WritePath writes,
            ChangeFeed feed) {
        this.access = access;
        this.scope = access.scope();
        this.summaries = summaries;
        this.writes = writes;
        this.inventory = inventory;
        this.sessions = sessions;
        this.feed = feed;
    }

    @Override
    public Profile profile() {
        return inventory.profile();
    }

    @Override
    public List<Summary> summaries() {
        return summaries.list(scope);
    }

    @Override
    public List<Episode> history(String id) {
        return inventory.history(present("id", id));
    }

    @Override
    public Stream<Entry> exportAll() {
        return inventory.export();
    }

    @Override
    public Stream<String> exportLines() {
        return InterchangeWriter.lines(scope, sessions.all(), exportAll());
    }

    @Override
    public ChangePage changes(@Nullable String since, int limit) {
        return feed.read(scope, since, limit);
    }

    @Override
    public List<Receipt> importAll(List<? extends Entry> entries) {
        NullChecks.all("entries", entries);
        access.require(ProtectedOperation.IMPORT);
        return writes.importAll(access, entries);
    }
}
