package dev.daybook.server.doors;

/** A way into the memory: the library, REST, MCP or the command line. */
public interface MemoryDoor extends AutoCloseable {

    /** Calls as a tenant with names and ids of another, and returns all that the tenant is shown, also errors. */
    DoorAnswer call(DoorCall call, HostileTenant own, HostileTenant other, PlantedHandles handles);

    @Override
    default void close() {}
}
