package dev.daybook.internal.sqlite.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
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
        assertThat(first).hasSize(32).isNotEqualTo(second);
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

    @Test
    void a_file_whose_generated_keys_are_all_erased_is_opened_and_grows() throws IOException {
        byte @Nullable [] storeKey;
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            storeKey = keys.storeKey();
            keys.erase(IntStream.range(1, keys.slots()).boxed().toList());
        }
        try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.storeKey()).isEqualTo(storeKey);
            assertThat(keys.key(511)).isNull();
            keys.require(512);
            assertThat(keys.key(512)).isNotNull();
        }
    }

    /** The header of an earlier build is a page, with eight pages and then their mirrors behind it. */
    @Test
    void a_file_of_an_earlier_build_whose_keys_are_all_erased_but_the_first_is_opened() throws IOException {
        ByteBuffer old = ByteBuffer.allocate(17 * PAGE).put(OldKeyFile.CLEAR);
        byte[] first = new byte[16];
        Arrays.fill(first, (byte) 7);
        CRC32 crc = new CRC32();
        crc.update(first);
        for (int page : new int[] {1, 9}) {
            old.position(page * PAGE).put(first).putLong(crc.getValue() << 32);
        }
        Files.write(KeyFile.path(folder, ID), old.array());
        try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.isOfEarlierBuild()).isTrue();
            assertThat(keys.key(1)).isNull();
        }
        KeyFile.open(folder, ID, MasterKeys.NONE).close();
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
            assertThat(keys.key(5_000)).isEqualTo(far).hasSize(32);
        }
    }

    /** The file has eight pages and then their mirrors behind the header. */
    @Test
    void a_page_that_is_damaged_is_read_and_written_again_from_its_mirror() throws IOException {
        byte[] sound;
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            sound = keys.copyOfKeys();
        }
        for (int page : new int[] {16, 24}) {
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
    void a_damaged_copy_of_the_header_costs_no_key_and_is_told() throws IOException {
        KeyFile.create(folder, ID, MasterKeys.NONE).close();
        byte[] sound = Files.readAllBytes(KeyFile.path(folder, ID));
        for (int page : new int[] {0, 15}) {
            overwrite((long) page * PAGE, new byte[100]);
            try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
                assertThat(keys.key(1)).isNotNull();
                assertThat(keys.isHeaderRepaired()).isTrue();
            }
            assertThat(Files.readAllBytes(KeyFile.path(folder, ID))).isEqualTo(sound);
        }
        try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
            assertThat(keys.isHeaderRepaired()).isFalse();
        }
    }

    @Test
    void a_key_that_is_damaged_twice_counts_as_erased_and_is_never_used() throws IOException {
        KeyFile.create(folder, ID, MasterKeys.NONE).close();
        byte[] noise = new byte[16];
        Arrays.fill(noise, (byte) 7);
        overwrite(16 * PAGE + 64, noise);
        overwrite(24 * PAGE + 64, noise);
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

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void a_record_is_encrypted_differently_each_time_and_a_flipped_bit_is_damage_that_stays_in_its_place()
            throws Exception {
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            RecordCipher cipher = new RecordCipher(keys);
            byte[] place = utf8("the place");
            RecordPart plain = RecordPart.of(utf8("The boat is green, and the oars are red."));
            byte[] encrypted = cipher.seal(5, place, plain);

            assertThat(encrypted).hasSize(plain.bytes().length + 12 + 16);
            assertThat(latin(encrypted)).doesNotContain("boat");
            assertThat(cipher.seal(5, place, plain)).isNotEqualTo(encrypted);
            assertThat(new RecordCipher(keys).open(5, place, encrypted).authentic("it"))
                    .isEqualTo(plain.bytes());
            assertThat(cipher.open(5, utf8("a place"), encrypted).isAuthentic()).isFalse();
            assertThat(cipher.open(6, place, encrypted).isAuthentic()).isFalse();
            encrypted[12 + 4] ^= 1;
            RecordPart damaged = cipher.open(5, place, encrypted);
            assertThat(latin(damaged.bytes())).isEqualTo("The coat is green, and the oars are red.");
            assertThatThrownBy(() -> damaged.authentic("it"))
                    .isInstanceOf(DamagedRecord.class)
                    .hasMessage("it");
            assertThat(cipher.hash(5, 0, "e1")).isEqualTo(cipher.hash(5, 0, "e1"));
            assertThat(cipher.hash(5, 0, "e1"))
                    .isNotEqualTo(cipher.hash(5, 1, "e1"))
                    .isNotEqualTo(cipher.hash(6, 0, "e1"))
                    .isNotEqualTo(cipher.hash(5, 0, "e2"));
            keys.erase(List.of(5));
            assertThatThrownBy(() -> cipher.open(5, place, encrypted)).isInstanceOf(ErasedKey.class);
            assertThatThrownBy(() -> cipher.seal(5, place, plain)).isInstanceOf(ErasedKey.class);
        }
    }

    @Test
    void a_damaged_part_that_is_sealed_again_does_not_become_authentic_by_a_flipped_bit() throws Exception {
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            RecordCipher cipher = new RecordCipher(keys);
            byte[] place = utf8("place");
            byte[] record = cipher.seal(5, place, RecordPart.damaged(utf8("an edited text")));
            for (int bit = 0; bit < record.length * Byte.SIZE; bit++) {
                byte[] flipped = record.clone();
                flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                assertThat(cipher.open(5, place, flipped).isAuthentic())
                        .as("bit " + bit)
                        .isFalse();
            }
            assertThat(latin(cipher.open(5, place, record).bytes())).isEqualTo("an edited text");
        }
    }

    @Test
    void no_nonce_is_used_twice_also_by_the_two_parts_of_a_record_and_after_an_opening() throws Exception {
        Set<String> nonces = new HashSet<>();
        int records = 0;
        for (int opening = 0; opening < 20; opening++) {
            try (KeyFile keys = opening == 0
                    ? KeyFile.create(folder, ID, MasterKeys.NONE)
                    : KeyFile.open(folder, ID, MasterKeys.NONE)) {
                RecordCipher cipher = new RecordCipher(keys);
                RecordPart part = RecordPart.of(utf8("text"));
                for (int i = 0; i < 500; i++) {
                    byte[] nonce = Arrays.copyOf(cipher.seal(5, new byte[0], part, new byte[0], part), 12);
                    nonces.add(latin(nonce));
                    nonce[11] ^= 1;
                    nonces.add(latin(nonce));
                    records++;
                }
            }
        }
        assertThat(nonces).hasSize(2 * records);
    }

    @Test
    void the_parts_of_a_record_cannot_be_exchanged_or_combined_with_those_of_another() throws Exception {
        try (KeyFile keys = KeyFile.create(folder, ID, MasterKeys.NONE)) {
            RecordCipher cipher = new RecordCipher(keys);
            byte[] place = utf8("place");
            RecordPart first = RecordPart.of(utf8("one"));
            RecordPart second = RecordPart.of(utf8("two"));
            byte[] record = cipher.seal(5, place, first, place, second);
            byte[] other = cipher.seal(5, place, first, place, second);
            assertThat(cipher.openFirst(5, place, record).isAuthentic()).isTrue();
            assertThat(cipher.openSecond(5, place, record).isAuthentic()).isTrue();
            int part = 3 + 16;
            byte[] combined = record.clone();
            System.arraycopy(other, 16 + part, combined, 16 + part, part);
            byte[] exchanged = record.clone();
            System.arraycopy(record, 16, exchanged, 16 + part, part);
            System.arraycopy(record, 16 + part, exchanged, 16, part);

            assertThat(cipher.openFirst(5, place, combined).isAuthentic()).isTrue();
            assertThat(cipher.openSecond(5, place, combined).isAuthentic()).isFalse();
            assertThat(cipher.openFirst(5, place, exchanged).isAuthentic()).isFalse();
            assertThat(cipher.openSecond(5, place, exchanged).isAuthentic()).isFalse();
        }
    }
}
