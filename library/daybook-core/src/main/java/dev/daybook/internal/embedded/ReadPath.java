package dev.daybook.internal.embedded;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.context.ContextAssembler;
import dev.daybook.internal.entries.EntryCache;
import dev.daybook.internal.forget.LeftOutEntries;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.ledger.BlockLedger;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.NoteLedger;
import dev.daybook.internal.options.DaybookOptions;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.recall.PendingVectors;
import dev.daybook.internal.recall.SessionReader;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.store.Store;

/**
 * The read path over one view of the store. A hypothetical view lacks some entries; its path lives for one call, with its
 * own index and caches.
 */
record ReadPath(MemorySearch search, SessionReader sessions, ContextAssembler assembler) {

    /** Creates read paths over views of one store. */
    record Factory(DaybookOptions options, SettingsStates settings, PendingVectors behind) {

        /** Creates the read path over a view. */
        ReadPath over(Store view, EntryCache cache, EntryLedger ledger) {
            MemorySearch search = new MemorySearch(
                    view,
                    options.embedder(),
                    options.previousEmbedder(),
                    behind,
                    options.reading(),
                    cache,
                    space -> settings.of(space).lowTrust(),
                    options.clock());
            SessionReader sessions = new SessionReader(view, search.sessionIndex());
            ContextAssembler assembler = new ContextAssembler(
                    search,
                    sessions,
                    new BlockLedger(ledger),
                    new BankEntries(ledger),
                    new NoteLedger(ledger, options.ids()),
                    settings,
                    options.counter(),
                    options.clock());
            return new ReadPath(search, sessions, assembler);
        }

        /** Creates the read path of a comparison, as if the entries left out had never been written. */
        ReadPath over(LeftOutEntries leftOut) {
            Store view = leftOut.store();
            EntryLedger ledger = new EntryLedger(view, options.clock(), new ScopeLocks(), new AuditTrail(view));
            return over(view, new EntryCache(options.reading().entryBytes()), ledger);
        }
    }
}
