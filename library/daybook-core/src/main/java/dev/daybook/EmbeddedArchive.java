package dev.daybook;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.Receipt;
import java.util.List;
import java.util.stream.Stream;

/** The contents of one scope of a daybook in this process. */
final class EmbeddedArchive implements Archive {

    private final ScopeAccess access;
    private final DaybookWiring wiring;
    private final Scope scope;
    private final ScopeInventory inventory;

    EmbeddedArchive(ScopeAccess access) {
        this.access = access;
        this.wiring = access.wiring();
        this.scope = access.scope();
        this.inventory = new ScopeInventory(wiring, scope);
    }

    @Override
    public Profile profile() {
        return inventory.profile();
    }

    @Override
    public List<Summary> summaries() {
        return wiring.writes().summaries().list(scope);
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
        return InterchangeWriter.lines(scope, new SessionList(wiring, scope).all(), exportAll());
    }

    @Override
    public List<Receipt> importAll(List<? extends Entry> entries) {
        NullChecks.all("entries", entries);
        access.require(ProtectedOperation.IMPORT);
        List<Receipt> receipts = wiring.writes().imports().write(scope, entries, access.policy());
        access.written();
        access.tellRemembered(entries.stream()
                .filter(entry -> entry.kind() == Kind.EPISODE)
                .map(Entry::id)
                .toList());
        return receipts;
    }
}
