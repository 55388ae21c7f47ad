package dev.daybook.quarkus;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.function.Supplier;

/** A model without a server: asks the tool once, and answers with its result and the memory that it was given. */
public final class HarbourModel implements ChatModel {

    /** Makes the model for an AI service. */
    public static final class Source implements Supplier<ChatModel> {

        @Override
        public ChatModel get() {
            return new HarbourModel();
        }
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        List<ChatMessage> messages = request.messages();
        if (messages.get(messages.size() - 1) instanceof ToolExecutionResultMessage result) {
            return answer(AiMessage.from("It leaves at " + result.text().replace("\"", "") + "."));
        }
        if (messages.toString().contains("When does")) {
            return answer(AiMessage.from(ToolExecutionRequest.builder()
                    .id("call-1")
                    .name("next")
                    .arguments("{\"island\": \"Capri\"}")
                    .build()));
        }
        boolean isKnown = messages.toString().contains("seasick") && messages.toString().contains("sit?");
        return answer(AiMessage.from(isKnown ? "Sit in the middle." : "Noted."));
    }

    private static ChatResponse answer(AiMessage message) {
        return ChatResponse.builder().aiMessage(message).build();
    }
}
