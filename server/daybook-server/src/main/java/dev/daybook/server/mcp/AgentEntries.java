package dev.daybook.server.mcp;

import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.query.Selection;
import dev.daybook.query.VersionCondition;
import dev.daybook.server.mcp.WritingTools.EpisodeChange;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The entries that a tool call may forget or correct by id: only entries that an agent wrote. */
final class AgentEntries {

    private AgentEntries() {}

    /**
     * Returns the change of an entry to a new text, which keeps its place, time, end and metadata.
     *
     * @param isNamed whether the episode names its session, to which it moves then
     *
     * @throws NotFoundException if there is no such episode
     * @throws IllegalArgumentException if an agent may not replace it
     */
    static EpisodeChange corrected(Memory memory, String id, NewEpisode said, boolean isNamed) {
        Episode episode = memory.find(Episode.class, id).orElseThrow(AgentEntries::missing);
        requireWritten(episode.origin(), id);
        if (episode.metadata().keySet().stream().anyMatch(name -> name.startsWith(NewEpisode.RESERVED))) {
            throw new IllegalArgumentException("field 'id' is '" + id
                    + "', the id of a note; forget the note and add the corrected one with 'add_note'");
        }
        NewEpisode corrected = said.id(id)
                .session(isNamed ? said.session() : episode.session())
                .occurredAt(episode.occurredAt())
                .expiresAt(said.expiresAt() == null ? episode.expiresAt() : said.expiresAt())
                .metadata(episode.metadata());
        return new EpisodeChange(corrected, VersionCondition.of(episode.revision()));
    }

    /**
     * Returns the entries to forget for one id: an episode, or a note with the text from which it was derived, if any.
     *
     * @throws NotFoundException if there is no such episode or note
     * @throws IllegalArgumentException if an agent may not forget it
     */
    static Selection toForget(Memory memory, String id) {
        Optional<Episode> episode = memory.find(Episode.class, id);
        if (episode.isPresent()) {
            requireWritten(episode.get().origin(), id);
            return Selection.episode(id);
        }
        Note note = memory.notes().find(id).orElseThrow(AgentEntries::missing);
        List<Episode> sources = note.sources().stream()
                .filter(source -> source.kind() == Kind.EPISODE)
                .flatMap(source -> memory.find(Episode.class, source.id()).stream())
                .toList();
        requireWritten(sources.isEmpty() ? note.origin() : null, id);
        sources.forEach(source -> requireWritten(source.origin(), id));
        return sources.size() == 1 ? Selection.episode(sources.get(0).id()) : Selection.entry(Kind.NOTE, id);
    }

    private static NotFoundException missing() {
        return new NotFoundException(
                "there is no such entry that a tool may change; 'recall' and 'search_notes' return ids, and"
                        + " episodes and notes can be changed");
    }

    /** Checks the writer of an entry; null needs no check. */
    private static void requireWritten(@Nullable Origin origin, String id) {
        if (origin != null && origin.source() != Origin.Source.ASSISTANT) {
            throw new IllegalArgumentException(
                    "field 'id' is '" + id + "', the id of an entry that no agent wrote; ask the user to forget"
                            + " it, or ask for the correct statement and remember that");
        }
    }
}
