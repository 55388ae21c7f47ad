package dev.daybook.postgres;

import dev.daybook.error.StoreException;
import dev.daybook.store.Blob;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The sidecars of an entry as one value: for each its name and its bytes, each after its length. One value, because the
 * index rows of a scope are read far more often than a sidecar is added.
 */
final class PackedSidecars {

    private PackedSidecars() {}

    static byte[] pack(Map<String, Blob> sidecars) {
        int size = 0;
        for (Map.Entry<String, Blob> sidecar : sidecars.entrySet()) {
            int value = Math.addExact(
                    bytes(sidecar.getKey()).length, sidecar.getValue().size());
            size = Math.addExact(size, Math.addExact(2 * Integer.BYTES, value));
        }
        ByteBuffer packed = ByteBuffer.allocate(size);
        sidecars.forEach((name, value) -> {
            packed.putInt(bytes(name).length).put(bytes(name));
            packed.putInt(value.size()).put(value.read());
        });
        return packed.array();
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the sidecars in a value. Their blobs share its array. */
    static Map<String, Blob> unpack(byte[] packed) {
        Map<String, Blob> sidecars = new HashMap<>();
        ByteBuffer values = ByteBuffer.wrap(packed);
        while (values.hasRemaining()) {
            String name = next(values, packed).text();
            sidecars.put(name, next(values, packed));
        }
        return sidecars;
    }

    private static Blob next(ByteBuffer values, byte[] packed) {
        int length = values.remaining() < Integer.BYTES ? -1 : values.getInt();
        if (length < 0 || length > values.remaining()) {
            throw new StoreException(
                    "stored sidecars are damaged; run 'daybook doctor', or restore a backup", null, false);
        }
        Blob value = Blob.of(packed, values.position(), length);
        values.position(values.position() + length);
        return value;
    }
}
