package dev.daybook.internal.ledger;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.spi.IdGenerator;
import dev.daybook.spi.TokenCounter;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StoredEntry;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes the gists of sessions. Thread-safe. */
public final class SummaryLedger {

    private final EntryLedger ledger;
    private final IdGenerator ids;
    private final TokenCounter counter;

    public SummaryLedger(EntryLedger ledger, IdGenerator ids, TokenCounter counter) {
        this.ledger = ledger;
        this.ids = ids;
        this.counter = counter;
    }

    public Optional<Summary> find(Scope scope, String session) {
        return stored(scope, session).filter(SummaryLedger::isLive).map(SummaryLedger::decode);
    }

    /** Counts the episodes of a session after its gist. */
    public long pending(Scope scope, String session) {
        long upTo = find(scope, session).map(Summary::upTo).orElse(0L);
        long next = Math.max(upTo, upTo + 1); // of an imported gist, the position may be the highest number
        EntryScan after = EntryScan.of(Kind.EPISODE).inSession(session).positions(next, Long.MAX_VALUE);
        return ledger.stream(scope, after).count();
    }

    /** Lists the gists, latest session first. */
    public List<Summary> list(Scope scope) {
        return ledger.all(scope, EntryScan.of(Kind.SUMMARY)).stream()
                .filter(SummaryLedger::isLive)
                .map(SummaryLedger::decode)
                .filter(SummaryLedger::isGist)
                .sorted(Comparator.comparing(
                                (Summary summary) -> summary.occurredAt().toInstant())
                        .reversed())
                .toList();
    }

    /** Lists all versions, oldest first. */
    public List<Summary> history(Scope scope, String session) {
        return ledger
                .all(scope, EntryScan.of(Kind.SUMMARY).inSession(session).versions(EntryScan.Versions.ALL))
                .stream()
                .map(SummaryLedger::decode)
                .filter(SummaryLedger::isGist)
                .toList();
    }

    /** Lists the versions that were not withdrawn, oldest first; the last one is current, if any. */
    public List<Summary> validVersions(Scope scope, String session) {
        List<Summary> versions = new ArrayList<>();
        for (StoredEntry version :
                ledger.all(scope, EntryScan.of(Kind.SUMMARY).inSession(session).versions(EntryScan.Versions.ALL))) {
            Summary summary = decode(version);
            if (!isGist(summary)) {
                continue;
            }
            if (!isLive(version)) {
                versions.clear();
                continue;
            }
            // An undo restores an earlier text with its time: the versions in between were withdrawn.
            for (int i = 0; i < versions.size(); i++) {
                if (versions.get(i).updatedAt().equals(summary.updatedAt()) && isSame(versions.get(i), summary)) {
                    versions.subList(i, versions.size()).clear();
                }
            }
            versions.add(summary);
        }
        return versions;
    }

    /** Sets the gist of a session to a text of the caller. */
    public Summary put(Scope scope, String session, String text, long upTo, WritePolicy policy) {
        String screened = policy.screenedSummary(text);
        var committed = ledger.change(scope, "summary", change -> {
            List<StoredEntry> episodes =
                    ledger.all(scope, EntryScan.of(Kind.EPISODE).inSession(session));
            Optional<Summary> present = find(scope, session);
            require(session, upTo, present.orElse(null), episodes);
            List<Episode> covered = covered(episodes, upTo);
            // A context shows the summary in the place of the episodes it covers.
            policy.rules().requireTrust(ProtectedOperation.SET_SUMMARY, covered.stream());
            Gist gist = new Gist(
                    session,
                    screened,
                    upTo,
                    covered,
                    SummaryMethod.GIVEN,
                    policy.origin(Origin.USER),
                    policy.trust(null, Origin.USER));
            Summary summary = post(change, scope, gist);
            if (!change.writes().isEmpty()) {
                present.ifPresent(policy.rules()::requireReplaceable);
            }
            return summary;
        });
        Summary summary = committed.answer();
        return committed.placed().stream()
                .findFirst()
                .map(place -> summary.withProvenance(summary.provenance().at(place.position(), place.revision())))
                .orElse(summary);
    }

    /**
     * A gist to write.
     *
     * @param upTo the position of the last covered episode
     * @param covered the covered episodes
     */
    public record Gist(
            String session,
            String text,
            long upTo,
            List<Episode> covered,
            SummaryMethod method,
            Origin origin,
            Trust trust) {}

    /** Puts the gist of a session as part of a change, unless it is unchanged. */
    public Summary post(EntryLedger.Change change, Scope scope, Gist gist) {
        Optional<StoredEntry> stored = stored(scope, gist.session());
        // A gist newer than all covered episodes is known to be valid, even with the same text.
        Optional<Summary> present = stored.filter(SummaryLedger::isLive).map(SummaryLedger::decode);
        Summary summary = summary(scope, gist, stored.map(SummaryLedger::decode).orElse(null));
        if (present.filter(was -> isSame(was, summary) && !isOlder(was, gist.covered()))
                .isPresent()) {
            return present.get();
        }
        change.put(EntryWrite.of(summary, stored.orElse(null)));
        return summary;
    }

    private static boolean isOlder(Summary summary, List<Episode> covered) {
        return covered.stream().anyMatch(episode -> episode.revision() > summary.revision());
    }

    private static boolean isSame(Summary one, Summary other) {
        return one.text().equals(other.text())
                && one.upTo() == other.upTo()
                && one.covers().equals(other.covers())
                && one.method() == other.method();
    }

    private static void require(String session, long upTo, @Nullable Summary present, List<StoredEntry> episodes) {
        long mark = present == null ? 0 : present.upTo();
        if (upTo < 0) {
            throw new IllegalArgumentException("upTo is " + upTo + "; give the position of an episode, or 0 for none");
        }
        if (upTo < mark) {
            throw new IllegalArgumentException("upTo is " + upTo + ", but the gist of the session '" + session
                    + "' covers positions up to " + mark + " already; give that position or a later one");
        }
        long last = episodes.stream().mapToLong(StoredEntry::position).max().orElse(0);
        // The last episode may have been forgotten since.
        if (upTo > Math.max(last, mark)) {
            throw new IllegalArgumentException("upTo is " + upTo + ", but the last episode of the session '" + session
                    + "' has the position " + last + "; give the position of an episode of the session");
        }
    }

    private static List<Episode> covered(List<StoredEntry> episodes, long upTo) {
        return episodes.stream()
                .filter(stored -> stored.position() <= upTo)
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .toList();
    }

    private Summary summary(Scope scope, Gist gist, @Nullable Summary present) {
        List<Episode> covered = gist.covered();
        OffsetDateTime now = ledger.now();
        return new Summary(
                present == null ? ids.next(Kind.SUMMARY) : present.id(),
                Summary.Level.SESSION,
                gist.session(),
                null,
                gist.text(),
                counter.count(gist.text()),
                covered.stream().mapToInt(episode -> episode.messages().size()).sum(),
                gist.upTo(),
                covered.stream()
                        .map(Episode::occurredAt)
                        .max(Comparator.comparing(OffsetDateTime::toInstant))
                        .orElse(null),
                covered.stream()
                        .map(episode -> new EntryRef(scope, Kind.EPISODE, episode.id()))
                        .toList(),
                Summary.State.LIVE,
                gist.method(),
                present == null ? now : present.createdAt(),
                now,
                Provenance.unwritten(gist.origin(), gist.trust()));
    }

    private Optional<StoredEntry> stored(Scope scope, String session) {
        return ledger.all(scope, EntryScan.of(Kind.SUMMARY).inSession(session)).stream()
                .filter(stored -> isGist(decode(stored)))
                .findFirst();
    }

    /** Session summaries of the bank lie in the shared scope and name their scope by the covered episodes. */
    private static boolean isGist(Summary summary) {
        return !BankEntries.isOfBank(summary);
    }

    private static boolean isLive(StoredEntry stored) {
        return stored.status().equals(EntryPut.LIVE);
    }

    private static Summary decode(StoredEntry stored) {
        return (Summary) EntryCodec.decode(stored);
    }
}
