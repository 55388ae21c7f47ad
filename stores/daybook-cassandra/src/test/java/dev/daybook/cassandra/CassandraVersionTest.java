package dev.daybook.cassandra;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import org.junit.jupiter.api.Test;

class CassandraVersionTest {

    @Test
    void an_older_cluster_is_refused_with_its_version() {
        assertThatThrownBy(() -> CassandraSchema.requireVersion("4.1.3"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Cassandra 4.1.3")
                .hasMessageContaining("5.0 or later");
    }

    @Test
    void this_version_and_later_ones_are_taken() {
        for (String release : new String[] {"5.0.6", "5.1-SNAPSHOT", "10.0.0"}) {
            assertThatCode(() -> CassandraSchema.requireVersion(release)).doesNotThrowAnyException();
        }
    }
}
