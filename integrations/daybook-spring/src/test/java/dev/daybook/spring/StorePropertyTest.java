package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.model.Message;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A store that several processes share instead of a folder. */
class StorePropertyTest {

    @TempDir
    Path folder;

    private static ApplicationContextRunner replica(String... properties) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DaybookAutoConfiguration.class))
                .withPropertyValues("daybook.embedder=none")
                .withPropertyValues(properties);
    }

    private static ApplicationContextRunner replicaOf(String name) {
        return replica(
                "daybook.store=held://ada@db.example.org/" + name,
                "daybook.store-password=" + HeldStoreConnector.PASSWORD);
    }

    private static Throwable failure(ApplicationContextRunner replica) {
        Throwable[] failure = new Throwable[1];
        replica.run(context ->
                failure[0] = assertThat(context).getFailure().rootCause().actual());
        return failure[0];
    }

    @Test
    void replicas_with_the_address_of_one_store_have_one_memory() {
        replicaOf("shared")
                .run(first -> replicaOf("shared").run(second -> {
                    first.getBean(Daybook.class).user("ada").session("s").remember(Message.user("I moved to Lisbon."));
                    assertThat(second.getBean(Daybook.class).user("ada").recall("Lisbon"))
                            .hasSize(1);

                    second.getBean(Daybook.class)
                            .user("ada")
                            .session("t")
                            .remember(Message.user("My cat is called Tom."));
                    assertThat(first.getBean(Daybook.class).user("ada").recall("cat"))
                            .hasSize(1);
                }));
    }

    @Test
    void a_bean_of_master_keys_is_handed_to_the_store() {
        MasterKeys keys = new MasterKeys(
                MasterKey.of("a key of a test with 32 letters.".getBytes(StandardCharsets.US_ASCII)), null, null);
        replicaOf("encrypted")
                .withBean(MasterKeys.class, () -> keys)
                .run(context -> assertThat(context).hasSingleBean(Daybook.class));
        assertThat(HeldStoreConnector.KEYS.get(URI.create("held://ada@db.example.org/encrypted")))
                .isSameAs(keys);
    }

    @Test
    void a_model_that_cannot_be_made_leaves_no_store_open() {
        replicaOf("without-model")
                .withBean(
                        ChatModel.class,
                        () -> {
                            throw new IllegalStateException("the key of the model is missing");
                        },
                        // As one that is declared after the daybook, which asks for it first.
                        definition -> definition.setLazyInit(true))
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessage("the key of the model is missing"));

        assertThat(HeldStoreConnector.OPEN).doesNotContain(URI.create("held://ada@db.example.org/without-model"));
    }

    @Test
    void a_wait_for_a_folder_is_not_asked_of_a_store() {
        replicaOf("waiting")
                .withPropertyValues("daybook.lock-wait=-1s")
                .run(context -> assertThat(context).hasSingleBean(Daybook.class));

        assertThat(HeldStoreConnector.OPEN).doesNotContain(URI.create("held://ada@db.example.org/waiting"));
    }

    @Test
    void a_blank_folder_is_none() {
        replicaOf("profile")
                .withPropertyValues("daybook.folder=")
                .run(context -> assertThat(context).hasSingleBean(Daybook.class));
    }

    @Test
    void a_store_beside_a_folder_or_a_url_names_both_properties() {
        assertThat(failure(replicaOf("two").withPropertyValues("daybook.folder=" + folder)))
                .hasMessageContaining("daybook.folder and daybook.store are both set");
        assertThat(failure(replicaOf("two").withPropertyValues("daybook.url=http://127.0.0.1:1")))
                .hasMessageContaining("daybook.store and daybook.url are both set");
    }

    @Test
    void an_address_without_a_module_names_the_module_to_add() {
        assertThat(failure(replica("daybook.store=postgres://ada@db.example.org/memory")))
                .hasMessageContaining("begins with 'postgres:'")
                .hasMessageContaining("dev.daybook:daybook-postgres")
                .hasMessageContaining("held://USER@HOST/NAME");
        assertThat(failure(replica("daybook.store=here"))).hasMessageContaining("for a folder set daybook.folder");
    }

    @Test
    void a_password_in_the_address_is_refused_and_not_repeated() {
        for (String address : List.of(
                "held://ada:hunter-3@db.example.org/memory",
                "held://ada:hunter-3@one.example.org:1,two.example.org:2/memory",
                "held://db.example.org/memory?user=ada&password=hunter-3")) {
            assertThat(failure(replica("daybook.store=" + address)))
                    .hasMessageContaining("daybook.store-password")
                    .hasMessageNotContaining("hunter");
        }
    }
}
