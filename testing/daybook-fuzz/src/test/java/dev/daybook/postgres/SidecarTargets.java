package dev.daybook.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.store.Blob;
import java.util.List;
import java.util.Map;

/** The parser of the sidecars in a row of PostgreSQL. */
public final class SidecarTargets {

    private SidecarTargets() {}

    public static List<FuzzTarget> all() {
        byte[] seed = PackedSidecars.pack(Map.of("terms/english", Blob.of("abc"), "vector/model", Blob.of("defg")));
        return List.of(FuzzTarget.ofBytes("packed-sidecars", SidecarTargets::unpack, List.of(seed))
                .refusing(StoreException.class));
    }

    private static void unpack(byte[] packed) {
        Map<String, Blob> sidecars = PackedSidecars.unpack(packed);
        assertThat(PackedSidecars.unpack(PackedSidecars.pack(sidecars))).isEqualTo(sidecars);
    }
}
