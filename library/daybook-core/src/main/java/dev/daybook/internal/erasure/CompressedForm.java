package dev.daybook.internal.erasure;

import java.util.Optional;

/** Forms of compressed files, by their first bytes. A search of their bytes says nothing of what they hold. */
enum CompressedForm {
    GZIP(0x1f, 0x8b),
    ZIP('P', 'K', 3, 4),
    BZIP2('B', 'Z', 'h'),
    XZ(0xfd, '7', 'z', 'X', 'Z', 0),
    SEVEN_ZIP('7', 'z', 0xbc, 0xaf, 0x27, 0x1c),
    ZSTANDARD(0x28, 0xb5, 0x2f, 0xfd),
    LZ4(0x04, 0x22, 0x4d, 0x18);

    private final int[] beginning;

    CompressedForm(int... beginning) {
        this.beginning = beginning;
    }

    /** The longest beginning. */
    static final int MAX_LENGTH = 6;

    /** Returns the form of a file that begins with these bytes, if it is compressed. */
    static Optional<CompressedForm> of(byte[] file) {
        for (CompressedForm form : values()) {
            if (form.begins(file)) {
                return Optional.of(form);
            }
        }
        return Optional.empty();
    }

    private boolean begins(byte[] file) {
        if (file.length < beginning.length) {
            return false;
        }
        for (int i = 0; i < beginning.length; i++) {
            if ((file[i] & 0xff) != beginning[i]) {
                return false;
            }
        }
        return true;
    }
}
