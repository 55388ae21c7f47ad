package dev.daybook.cassandra;

import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.Store;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Registers the store with {@link java.util.ServiceLoader} for addresses with the scheme {@code cassandra}. */
public final class CassandraConnector implements StoreConnector {

    public CassandraConnector() {}

    @Override
    public List<String> schemes() {
        return List.of("cassandra");
    }

    @Override
    public String example() {
        return CassandraAddress.EXAMPLE;
    }

    @Override
    public Store connect(URI address, @Nullable String password, MasterKeys keys) {
        return connect(address, password, keys, CassandraStore::connect);
    }

    @Override
    public Store connectToRead(URI address, @Nullable String password, MasterKeys keys) {
        return connect(address, password, keys, CassandraStore::connectToRead);
    }

    /** Opens a store by its address without a user. */
    private interface Opening {
        Store open(String address, String user, String password, MasterKeys keys);
    }

    private static Store connect(URI address, @Nullable String password, MasterKeys keys, Opening opening) {
        // Several nodes: java.net.URI then has no user and no host, but the whole authority.
        String authority = address.getAuthority();
        int end = authority == null ? -1 : authority.lastIndexOf('@');
        if (end < 0) {
            return opening.open(address.toString(), "", "", keys);
        }
        String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
        return opening.open(
                address.getScheme() + "://" + authority.substring(end + 1) + address.getRawPath() + query,
                authority.substring(0, end),
                password == null ? "" : password,
                keys);
    }
}
