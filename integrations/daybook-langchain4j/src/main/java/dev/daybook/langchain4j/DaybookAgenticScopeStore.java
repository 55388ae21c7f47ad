package dev.daybook.langchain4j;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.window.JoinedId;
import dev.daybook.internal.window.StorableText;
import dev.daybook.model.Episode;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.query.Selection;
import dev.langchain4j.agentic.scope.AgenticScopeKey;
import dev.langchain4j.agentic.scope.AgenticScopeSerializer;
import dev.langchain4j.agentic.scope.AgenticScopeStore;
import dev.langchain4j.agentic.scope.DefaultAgenticScope;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An {@code AgenticScopeStore} over a daybook: an agentic system with a memory id goes on after a restart and in another
 * replica. It needs {@code dev.langchain4j:langchain4j-agentic} (1.19), which this artifact does not bring. LangChain4j has
 * one such store for the whole process: {@code AgenticScopePersister.setStore(DaybookAgenticScopeStore.of(space))}.
 *
 * <p>A scope of agents is an episode without messages in the session of its memory id, with the state as JSON in its
 * metadata, at most {@link dev.daybook.model.SizeLimits#METADATA_TEXT} characters. So recall finds no state, contexts do not
 * show it, and forgetting the session or the user erases it. Each save of another state is a new version; a delete erases
 * all of them. The state has the trust of the assistant. A state of types of the application needs
 * {@code AgenticScopeSerializer.allowDeserializationType}, see LangChain4j; {@link UserSession} is allowed here.
 *
 * <p>Each call is atomic, and durable on return unless the daybook is in memory. Failures of the daybook and a memory id
 * without a user end the call of the agent with the exception. Thread-safe.
 */
public final class DaybookAgenticScopeStore implements AgenticScopeStore {

    private static final Logger LOG = System.getLogger(DaybookAgenticScopeStore.class.getName());

    private static final String STATE = "agentic.scope";

    private static final String AGENT = "agentic.agent";

    private static final Origin AGENTS = new Origin(Origin.Source.ASSISTANT, "langchain4j-agentic");

    private static final String PREFIX = "agentic/";

    private final SessionLocator locator;
    private final Supplier<Stream<Memory>> memories;

    private DaybookAgenticScopeStore(SessionLocator locator, Supplier<Stream<Memory>> memories) {
        this.locator = Objects.requireNonNull(locator, "locator");
        this.memories = Objects.requireNonNull(memories, "memories");
        AgenticScopeSerializer.allowDeserializationType(UserSession.class);
    }

    /** Creates a store for memory ids of the type {@link UserSession}, with the users of a space. */
    public static DaybookAgenticScopeStore of(MemorySpace space) {
        NullChecks.present("space", space);
        return of(SessionLocator.users(space::user), () -> space.scopes().map(space::memory));
    }

    /**
     * Creates a store for memory ids of the application.
     *
     * @param memories returns all memories of the locator, for {@link #getAllKeys}
     */
    public static DaybookAgenticScopeStore of(SessionLocator locator, Supplier<Stream<Memory>> memories) {
        return new DaybookAgenticScopeStore(locator, memories);
    }

    @Override
    public boolean save(AgenticScopeKey key, DefaultAgenticScope agenticScope) {
        SessionAddress address = locator.locate(key.memoryId());
        String state = StorableText.whole(AgenticScopeSerializer.toJson(agenticScope));
        address.memory()
                .remember(NewEpisode.of(List.of())
                        .id(id(key, address))
                        .session(address.session())
                        .metadata(Map.of(STATE, state, AGENT, key.agentId()))
                        .origin(AGENTS));
        return true;
    }

    @Override
    public Optional<DefaultAgenticScope> load(AgenticScopeKey key) {
        SessionAddress address = locator.locate(key.memoryId());
        return address.memory()
                .find(Episode.class, id(key, address))
                .filter(DaybookAgenticScopeStore::isScope)
                .map(DaybookAgenticScopeStore::scope);
    }

    /** Erases the state of a scope with all its versions. */
    @Override
    public boolean delete(AgenticScopeKey key) {
        SessionAddress address = locator.locate(key.memoryId());
        return address.memory().forget(Selection.episode(id(key, address))).count() > 0;
    }

    /**
     * Reads all entries of all users, so it is for maintenance. A state that {@link #load} cannot read, as one of a type that is
     * not allowed, is left out and logged by the name of its episode.
     */
    @Override
    public Set<AgenticScopeKey> getAllKeys() {
        try (Stream<Memory> all = memories.get()) {
            return all.flatMap(memory -> memory.archive().exportAll())
                    .filter(Episode.class::isInstance)
                    .map(Episode.class::cast)
                    .filter(DaybookAgenticScopeStore::isScope)
                    .flatMap(DaybookAgenticScopeStore::key)
                    .collect(Collectors.toSet());
        }
    }

    /** An episode of another writer may have metadata of these names. */
    private static boolean isScope(Episode episode) {
        return episode.id().startsWith(PREFIX)
                && episode.metadata().keySet().containsAll(List.of(STATE, AGENT))
                && AGENTS.agreesWith(episode.origin());
    }

    private static Stream<AgenticScopeKey> key(Episode episode) {
        try {
            return Stream.of(new AgenticScopeKey(
                    String.valueOf(episode.metadata().get(AGENT)),
                    scope(episode).memoryId()));
        } catch (RuntimeException unreadable) {
            // Only the type is logged: the message may quote the state.
            LOG.log(
                    Level.WARNING,
                    "the state of agents in the episode {0} cannot be read and is left out of the keys: {1}",
                    episode.id(),
                    unreadable.getClass().getName());
            return Stream.empty();
        }
    }

    private static DefaultAgenticScope scope(Episode episode) {
        return AgenticScopeSerializer.fromJson(String.valueOf(episode.metadata().get(STATE)));
    }

    private static String id(AgenticScopeKey key, SessionAddress address) {
        String session = address.session().replace("%", "%25").replace("/", "%2F");
        return JoinedId.of(PREFIX, session + "/" + key.agentId());
    }
}
