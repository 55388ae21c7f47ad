package dev.daybook.server.cli;

import java.net.URI;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The connection of a client to the memory. */
sealed interface ClientConnection {

    /** A local process, which talks over its standard streams: the command and its arguments. */
    record LocalProcess(List<String> command) implements ClientConnection {
        public LocalProcess {
            command = List.copyOf(command);
        }

        @Override
        public <T> T match(Function<LocalProcess, T> process, Function<Remote, T> remote) {
            return process.apply(this);
        }
    }

    /**
     * A running server, called over HTTP.
     *
     * @param keyVariable the environment variable of the client that holds the key; null: no key needed
     */
    record Remote(String url, @Nullable String keyVariable) implements ClientConnection {

        private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}");

        public Remote {
            String scheme = url.contains("://") ? URI.create(url).getScheme() : "";
            if (!scheme.equals("http") && !scheme.equals("https")) {
                throw new IllegalArgumentException(
                        "--url is '" + url + "'; give the URL of a running server, such as http://127.0.0.1:7411/mcp");
            }
            if (keyVariable != null && !VARIABLE.matcher(keyVariable).matches()) {
                throw new IllegalArgumentException(
                        "--key-env is not the name of an environment variable; give its name,"
                                + " such as DAYBOOK_KEY, never the key itself");
            }
        }

        @Override
        public <T> T match(Function<LocalProcess, T> process, Function<Remote, T> remote) {
            return remote.apply(this);
        }
    }

    <T> T match(Function<LocalProcess, T> process, Function<Remote, T> remote);
}
