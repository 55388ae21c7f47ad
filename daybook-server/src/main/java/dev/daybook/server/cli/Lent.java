package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.data.Erasure;
import dev.daybook.data.Rebuilt;
import dev.daybook.data.Recorded;
import dev.daybook.data.Space;
import dev.daybook.data.Vitals;
import dev.daybook.spi.Health;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The daybook of a running server, borrowed for one command: closing it releases the command's use only.
 *
 * @param folder the data folder
 * @param embedding the embedder of the server
 */
record Lent(Daybook daybook, Path folder, Embedding embedding) implements Daybook {

    @Override
    public void close() {
        // The server owns and closes it.
    }

    @Override
    public MemorySpace space(String id) {
        return daybook.space(id);
    }

    @Override
    public Stream<Space> spaces() {
        return daybook.spaces();
    }

    @Override
    public Map<Space, Erasure> forgetUser(String id) {
        return daybook.forgetUser(id);
    }

    @Override
    public Health check(boolean repair) {
        return daybook.check(repair);
    }

    @Override
    public Rebuilt rebuild(Consumer<Rebuilt> progress) {
        return daybook.rebuild(progress);
    }

    @Override
    public Health verifyErasure(Duration patience) {
        return daybook.verifyErasure(patience);
    }

    @Override
    public Optional<Recorded> auditEntry(String operation) {
        return daybook.auditEntry(operation);
    }

    @Override
    public Optional<Path> dataFolder() {
        return daybook.dataFolder();
    }

    @Override
    public Vitals vitals() {
        return daybook.vitals();
    }

    @Override
    public void backup(Path file) {
        daybook.backup(file);
    }

    @Override
    public Memory user(String id) {
        return daybook.user(id);
    }

    @Override
    public Memory anonymous() {
        return daybook.anonymous();
    }

    @Override
    public Memory shared() {
        return daybook.shared();
    }
}
