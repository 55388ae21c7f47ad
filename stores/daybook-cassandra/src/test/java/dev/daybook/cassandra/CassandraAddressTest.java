package dev.daybook.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraAddressTest {

    @Test
    void an_address_names_nodes_a_keyspace_and_a_data_centre() {
        CassandraAddress address = CassandraAddress.of("cassandra://127.0.0.1,127.0.0.2:9043/memory?datacenter=east");

        assertThat(address.nodes())
                .containsExactly(new InetSocketAddress("127.0.0.1", 9042), new InetSocketAddress("127.0.0.2", 9043));
        assertThat(address.keyspace()).isEqualTo("memory");
        assertThat(address.datacenter()).isEqualTo("east");
    }

    @Test
    void the_data_centre_may_be_left_out() {
        assertThat(CassandraAddress.of("cassandra://127.0.0.1/memory").datacenter())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1",
                "cassandra://127.0.0.1",
                "cassandra://127.0.0.1/",
                "cassandra:///memory",
                "postgres://127.0.0.1/memory",
                "cassandra://127.0.0.1:x/memory",
                "cassandra://127.0.0.1/memory?user=ada",
                "cassandra://ada:hunter-2@127.0.0.1/memory"
            })
    void another_form_is_refused_with_the_right_one(String text) {
        assertThatThrownBy(() -> CassandraAddress.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cassandra://USER@HOST")
                .hasMessageNotContaining("hunter");
    }
}
