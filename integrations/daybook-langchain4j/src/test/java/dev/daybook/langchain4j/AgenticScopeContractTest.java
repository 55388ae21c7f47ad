package dev.daybook.langchain4j;

import dev.daybook.Daybook;
import dev.daybook.contract.FrameworkContract;
import dev.daybook.model.Space;
import dev.langchain4j.agentic.scope.AgenticScopeKey;
import dev.langchain4j.agentic.scope.AgenticScopePersister;
import dev.langchain4j.agentic.scope.AgenticScopeRegistry;
import dev.langchain4j.agentic.scope.AgenticScopeSerializer;
import dev.langchain4j.agentic.scope.AgenticScopeStore;
import dev.langchain4j.agentic.scope.DefaultAgenticScope;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

class AgenticScopeContractTest extends FrameworkContract {

    @AfterEach
    void withoutStore() {
        AgenticScopePersister.setStore(null);
    }

    @Override
    protected Adapter adapter(Daybook daybook) {
        AgenticScopeStore store = DaybookAgenticScopeStore.of(daybook.space(Space.DEFAULT.id()));
        return new Adapter() {
            @Override
            public void write(@Nullable String user, String session, String id, String text) {
                UserSession memoryId = new UserSession(user, session);
                // Scopes of agents are made by a registry only.
                AgenticScopePersister.setStore(null);
                DefaultAgenticScope scope = new AgenticScopeRegistry(id).create(memoryId);
                scope.writeState("said", text);
                store.save(new AgenticScopeKey(id, memoryId), scope);
            }

            @Override
            public void writeForeign(String user, String session, String id, String text) {
                write(user, session, id, text);
            }

            /** The states of a user; a state is no text that is searched. */
            @Override
            public List<String> find(@Nullable String user, String question) {
                UserSession anySession = new UserSession(user, "any");
                return store.getAllKeys().stream()
                        .filter(key -> ((UserSession) key.memoryId()).user().equals(anySession.user()))
                        .map(store::load)
                        .flatMap(Optional::stream)
                        .map(AgenticScopeSerializer::toJson)
                        .toList();
            }

            @Override
            public void erase(@Nullable String user, String session, String id) {
                store.delete(new AgenticScopeKey(id, new UserSession(user, session)));
            }
        };
    }
}
