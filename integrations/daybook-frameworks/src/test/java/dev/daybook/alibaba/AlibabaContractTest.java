package dev.daybook.alibaba;

import com.alibaba.cloud.ai.graph.store.Store;
import com.alibaba.cloud.ai.graph.store.StoreItem;
import com.alibaba.cloud.ai.graph.store.StoreSearchRequest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.daybook.Daybook;
import dev.daybook.contract.FrameworkContract;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

class AlibabaContractTest extends FrameworkContract {

    @Override
    protected Adapter adapter(Daybook daybook) {
        return new Adapter() {
            @Override
            public void write(@Nullable String user, String session, String id, String text) {
                store(user).putItem(StoreItem.of(List.of(session), id, Map.of("said", text)));
            }

            @Override
            public void writeForeign(String user, String session, String id, String text) {
                write(user, session, id, text);
            }

            /** As a tool gives the value to the model. */
            @Override
            public List<String> find(@Nullable String user, String question) {
                return store(user)
                        .searchItems(
                                StoreSearchRequest.builder().query(question).build())
                        .getItems()
                        .stream()
                        .map(item -> json(item.getValue()))
                        .toList();
            }

            @Override
            public void erase(@Nullable String user, String session, String id) {
                store(user).deleteItem(List.of(session), id);
            }

            private Store store(@Nullable String user) {
                return DaybookItemStore.of(daybook.user(user));
            }
        };
    }

    private static String json(Map<String, Object> value) {
        try {
            return new ObjectMapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
