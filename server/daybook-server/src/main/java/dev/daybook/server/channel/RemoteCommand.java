package dev.daybook.server.channel;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command forwarded through the channel.
 *
 * @param arguments as they were typed
 * @param interactive its streams that are a terminal, as digits
 * @param width columns of that terminal
 * @param environment the environment variables that commands read
 * @param directory its working directory
 */
public record RemoteCommand(
        List<String> arguments, String interactive, int width, Map<String, String> environment, String directory) {

    public RemoteCommand {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** Runs forwarded commands. */
    public interface Host {
        /** Runs a command to its end and returns its exit code. */
        int run(RemoteCommand remoteCommand, InputStream in, OutputStream out, OutputStream err);
    }

    String text() {
        Map<String, @Nullable Object> text = PlainJson.object("arguments", arguments);
        text.put("interactive", interactive);
        text.put("width", width);
        text.put("environment", environment);
        text.put("directory", directory);
        return PlainJson.write(text);
    }

    /** Parses a {@link #text}. */
    static RemoteCommand read(String text) {
        JsonFields fields = new JsonFields(PlainJson.readObject(text));
        List<String> arguments = fields.texts("arguments");
        Map<String, String> environment = new LinkedHashMap<>();
        fields.object("environment").forEach((name, value) -> environment.put(name, String.valueOf(value)));
        return new RemoteCommand(
                arguments, fields.text("interactive"), fields.count("width"), environment, fields.text("directory"));
    }
}
