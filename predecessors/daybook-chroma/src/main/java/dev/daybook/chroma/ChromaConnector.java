package dev.daybook.chroma;

import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.Store;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Registers the store with {@link java.util.ServiceLoader} for addresses with the scheme {@code chroma}, or
 * {@code chromas} over TLS. A store in use is refused: a command would end the writes of the process that has it.
 */
public final class ChromaConnector implements StoreConnector {

    private static final String EXAMPLE = "chroma://HOST:8000/TENANT";
    private static final String TLS = "chromas";
    private static final String EPISODES = "episodes";
    private static final String FACTS = "facts";
    private static final String TAKE_OVER = "takeover";
    private static final Set<String> PARAMETERS = Set.of(EPISODES, FACTS, TAKE_OVER);

    public ChromaConnector() {}

    @Override
    public List<String> schemes() {
        return List.of("chroma", TLS);
    }

    @Override
    public String example() {
        return EXAMPLE;
    }

    /** Opens a store; the password is the token of the server. */
    @Override
    public Store connect(URI address, @Nullable String password, MasterKeys keys) {
        if (keys.current() != null) {
            throw new IllegalArgumentException(
                    "a master key is set, and the Chroma store does not encrypt its records, which another program reads;"
                            + " unset the variables of the key, and encrypt the disks of the server");
        }
        String path = address.getPath() == null ? "" : address.getPath();
        String tenant = path.startsWith("/") ? path.substring(1) : path;
        if (address.getHost() == null || address.getUserInfo() != null || tenant.contains("/")) {
            throw new IllegalArgumentException(
                    "the address of the Chroma store lacks a host, or has a user or a longer path; give it as "
                            + EXAMPLE + ", without a tenant for the default one");
        }
        String scheme = TLS.equalsIgnoreCase(address.getScheme()) ? "https" : "http";
        String port = address.getPort() < 0 ? "" : ":" + address.getPort();
        ChromaStoreBuilder store = ChromaStore.at(URI.create(scheme + "://" + address.getHost() + port));
        if (!tenant.isEmpty()) {
            store.tenant(tenant);
        }
        if (password != null) {
            store.token(password);
        }
        Map<String, String> given = parameters(address);
        if (given.containsKey(EPISODES) || given.containsKey(FACTS)) {
            store.collections(
                    given.getOrDefault(EPISODES, ChromaStoreBuilder.EPISODES),
                    given.getOrDefault(FACTS, ChromaStoreBuilder.FACTS));
        }
        if (!Boolean.parseBoolean(given.get(TAKE_OVER))) {
            store.refuseIfInUse();
        }
        return store.open();
    }

    private static Map<String, String> parameters(URI address) {
        Map<String, String> given = new LinkedHashMap<>();
        String query = address.getQuery();
        for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
            String[] pair = parameter.split("=", 2);
            if (!PARAMETERS.contains(pair[0]) || pair.length < 2 || pair[1].isEmpty()) {
                throw new IllegalArgumentException(
                        "the address of the Chroma store has a parameter that is unknown or has no value; use "
                                + PARAMETERS.stream().sorted().collect(Collectors.joining(", ")));
            }
            given.put(pair[0], pair[1]);
        }
        return given;
    }
}
