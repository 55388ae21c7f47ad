package dev.daybook.internal.embedded;

import dev.daybook.internal.observe.CallWatch;
import dev.daybook.internal.remember.EntryImporter;
import dev.daybook.internal.remember.EpisodeWriter;
import dev.daybook.internal.remember.WrittenEpisodes;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Event;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.ObservedCall;
import java.util.List;
import java.util.stream.IntStream;

/** The write path of episodes and imported entries: after the write, the background work and the event. */
final class WritePath {

    private final EpisodeWriter episodes;
    private final EntryImporter imports;
    private final BackgroundWork background;
    private final EventPublisher events;
    private final CallWatch watch;

    WritePath(
            EpisodeWriter episodes,
            EntryImporter imports,
            BackgroundWork background,
            EventPublisher events,
            CallWatch watch) {
        this.episodes = episodes;
        this.imports = imports;
        this.background = background;
        this.events = events;
        this.watch = watch;
    }

    /** Writes an episode, which may have the metadata names that are reserved for the library. */
    Receipt write(ScopeAccess access, NewEpisode added) {
        return write(access, List.of(added), VersionCondition.NONE).get(0);
    }

    /** Writes episodes, which may have the metadata names that are reserved for the library. */
    List<Receipt> write(ScopeAccess access, List<NewEpisode> added, VersionCondition condition) {
        return watch.run(
                () -> ObservedCall.MemoryCall.of(ObservedCall.MemoryVerb.REMEMBER, access.scope()),
                () -> written(access, added, condition),
                receipts -> CallResult.of(receipts.size(), () -> ShownEntries.written(added, receipts)));
    }

    private List<Receipt> written(ScopeAccess access, List<NewEpisode> added, VersionCondition condition) {
        WrittenEpisodes written = episodes.write(access.scope(), added, access.policy(), condition);
        background.written(access.scope(), written);
        List<Receipt> receipts = written.receipts();
        tellRemembered(access.scope(), receipts.stream().map(Receipt::id).toList());
        return background.isAwaitable()
                ? receipts.stream()
                        .map(receipt -> receipt.derived(Progress.PENDING))
                        .toList()
                : receipts;
    }

    /** Writes entries of an export. */
    List<Receipt> importAll(ScopeAccess access, List<? extends Entry> entries) {
        EntryImporter.ImportedEntries imported = imports.write(access.scope(), entries, access.policy());
        background.written(access.scope(), imported.episodes());
        if (!imported.isEpisodesOnly()) {
            written(access.scope());
        }
        List<Receipt> receipts = imported.receipts();
        tellRemembered(
                access.scope(),
                IntStream.range(0, entries.size())
                        .filter(i -> entries.get(i).kind() == Kind.EPISODE
                                && receipts.get(i).position() > 0)
                        .mapToObj(i -> entries.get(i).id())
                        .toList());
        return receipts;
    }

    /** Starts the background work after a write of another kind. */
    void written(Scope scope) {
        background.written(scope);
    }

    private void tellRemembered(Scope scope, List<String> ids) {
        if (!ids.isEmpty()) {
            events.tell(new Event.Remembered(scope, ids));
        }
    }
}
