package dev.daybook.agentscope;

import io.agentscope.core.message.ContentBlock;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.message.TextBlock;
import io.agentscope.core.message.ToolUseBlock;
import io.agentscope.core.model.ChatResponse;
import io.agentscope.core.model.GenerateOptions;
import io.agentscope.core.model.Model;
import io.agentscope.core.model.ToolSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** A model of AgentScope that answers what a test says, or fails, and keeps the system prompt of its last call. */
final class ScriptedAgentModel implements Model {

    /** The longest wait for a call of an agent, which has no model to wait for. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private String answer = "I see.";
    private boolean fails;
    private @Nullable ToolUseBlock call;
    private @Nullable CountDownLatch stalled;
    private String system = "";

    void answer(String text) {
        answer = text;
        fails = false;
    }

    /** The next answer is a call of a tool; the one after it is a text. */
    void call(String id, String tool) {
        call = ToolUseBlock.builder()
                .id(id)
                .name(tool)
                .input(Map.of())
                .content("{}")
                .build();
    }

    /** The next answer begins and never ends. Returns what is counted down when its begin was delivered. */
    CountDownLatch stall() {
        stalled = new CountDownLatch(1);
        return stalled;
    }

    void fail() {
        fails = true;
    }

    String system() {
        return system;
    }

    @Override
    public Flux<ChatResponse> stream(List<Msg> messages, List<ToolSchema> tools, GenerateOptions options) {
        system = messages.stream()
                .filter(message -> message.getRole() == MsgRole.SYSTEM)
                .map(Msg::getTextContent)
                .findFirst()
                .orElse("");
        ContentBlock content = call == null ? TextBlock.builder().text(answer).build() : call;
        call = null;
        CountDownLatch begun = stalled;
        stalled = null;
        if (begun != null) {
            return Flux.just(ChatResponse.builder()
                            .id("1")
                            .content(List.of(content))
                            .build())
                    .concatWith(Flux.<ChatResponse>never().doOnSubscribe(ended -> begun.countDown()));
        }
        return fails
                ? Flux.error(new IllegalStateException("scripted failure"))
                : Flux.just(ChatResponse.builder()
                        .id("1")
                        .content(List.of(content))
                        .finishReason("stop")
                        .build());
    }

    @Override
    public String getModelName() {
        return "scripted";
    }
}
