package dev.daybook.spi;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.store.Store;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Opens the stores of a server by their address. Found by {@link java.util.ServiceLoader}, like {@link StoreProvider}. */
public interface StoreConnector {

    /** Returns the schemes of the addresses, in lower case, the usual one first. */
    List<String> schemes();

    /** Returns an address as an example for messages. */
    String example();

    /**
     * Opens the store at an address.
     *
     * @param address an address with one of the schemes; it holds no password
     * @param password null: the server asks for none
     * @param keys the master keys of the store; {@link MasterKeys#NONE}: its records are not encrypted
     * @throws IllegalArgumentException if a part of the address is missing or unknown, or there is a current master key
     *     and the store holds records in clear, or does not encrypt any; the message has the remedy
     * @throws dev.daybook.error.StoreException if the store cannot be opened, such as without its master key; no message
     *     holds the password
     */
    Store connect(URI address, @Nullable String password, MasterKeys keys);

    /**
     * Opens the store at an address to copy it, with records encrypted or in clear, as they are. By default as
     * {@link #connect}.
     *
     * @param keys the master keys that may be needed; the store goes on under the one that it has
     * @throws IllegalArgumentException as {@link #connect}
     * @throws dev.daybook.error.StoreException as {@link #connect}
     */
    default Store connectToRead(URI address, @Nullable String password, MasterKeys keys) {
        return connect(address, password, keys);
    }

    /** Returns all connectors on the class path or the module path. */
    static List<StoreConnector> installed() {
        return ServiceLoader.load(StoreConnector.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** Returns the connector for the scheme of an address, which may have capitals; empty if it has none. */
    static Optional<StoreConnector> of(URI address) {
        String scheme = address.getScheme() == null ? "" : LetterCase.lower(address.getScheme());
        return installed().stream()
                .filter(connector -> connector.schemes().contains(scheme))
                .findFirst();
    }

    /** Returns whether an address holds a password, with its user or as a parameter. */
    static boolean holdsPassword(URI address) {
        // If an address names several hosts, java.net.URI knows only the whole authority.
        String authority = address.getAuthority() == null ? "" : address.getAuthority();
        String user = authority.substring(0, Math.max(0, authority.lastIndexOf('@')));
        String query = address.getRawQuery() == null ? "" : address.getRawQuery();
        return user.contains(":") || LetterCase.lower(query).contains("password");
    }
}
