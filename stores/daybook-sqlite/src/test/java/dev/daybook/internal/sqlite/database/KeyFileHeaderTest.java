package dev.daybook.internal.sqlite.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A header that is not the one that was written is refused, and the file with its keys is not touched. */
class KeyFileHeaderTest {

    private static final String ID = "0123456789abcdef";
    private static final int PAGE = 4096;
    private static final int COPY = 15 * PAGE;

    @TempDir
    Path folder;

    private static MasterKeys master(int seed) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) seed);
        key[0] = 9;
        return new MasterKeys(MasterKey.of(key), null, null);
    }

    private Path path() {
        return KeyFile.path(folder, ID);
    }

    private void flip(RandomAccessFile file, int bit) throws IOException {
        for (long page : new long[] {0, COPY}) {
            file.seek(page + bit / Byte.SIZE);
            int old = file.read();
            file.seek(page + bit / Byte.SIZE);
            file.write(old ^ 1 << bit % Byte.SIZE);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void each_flipped_bit_in_both_copies_is_an_error_that_names_the_file_and_changes_no_byte(boolean wrapped)
            throws IOException {
        MasterKeys masters = wrapped ? master(1) : MasterKeys.NONE;
        KeyFile.create(folder, ID, masters).close();
        byte[] sound = Files.readAllBytes(path());
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
            for (int bit = 0; bit < PAGE * Byte.SIZE; bit++) {
                flip(file, bit);
                assertThatThrownBy(() -> KeyFile.open(folder, ID, masters))
                        .as("bit " + bit)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(path() + " holds no encryption keys that this version can read");
                assertThat(Files.size(path())).isEqualTo(sound.length);
                if (bit % 1_000 == 0) {
                    byte[] edited = sound.clone();
                    edited[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                    edited[COPY + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                    assertThat(Files.readAllBytes(path())).isEqualTo(edited);
                }
                flip(file, bit);
            }
        }
        assertThat(Files.readAllBytes(path())).isEqualTo(sound);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(path());
        }
        KeyFile.open(folder, ID, masters).close();
    }

    /** As someone does who knows the format, but not the data key. */
    private void changeWithChecksum(int at, int bits) throws IOException {
        byte[] page = Arrays.copyOf(Files.readAllBytes(path()), PAGE);
        page[at] ^= (byte) bits;
        CRC32 crc = new CRC32();
        crc.update(page, 32, PAGE - 32);
        ByteBuffer.wrap(page).putLong(24, crc.getValue());
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
            file.write(page);
            file.seek(COPY);
            file.write(page);
        }
    }

    @Test
    void a_header_that_was_changed_with_its_checksum_is_refused_unless_it_is_behind_its_end() throws IOException {
        KeyFile.create(folder, ID, master(1)).close();
        byte[] sound = Files.readAllBytes(path());
        int end = PAGE;
        while (sound[end - 1] == 0) {
            end--;
        }
        for (int at = 32; at < end; at++) {
            changeWithChecksum(at, 0x40);
            byte[] edited = Files.readAllBytes(path());
            assertThatThrownBy(() -> KeyFile.open(folder, ID, master(1))).as("byte " + at);
            assertThat(Files.readAllBytes(path())).isEqualTo(edited);
            Files.write(path(), sound);
        }
        KeyFile.open(folder, ID, master(1)).close();
    }

    /** Slots that are sealed are none in clear; a file without keys must not take the place of theirs. */
    @Test
    void a_header_of_another_form_or_of_an_earlier_layout_is_refused_and_costs_no_key() throws IOException {
        KeyFile.create(folder, ID, master(1)).close();
        byte[] sound = Files.readAllBytes(path());
        for (MasterKeys masters : List.of(master(1), MasterKeys.NONE)) {
            changeWithChecksum(32, 0xff);
            assertRefused(masters);
            Files.write(path(), sound);

            byte[] old = sound.clone();
            System.arraycopy(Arrays.copyOf(OldKeyFile.CLEAR, PAGE), 0, old, 0, PAGE);
            Files.write(path(), old);
            assertRefused(masters);
            Files.write(path(), sound);
        }
        KeyFile.open(folder, ID, master(1)).close();
    }

    private void assertRefused(MasterKeys masters) throws IOException {
        byte[] edited = Files.readAllBytes(path());
        assertThatThrownBy(() -> KeyFile.open(folder, ID, masters))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holds no encryption keys that its header can read");
        assertThat(Files.readAllBytes(path())).isEqualTo(edited);
    }

    @Test
    void the_header_of_another_key_file_is_refused() throws IOException {
        String otherId = "fedcba9876543210";
        KeyFile.create(folder, ID, master(1)).close();
        KeyFile.create(folder, otherId, master(1)).close();
        byte[] edited = Files.readAllBytes(path());
        byte[] other = Files.readAllBytes(KeyFile.path(folder, otherId));
        System.arraycopy(other, 0, edited, 0, 16 * PAGE);
        Files.write(path(), edited);

        assertThatThrownBy(() -> KeyFile.open(folder, ID, master(1)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is not the one that was written to it");
        assertThat(Files.readAllBytes(path())).isEqualTo(edited);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, PAGE, COPY, 16 * PAGE, 16 * PAGE + 20})
    void a_file_that_is_cut_off_has_no_keys_or_is_refused(int length) throws IOException {
        KeyFile.create(folder, ID, MasterKeys.NONE).close();
        Files.write(path(), Arrays.copyOf(Files.readAllBytes(path()), length));
        // In the middle of the first slot nothing can be read, too.
        if (length < PAGE || length > 16 * PAGE) {
            assertThatThrownBy(() -> KeyFile.open(folder, ID, MasterKeys.NONE)).isInstanceOf(IOException.class);
        } else {
            try (KeyFile keys = KeyFile.open(folder, ID, MasterKeys.NONE)) {
                assertThat(keys.key(100)).isNull();
            }
        }
    }

    /** The slot of a key is sealed for its place in its file; nobody without the data key makes one. */
    @Test
    void a_key_from_another_slot_or_with_a_flipped_bit_is_none() throws IOException {
        KeyFile.create(folder, ID, master(1)).close();
        int mirror = 8 * PAGE;
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
            byte[] slot = new byte[64];
            file.seek(16 * PAGE + 7 * 64);
            file.readFully(slot);
            for (int at : new int[] {16 * PAGE, 16 * PAGE + mirror}) {
                file.seek(at + 8 * 64);
                file.write(slot);
                file.seek(at + 9 * 64 + 20);
                int old = file.read();
                file.seek(at + 9 * 64 + 20);
                file.write(old ^ 1);
            }
        }
        try (KeyFile keys = KeyFile.open(folder, ID, master(1))) {
            assertThat(keys.key(7)).isNotNull();
            assertThat(keys.key(8)).isNull();
            assertThat(keys.key(9)).isNull();
        }
    }

    @Test
    void the_magic_bytes_of_all_layouts_differ_in_many_bits() {
        List<byte[]> magics = List.of(KeyFileHeader.MAGIC, OldKeyFile.CLEAR, OldKeyFile.WRAPPED);
        for (byte[] old : magics.subList(1, 3)) {
            int bits = 0;
            for (int i = 0; i < old.length; i++) {
                bits += Integer.bitCount((old[i] ^ KeyFileHeader.MAGIC[i]) & 0xff);
            }
            assertThat(bits).isGreaterThanOrEqualTo(24);
        }
    }
}
