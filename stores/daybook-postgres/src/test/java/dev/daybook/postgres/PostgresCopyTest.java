package dev.daybook.postgres;

import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.CopyableStore;
import dev.daybook.testkit.CopyContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIf;

/** Copies from a folder into a PostgreSQL database and back. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class PostgresCopyTest {

    private static PostgresStore inSchema(Path folder) {
        String schema = "c" + Integer.toHexString(folder.toString().hashCode());
        return PostgresStore.connect(PostgresServer.get().source(schema).getUrl(), "daybook", "");
    }

    @Nested
    class FromAFolder extends CopyContract {

        @Override
        protected CopyableStore openSource(Path folder) {
            return SqliteStore.open(folder);
        }

        @Override
        protected CopyableStore openTarget(Path folder) {
            return inSchema(folder);
        }
    }

    @Nested
    class IntoAFolder extends CopyContract {

        @Override
        protected CopyableStore openSource(Path folder) {
            return inSchema(folder);
        }

        @Override
        protected CopyableStore openTarget(Path folder) {
            return SqliteStore.open(folder);
        }
    }
}
