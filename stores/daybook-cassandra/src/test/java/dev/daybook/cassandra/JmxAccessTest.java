package dev.daybook.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmxAccessTest {

    @Test
    void the_address_of_a_store_names_the_nodes() {
        JmxAccess access = CassandraAddress.of("cassandra://a/memory?jmx=a,b:7200&datacenter=east")
                .jmx("ada", "hunter-2");

        assertThat(access.nodes())
                .containsExactly(
                        InetSocketAddress.createUnresolved("a", 7199), InetSocketAddress.createUnresolved("b", 7200));
        assertThat(access.user()).isEqualTo("ada");
        assertThat(access.password()).isEqualTo("hunter-2");
    }

    @Test
    void an_address_without_them_gives_no_access() {
        assertThat(CassandraAddress.of("cassandra://a/memory").jmx("ada", "hunter-2"))
                .isNull();
    }

    @Test
    void its_text_has_no_password() {
        assertThat(JmxAccess.of("a", "ada", "hunter-2").toString())
                .contains("a")
                .doesNotContain("hunter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,", ":7199", "a:x", "a:70000"})
    void another_form_is_refused(String nodes) {
        assertThatThrownBy(() -> JmxAccess.of(nodes, "", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use HOST[:PORT]");
        assertThatThrownBy(() -> CassandraAddress.of("cassandra://a/memory?jmx=" + nodes))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
