package dev.daybook.agentscope;

import dev.daybook.Daybook;
import dev.daybook.contract.FrameworkContract;
import dev.daybook.internal.checks.PassedId;
import dev.daybook.query.Selection;
import io.agentscope.core.ReActAgent;
import io.agentscope.core.agent.RuntimeContext;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.UserMessage;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

class AgentScopeContractTest extends FrameworkContract {

    /** The line of a context that says where a quotation is from. */
    private static final Pattern SOURCE = Pattern.compile("(?m)^\\[.*]$\\n");

    @Override
    protected Adapter adapter(Daybook daybook) {
        ScriptedAgentModel model = new ScriptedAgentModel();
        ReActAgent agent = ReActAgent.builder()
                .name("assistant")
                .sysPrompt("You are kind.")
                .model(model)
                .middleware(DaybookMiddleware.of(daybook::user))
                .build();
        return new Adapter() {

            /** A call whose model fails, as a program repeats it. */
            @Override
            public void write(@Nullable String user, String session, String id, String text) {
                model.fail();
                try {
                    call(user, session, text);
                } catch (IllegalStateException expected) {
                    // The model.
                }
            }

            @Override
            public void writeForeign(String user, String session, String id, String text) {
                model.answer(text);
                call(user, session, "What does the weather page say?");
            }

            /** The quotations in the system prompt of another session. */
            @Override
            public List<String> find(@Nullable String user, String question) {
                model.answer("I see.");
                call(user, "another", question);
                daybook.user(user).forget(Selection.session("another"));
                return Stream.of(SOURCE.split(model.system())).skip(1).toList();
            }

            @Override
            public void erase(@Nullable String user, String session, String id) {
                daybook.user(PassedId.user(user)).forget(Selection.session(session));
            }

            private void call(@Nullable String user, String session, String text) {
                Msg message = new UserMessage(text);
                RuntimeContext context =
                        RuntimeContext.builder().userId(user).sessionId(session).build();
                agent.call(List.of(message), context).block(ScriptedAgentModel.PATIENCE);
            }
        };
    }
}
