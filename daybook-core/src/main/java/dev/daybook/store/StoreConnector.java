package dev.daybook.store;

import java.net.URI;
import java.util.List;
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
     * @throws IllegalArgumentException if a part of the address is missing or unknown; the message has the remedy
     * @throws dev.daybook.data.StoreException if the store cannot be opened; no message holds the password
     */
    Store connect(URI address, @Nullable String password);
}
