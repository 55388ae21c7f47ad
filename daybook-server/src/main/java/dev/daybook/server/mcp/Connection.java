package dev.daybook.server.mcp;

import java.net.URI;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a client gets to the memory. */
public sealed interface Connection {

    /** It starts a process and talks over its streams: the command and its arguments. */
    record Process(List<String> command) implements Connection {
        public Process {
            command = List.copyOf(command);
        }

        @Override
        public <T> T match(Function<Process, T> process, Function<Remote, T> remote) {
            return process.apply(this);
        }
    }

    /**
     * It calls a server that runs.
     *
     * @param keyVariable the variable of the client's environment that holds the key; null: none is wanted
     */
    record Remote(String url, @Nullable String keyVariable) implements Connection {

        private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}");

        public Remote {
            String scheme = url.contains("://") ? URI.create(url).getScheme() : "";
            if (!scheme.equals("http") && !scheme.equals("https")) {
                throw new IllegalArgumentException(
                        "--url is '" + url + "'; give that of a running server, such as http://127.0.0.1:7411/mcp");
            }
            if (keyVariable != null && !VARIABLE.matcher(keyVariable).matches()) {
                throw new IllegalArgumentException(
                        "--key-env is not the name of an environment variable; give its name,"
                                + " such as DAYBOOK_KEY, never the key itself");
            }
        }

        @Override
        public <T> T match(Function<Process, T> process, Function<Remote, T> remote) {
            return remote.apply(this);
        }
    }

    <T> T match(Function<Process, T> process, Function<Remote, T> remote);
}
