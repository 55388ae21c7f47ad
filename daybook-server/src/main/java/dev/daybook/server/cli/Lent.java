package dev.daybook.server.cli;

import dev.daybook.Bank;
import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.Scopes;
import dev.daybook.data.Outcome;
import dev.daybook.data.Principal;
import dev.daybook.data.Rebuilt;
import dev.daybook.data.Recorded;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.data.Usage;
import dev.daybook.data.Vitals;
import dev.daybook.spi.Health;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
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
    public Scopes space(String id) {
        return daybook.space(id);
    }

    @Override
    public Stream<Space> spaces() {
        return daybook.spaces();
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
    public Optional<Recorded> recorded(String operation) {
        return daybook.recorded(operation);
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
    public Space space() {
        return daybook.space();
    }

    @Override
    public Scopes as(Principal principal) {
        return daybook.as(principal);
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

    @Override
    public Memory in(Scope scope) {
        return daybook.in(scope);
    }

    @Override
    public Stream<Scope> list() {
        return daybook.list();
    }

    @Override
    public List<Outcome> consolidate() {
        return daybook.consolidate();
    }

    @Override
    public Bank bank() {
        return daybook.bank();
    }

    @Override
    public Settings settings() {
        return daybook.settings();
    }

    @Override
    public void settings(Settings settings) {
        daybook.settings(settings);
    }

    @Override
    public Settings changeSettings(UnaryOperator<Settings> change) {
        return daybook.changeSettings(change);
    }

    @Override
    public Usage usage() {
        return daybook.usage();
    }
}
