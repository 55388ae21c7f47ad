package dev.daybook.spring;

import dev.daybook.Daybook;
import dev.daybook.contract.FrameworkContract;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.VectorStore;

class VectorStoreContractTest extends FrameworkContract {

    @Override
    protected Adapter adapter(Daybook daybook) {
        return new Adapter() {
            @Override
            public void write(@Nullable String user, String session, String id, String text) {
                store(user).add(List.of(new Document(session + "-" + id, text, Map.of("thread", session))));
            }

            @Override
            public void writeForeign(String user, String session, String id, String text) {
                write(user, session, id, text);
            }

            @Override
            public List<String> find(@Nullable String user, String question) {
                return store(user).similaritySearch(question).stream()
                        .map(Document::getText)
                        .toList();
            }

            @Override
            public void erase(@Nullable String user, String session, String id) {
                store(user).delete(List.of(session + "-" + id));
            }

            private VectorStore store(@Nullable String user) {
                return DaybookVectorStore.of(daybook.user(user));
            }
        };
    }
}
