package dev.daybook.postgres;

import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.Store;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Registers the store with {@link java.util.ServiceLoader} for addresses with the scheme {@code postgres}. */
public final class PostgresConnector implements StoreConnector {

    private static final String EXAMPLE = "postgres://USER@HOST:5432/DATABASE?schema=NAME";

    /** The parameters of an address with the names that the driver has for them. */
    private static final Map<String, String> PARAMETERS =
            Map.of("schema", "currentSchema", "sslmode", "sslmode", "sslrootcert", "sslrootcert");

    public PostgresConnector() {}

    @Override
    public List<String> schemes() {
        return List.of("postgres", "postgresql");
    }

    @Override
    public String example() {
        return EXAMPLE;
    }

    @Override
    public Store connect(URI address, @Nullable String password, MasterKeys keys) {
        return connect(address, (url, user) -> PostgresStore.connect(url, user, text(password), keys));
    }

    @Override
    public Store connectToRead(URI address, @Nullable String password, MasterKeys keys) {
        return connect(address, (url, user) -> PostgresStore.connectToRead(url, user, text(password), keys));
    }

    private static String text(@Nullable String password) {
        return password == null ? "" : password;
    }

    private static Store connect(URI address, BiFunction<String, String, Store> opening) {
        String user = address.getUserInfo();
        String path = address.getPath() == null ? "" : address.getPath();
        String database = path.startsWith("/") ? path.substring(1) : path;
        if (user == null || address.getHost() == null || database.isEmpty() || database.contains("/")) {
            throw new IllegalArgumentException(
                    "the address of the PostgreSQL store lacks a user, a host or a database; give it as " + EXAMPLE);
        }
        String port = address.getPort() < 0 ? "" : ":" + address.getPort();
        String url = "jdbc:postgresql://" + address.getHost() + port + "/" + encoded(database) + parameters(address);
        try {
            return opening.apply(url, user);
        } catch (NoClassDefFoundError missing) {
            throw new IllegalArgumentException(
                    "the connection pool of the PostgreSQL store is missing; add com.zaxxer:HikariCP to the class path",
                    missing);
        }
    }

    private static String parameters(URI address) {
        Map<String, String> given = new LinkedHashMap<>();
        String query = address.getQuery();
        for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
            String[] pair = parameter.split("=", 2);
            String name = PARAMETERS.get(pair[0]);
            if (name == null || pair.length < 2 || pair[1].isEmpty()) {
                throw new IllegalArgumentException(
                        "the address of the PostgreSQL store has a parameter that is unknown or has no value; use "
                                + PARAMETERS.keySet().stream().sorted().collect(Collectors.joining(", ")));
            }
            given.put(name, pair[1]);
        }
        return given.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + encoded(pair.getValue()))
                .collect(Collectors.joining("&", given.isEmpty() ? "" : "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
