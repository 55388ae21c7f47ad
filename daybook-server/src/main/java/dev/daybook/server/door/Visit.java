package dev.daybook.server.door;

import dev.daybook.json.Fields;
import dev.daybook.server.json.Json;
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
public record Visit(
        List<String> arguments, String interactive, int width, Map<String, String> environment, String directory) {

    public Visit {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** Runs forwarded commands. */
    public interface Host {
        /** Runs a command to its end and returns its exit code. */
        int run(Visit visit, InputStream in, OutputStream out, OutputStream err);
    }

    String text() {
        Map<String, @Nullable Object> text = new LinkedHashMap<>();
        text.put("arguments", arguments);
        text.put("interactive", interactive);
        text.put("width", width);
        text.put("environment", environment);
        text.put("directory", directory);
        return Json.write(text);
    }

    /** Parses a {@link #text}. */
    static Visit read(String text) {
        Fields fields = new Fields(Json.readObject(text));
        List<String> arguments = fields.texts("arguments");
        Map<String, String> environment = new LinkedHashMap<>();
        fields.object("environment").forEach((name, value) -> environment.put(name, String.valueOf(value)));
        return new Visit(
                arguments, fields.text("interactive"), fields.count("width"), environment, fields.text("directory"));
    }
}
