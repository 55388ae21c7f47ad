package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes the SDK's errors in the format of JSON-RPC. The SDK's servlet serializes the exceptions, which would show the
 * server's stack traces to every client.
 */
record PlainErrors(McpJsonMapper mapper) implements McpJsonMapper {

    @Override
    public String writeValueAsString(Object value) throws IOException {
        if (value instanceof McpError failure) {
            var error = failure.getJsonRpcError();
            return PlainJson.write(ProtocolVersion.error(null, error.code(), error.message(), null));
        }
        return mapper.writeValueAsString(value);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) throws IOException {
        return writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T readValue(String content, Class<T> type) throws IOException {
        return mapper.readValue(content, type);
    }

    @Override
    public <T> T readValue(byte[] content, Class<T> type) throws IOException {
        return mapper.readValue(content, type);
    }

    @Override
    public <T> T readValue(String content, TypeRef<T> type) throws IOException {
        return mapper.readValue(content, type);
    }

    @Override
    public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
        return mapper.readValue(content, type);
    }

    @Override
    public <T> T convertValue(Object value, Class<T> type) {
        return mapper.convertValue(value, type);
    }

    @Override
    public <T> T convertValue(Object value, TypeRef<T> type) {
        return mapper.convertValue(value, type);
    }
}
