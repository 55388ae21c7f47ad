package dev.daybook.internal.forget;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.ledger.EntryCitations;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.settings.RefusalKey;
import dev.daybook.internal.settings.RefusalStates;
import dev.daybook.internal.settings.RefusedTexts;
import dev.daybook.internal.settings.TextHash;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The hashes of the texts that an erasure plan takes from its scope (decision 95). A text that a remaining entry has, too,
 * is not forgotten and has none. Nor has a derived entry: no caller wrote its text. A proposal that waits for a review
 * counts for neither: it was never remembered, and whoever proposes must not change what others may write.
 */
final class ErasedTexts {

    private final Store store;
    private final ErasurePlan plan;
    private final RefusalKey key;
    private final Set<EntryKey> affected;
    private final Predicate<StoredEntry> proposed;
    private final Set<TextHash> hashes = new LinkedHashSet<>();

    private ErasedTexts(Store store, ErasurePlan plan, RefusalKey key) {
        this.store = store;
        this.plan = plan;
        this.key = key;
        this.affected = plan.affected();
        this.proposed = QuarantineStates.proposedVersions(store, plan.scope());
    }

    /** Returns up to as many hashes as a scope keeps. */
    static Set<TextHash> hashes(Store store, ErasurePlan plan, RefusalKey key) {
        return plan.isEmpty() ? Set.of() : new ErasedTexts(store, plan, key).hashes();
    }

    private Set<TextHash> hashes() {
        versions()
                .filter(version -> plan.everything() || affected.contains(version.key()))
                .map(EntryCodec::decode)
                .forEach(this::add);
        addQuarantined();
        if (!hashes.isEmpty() && !plan.everything()) {
            versions()
                    .filter(version -> !affected.contains(version.key()))
                    .map(EntryCodec::decode)
                    .forEach(this::remove);
            plan.putBack().stream().map(ErasedTexts::decode).forEach(this::remove);
        }
        return hashes;
    }

    /** Reads all versions but proposals, and leaves out damaged ones, because damage must not stop a forget. */
    private Stream<StoredEntry> versions() {
        return Stream.of(Kind.values())
                .filter(store.head(plan.scope()).counts()::containsKey)
                .map(kind -> EntryScan.of(kind).versions(EntryScan.Versions.ALL).limit(PagedReads.SIZE))
                .flatMap(scan -> PagedReads.all(cursor -> store.scan(plan.scope(), scan.after(cursor), damaged -> {})))
                .filter(version -> !proposed.test(version));
    }

    private void addQuarantined() {
        Set<String> states = new HashSet<>(plan.states());
        QuarantineStates.all(store, plan.scope())
                .filter(each -> !each.isLink() && !each.isProposal())
                .filter(each -> plan.everything() || states.contains(each.name()))
                .flatMap(each -> each.entry().stream())
                .forEach(this::add);
    }

    private void add(Entry entry) {
        if (isFromCaller(entry)) {
            RefusedTexts.of(entry)
                    .takeWhile(text -> hashes.size() < RefusalStates.MAX)
                    .forEach(text -> key.hash(plan.scope(), text).ifPresent(hashes::add));
        }
    }

    private void remove(Entry entry) {
        RefusedTexts.of(entry).forEach(text -> key.hash(plan.scope(), text).ifPresent(hashes::remove));
    }

    /** Any caller may write the label "derived", so it counts only together with sources and without a key. */
    private static boolean isFromCaller(Entry entry) {
        Origin origin = entry.origin();
        return origin.source() != Origin.Source.DERIVATION
                || origin.key() != null
                || EntryCitations.sources(entry).isEmpty();
    }

    private static Entry decode(EntryPut put) {
        return EntryCodec.decode(
                new StoredEntry(put.key(), 0, 0, put.session(), put.time(), put.recorded(), put.status(), put.body()));
    }
}
