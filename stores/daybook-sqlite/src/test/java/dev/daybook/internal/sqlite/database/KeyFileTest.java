package dev.daybook.internal.sqlite.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {

    private static final String ID = "0123456789abcdef";
    private static final int PAGE = 4096;

    @TempDir
    Path folder;

    @Test
    void keys_differ_and_are_the_same_after_an_opening() throws IOException {
        byte @Nullable [] first;
        byte @Nullable [] second;
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            first = keys.key(1);
            second = keys.key(2);
        }
        assertThat(first).hasSize(16).isNotEqualTo(second);
        try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.key(1)).isEqualTo(first);
            assertThat(keys.key(2)).isEqualTo(second);
        }
    }

    @Test
    void an_erased_key_is_in_no_byte_of_the_file_and_the_others_stay() throws IOException {
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            byte[] erased = keys.key(300);
            byte[] kept = keys.key(301);
            assertThat(bytes()).contains(latin(erased));

            keys.erase(List.of(300, 99_999));
            keys.erase(List.of(300));

            assertThat(keys.key(300)).isNull();
            assertThat(keys.key(301)).isEqualTo(kept);
            assertThat(bytes()).doesNotContain(latin(erased)).contains(latin(kept));
        }
        try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.key(300)).isNull();
            assertThat(keys.key(301)).isNotNull();
        }
    }

    @Test
    void an_interrupted_caller_erases_as_any_other_and_the_file_stays_open() throws IOException {
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            Thread.currentThread().interrupt();
            keys.erase(List.of(1));
            assertThat(Thread.interrupted()).isTrue();
            keys.require(5_000);
            assertThat(keys.key(1)).isNull();
        }
    }

    private String bytes() throws IOException {
        return latin(Files.readAllBytes(KeyFile.path(folder, ID)));
    }

    private static String latin(byte @Nullable [] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void a_slot_behind_the_end_gets_a_durable_key() throws IOException {
        byte @Nullable [] far;
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.key(5_000)).isNull();
            keys.require(5_000);
            far = keys.key(5_000);
        }
        try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.key(5_000)).isEqualTo(far).hasSize(16);
        }
    }

    /** The file has eight pages and then their mirrors behind the header. */
    @Test
    void a_page_that_is_damaged_is_read_and_written_again_from_its_mirror() throws IOException {
        byte[] sound;
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            sound = keys.copyOfKeys();
        }
        for (int page : new int[] {1, 9}) {
            overwrite(page * PAGE, new byte[PAGE]);
            try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
                assertThat(keys.copyOfKeys()).isEqualTo(sound);
            }
        }
    }

    private void overwrite(long at, byte[] bytes) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(KeyFile.path(folder, ID).toFile(), "rw")) {
            file.seek(at);
            file.write(bytes);
        }
    }

    @Test
    void a_damaged_header_costs_no_key() throws IOException {
        KeyFile.create(folder, ID, MasterKeys.NONE).close();
        overwrite(0, new byte[100]);
        try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.key(1)).isNotNull();
        }
    }

    @Test
    void a_key_that_is_damaged_twice_counts_as_erased_and_is_never_used() throws IOException {
        KeyFile.create(folder, ID, MasterKeys.NONE).close();
        byte[] noise = new byte[16];
        Arrays.fill(noise, (byte) 7);
        overwrite(PAGE + 32, noise);
        overwrite(9 * PAGE + 32, noise);
        try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.key(1)).isNull();
            assertThat(keys.key(2)).isNotNull();
        }
    }

    @Test
    void a_file_of_another_kind_is_refused_and_a_missing_one_too() throws IOException {
        Files.writeString(KeyFile.path(folder, ID), "no keys");
        assertThatThrownBy(() -> KeyFile.open(folder, ID, MasterKeys.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holds no encryption keys");
        assertThatThrownBy(() -> KeyFile.open(folder, "fedcba9876543210", MasterKeys.NONE))
                .isInstanceOf(IOException.class);
    }

    @Test
    void a_record_is_encrypted_differently_each_time_and_a_flipped_bit_stays_where_it_is() throws Exception {
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            RecordCipher cipher = new RecordCipher(keys);
            byte[] plain = "The boat is green, and the oars are red.".getBytes(StandardCharsets.UTF_8);
            byte[] encrypted = cipher.encrypt(5, plain);

            assertThat(latin(encrypted)).doesNotContain("boat");
            assertThat(cipher.encrypt(5, plain)).isNotEqualTo(encrypted);
            assertThat(new RecordCipher(keys).decrypt(5, encrypted)).isEqualTo(plain);
            encrypted[12 + 4] ^= 1;
            assertThat(latin(cipher.decrypt(5, encrypted))).isEqualTo("The coat is green, and the oars are red.");
            assertThat(cipher.hash(5, 0, "e1")).isEqualTo(cipher.hash(5, 0, "e1"));
            assertThat(cipher.hash(5, 0, "e1"))
                    .isNotEqualTo(cipher.hash(5, 1, "e1"))
                    .isNotEqualTo(cipher.hash(6, 0, "e1"))
                    .isNotEqualTo(cipher.hash(5, 0, "e2"));
            keys.erase(List.of(5));
            assertThatThrownBy(() -> cipher.decrypt(5, encrypted)).isInstanceOf(ErasedKey.class);
            assertThatThrownBy(() -> cipher.encrypt(5, plain)).isInstanceOf(ErasedKey.class);
        }
    }
}
