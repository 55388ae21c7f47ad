package dev.daybook;

import dev.daybook.query.ClientOptions;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.IdGenerator;
import java.net.URI;

/**
 * Connects to the daybook of a server. Found by {@link java.util.ServiceLoader}, like
 * {@link dev.daybook.spi.StoreProvider}; {@link Daybook#connect} is the call for applications.
 */
public interface ClientProvider {

    /**
     * Returns the daybook of a server, without a call to it.
     *
     * @param ids assigns the ids of writes that come without one, so that a repeated attempt is the same write
     * @throws IllegalArgumentException if the address is not one of HTTP, or has a query
     */
    Daybook connect(URI server, ClientOptions options, CallObserver observer, IdGenerator ids);
}
