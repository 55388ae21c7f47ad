package dev.daybook.adk;

import com.google.adk.JsonBaseModel;
import com.google.adk.events.Event;
import com.google.adk.memory.BaseMemoryService;
import com.google.adk.sessions.Session;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.daybook.Daybook;
import dev.daybook.contract.FrameworkContract;
import dev.daybook.internal.checks.PassedId;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

class AdkContractTest extends FrameworkContract {

    @Override
    protected Adapter adapter(Daybook daybook) {
        BaseMemoryService service = DaybookMemoryService.of((app, user) -> daybook.user(user));
        return new Adapter() {
            @Override
            public void write(@Nullable String user, String session, String id, String text) {
                add(user, session, id, "user", Part.fromText(text));
            }

            @Override
            public void writeForeign(String user, String session, String id, String text) {
                FunctionResponse result = FunctionResponse.builder()
                        .id("call-1")
                        .name("weather")
                        .response(Map.of("page", text))
                        .build();
                add(
                        user,
                        session,
                        id,
                        "assistant",
                        Part.builder().functionResponse(result).build());
            }

            private void add(@Nullable String user, String session, String id, String author, Part part) {
                Event event = Event.builder()
                        .id(id)
                        .invocationId(id)
                        .author(author)
                        .content(Content.builder().role("user").parts(part).build())
                        .build();
                service.addSessionToMemory(Session.builder(session)
                                .appName("app")
                                .userId(user)
                                .events(List.of(event))
                                .build())
                        .blockingAwait();
            }

            /** As the tool of ADK gives the entries to the model. */
            @Override
            public List<String> find(@Nullable String user, String question) {
                return service.searchMemory("app", user, question).blockingGet().memories().stream()
                        .map(JsonBaseModel::toJsonString)
                        .toList();
            }

            /** ADK deletes sessions only in its session service. */
            @Override
            public void erase(@Nullable String user, String session, String id) {
                daybook.user(PassedId.user(user)).forget(Selection.session(session));
            }
        };
    }
}
