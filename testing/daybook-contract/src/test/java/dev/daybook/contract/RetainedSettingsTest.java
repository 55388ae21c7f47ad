package dev.daybook.contract;

import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A forget of the whole shared scope keeps settings that are changed between its plan and its commit. */
class RetainedSettingsTest {

    private final InMemoryStore store = new InMemoryStore();
    private Runnable beforeErasure = () -> {};

    /** The handle of the process that forgets. */
    private final class InterruptedStore extends ForwardingStore {

        InterruptedStore(Store store) {
            super(store);
        }

        @Override
        public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
            Runnable other = beforeErasure;
            beforeErasure = () -> {};
            other.run();
            return super.erase(scope, what, alongside);
        }
    }

    private Daybook open(Store handle) {
        return Daybook.builder(handle).noEmbedder().background(false).open();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static void reject(Daybook daybook) {
        daybook.space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REJECT));
    }

    private void forgetBeside(Daybook forgetting, Daybook changing, boolean first) {
        if (!first) {
            changing.space("default").changeSettings(settings -> settings.secrets(SpaceSettings.Secrets.REDACT));
        }
        forgetting.space(Space.DEFAULT.id()).shared().remember(said("e1", "a heron"));
        beforeErasure = () -> reject(changing);
        forgetting.space(Space.DEFAULT.id()).shared().forget(Selection.everything());
        assertThat(forgetting.space(Space.DEFAULT.id()).shared().archive().exportAll())
                .isEmpty();
    }

    private void rejects(Daybook daybook) {
        assertThat(daybook.space("default").settings().secrets()).isEqualTo(SpaceSettings.Secrets.REJECT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void settings_that_another_process_changes_hold(boolean first) {
        try (Daybook forgetting = open(new ProcessStore(new InterruptedStore(store)));
                Daybook changing = open(new ProcessStore(store))) {
            forgetBeside(forgetting, changing, first);

            rejects(forgetting);
            rejects(changing);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void settings_that_another_thread_changes_hold_after_a_restart(boolean first) {
        try (Daybook daybook = open(new UnclosedStore(new InterruptedStore(store)))) {
            forgetBeside(daybook, daybook, first);
            rejects(daybook);
        }

        try (Daybook restarted = open(new UnclosedStore(store))) {
            rejects(restarted);
        }
    }
}
