package dev.daybook.server.mcp;

import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The prompts that the conformance suite expects. */
final class ConformancePrompts {

    private ConformancePrompts() {}

    static void add(SyncSpecification<?> server, String pixel) {
        server.prompts(
                prompt(
                        "test_simple_prompt",
                        List.of(),
                        given -> List.of(ConformanceFixture.text("This is a simple prompt for testing."))),
                prompt(
                        "test_prompt_with_arguments",
                        List.of("arg1", "arg2"),
                        given -> List.of(ConformanceFixture.text("Prompt with arguments: arg1='" + given.get("arg1")
                                + "', arg2='" + given.get("arg2") + "'"))),
                prompt(
                        "test_prompt_with_embedded_resource",
                        List.of("resourceUri"),
                        given -> List.of(
                                ConformanceFixture.embedded(
                                        String.valueOf(given.get("resourceUri")),
                                        "text/plain",
                                        "Embedded resource content for testing."),
                                ConformanceFixture.text("Please process the embedded resource above."))),
                prompt(
                        "test_prompt_with_image",
                        List.of(),
                        given -> Arrays.asList(
                                ImageContent.builder(pixel, "image/png").build(),
                                ConformanceFixture.text("Please analyze the image above."))));
    }

    private static SyncPromptSpecification prompt(
            String name, List<String> arguments, Function<Map<String, Object>, List<Content>> contents) {
        Prompt prompt = Prompt.builder(name)
                .description("A fixture.")
                .arguments(arguments.stream()
                        .map(argument -> PromptArgument.builder(argument)
                                .description("Any text.")
                                .required(true)
                                .build())
                        .toList())
                .build();
        return new SyncPromptSpecification(
                prompt,
                (exchange, request) -> GetPromptResult.builder(contents.apply(request.arguments()).stream()
                                .map(content -> new PromptMessage(Role.USER, content))
                                .toList())
                        .build());
    }
}
