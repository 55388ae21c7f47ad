package dev.daybook.remember;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Method;
import dev.daybook.data.Origin;
import dev.daybook.data.Provenance;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Summary;
import dev.daybook.data.Trust;
import dev.daybook.remember.Ledger.Posting;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Put;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Stored;
import dev.daybook.spi.TokenCounter;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and sets the gists of conversations. Thread-safe. */
public final class SummaryWriter {

    private final Ledger ledger;
    private final IdSource ids;
    private final TokenCounter counter;

    public SummaryWriter(Ledger ledger, IdSource ids, TokenCounter counter) {
        this.ledger = ledger;
        this.ids = ids;
        this.counter = counter;
    }

    public Optional<Summary> find(Scope scope, String session) {
        return stored(scope, session).filter(SummaryWriter::isThere).map(SummaryWriter::decode);
    }

    /** How many episodes of a conversation lie beyond its gist. */
    public long pending(Scope scope, String session) {
        long upTo = find(scope, session).map(Summary::upTo).orElse(0L);
        return ledger.all(scope, Scan.of(Kind.EPISODE).inSession(session)).stream()
                .filter(episode -> episode.position() > upTo)
                .count();
    }

    /** The gists, latest covered conversation first. */
    public List<Summary> list(Scope scope) {
        return ledger.all(scope, Scan.of(Kind.SUMMARY)).stream()
                .filter(SummaryWriter::isThere)
                .map(SummaryWriter::decode)
                .filter(SummaryWriter::isGist)
                .sorted(Comparator.comparing(
                                (Summary summary) -> summary.occurredAt().toInstant())
                        .reversed())
                .toList();
    }

    /** All versions, the oldest first. */
    public List<Summary> history(Scope scope, String session) {
        return ledger.all(scope, Scan.of(Kind.SUMMARY).inSession(session).versions(Scan.Versions.ALL)).stream()
                .map(SummaryWriter::decode)
                .filter(SummaryWriter::isGist)
                .toList();
    }

    /** The versions that were not taken back, the oldest first; the last of them is the one that is there, if any is. */
    public List<Summary> standing(Scope scope, String session) {
        List<Summary> standing = new ArrayList<>();
        for (Stored version :
                ledger.all(scope, Scan.of(Kind.SUMMARY).inSession(session).versions(Scan.Versions.ALL))) {
            Summary summary = decode(version);
            if (!isGist(summary)) {
                continue;
            }
            if (!isThere(version)) {
                standing.clear();
                continue;
            }
            // What was put back is the same text of the same time: what came in between was taken back.
            for (int i = 0; i < standing.size(); i++) {
                if (standing.get(i).updatedAt().equals(summary.updatedAt()) && isSame(standing.get(i), summary)) {
                    standing.subList(i, standing.size()).clear();
                }
            }
            standing.add(summary);
        }
        return standing;
    }

    /** Sets the gist of a conversation, as a caller wrote it. */
    public Summary put(Scope scope, String session, String text, long upTo, WritePolicy policy) {
        String screened = policy.screened("a summary", text);
        var posted = ledger.change(scope, "summary", change -> {
            List<Stored> episodes = ledger.all(scope, Scan.of(Kind.EPISODE).inSession(session));
            require(session, upTo, find(scope, session).orElse(null), episodes);
            Gist gist = new Gist(
                    session,
                    screened,
                    upTo,
                    covered(episodes, upTo),
                    Method.GIVEN,
                    policy.origin(Origin.USER),
                    policy.trust(null, Origin.USER));
            return post(change, scope, gist);
        });
        return posted.placed().stream()
                .findFirst()
                .map(place -> posted.answer().at(place.position(), place.revision()))
                .orElse(posted.answer());
    }

    /**
     * A gist to be written.
     *
     * @param upTo the position of the last episode that it stands for
     * @param covered the episodes that it stands for
     */
    public record Gist(
            String session, String text, long upTo, List<Episode> covered, Method method, Origin origin, Trust trust) {}

    /** Puts the gist of a conversation as a part of a change, unless it is there as it is already. */
    public Summary post(Ledger.Change change, Scope scope, Gist gist) {
        Optional<Stored> stored = stored(scope, gist.session());
        Optional<Summary> present = stored.filter(SummaryWriter::isThere).map(SummaryWriter::decode);
        Summary summary = summary(scope, gist, stored.map(SummaryWriter::decode).orElse(null));
        // One that is newer than all it stands for is known to be true of them, even if its text stays the same.
        if (present.filter(was -> isSame(was, summary) && !isOlder(was, gist.covered()))
                .isPresent()) {
            return present.get();
        }
        change.put(Posting.of(summary, stored.orElse(null)));
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

    private static void require(String session, long upTo, @Nullable Summary present, List<Stored> episodes) {
        long mark = present == null ? 0 : present.upTo();
        if (upTo < 0) {
            throw new IllegalArgumentException("upTo is " + upTo + "; give the position of an episode, or 0 for none");
        }
        if (upTo < mark) {
            throw new IllegalArgumentException("upTo is " + upTo + ", and the gist of the session '" + session
                    + "' stands at " + mark + " already; a mark does not move back");
        }
        long last = episodes.stream().mapToLong(Stored::position).max().orElse(0);
        // The last episode may have been forgotten since the mark was set.
        if (upTo > Math.max(last, mark)) {
            throw new IllegalArgumentException("upTo is " + upTo + ", and the last episode of the session '" + session
                    + "' has the position " + last + "; give the position of an episode of the session");
        }
    }

    private static List<Episode> covered(List<Stored> episodes, long upTo) {
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
                        .map(episode -> new Ref(scope, Kind.EPISODE, episode.id()))
                        .toList(),
                Summary.State.LIVE,
                gist.method(),
                present == null ? now : present.createdAt(),
                now,
                Provenance.unwritten(gist.origin(), gist.trust()));
    }

    private Optional<Stored> stored(Scope scope, String session) {
        return ledger.all(scope, Scan.of(Kind.SUMMARY).inSession(session)).stream()
                .filter(stored -> isGist(decode(stored)))
                .findFirst();
    }

    /** The bank's summaries of sessions lie in what is shared, and name the scope they come from by what they cover. */
    private static boolean isGist(Summary summary) {
        return !BankEntries.isOfBank(summary);
    }

    private static boolean isThere(Stored stored) {
        return stored.status().equals(Put.LIVE);
    }

    private static Summary decode(Stored stored) {
        return (Summary) EntryCodec.decode(stored);
    }
}
