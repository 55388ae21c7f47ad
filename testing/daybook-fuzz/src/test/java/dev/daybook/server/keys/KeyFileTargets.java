package dev.daybook.server.keys;

import dev.daybook.fuzz.FuzzTarget;
import java.util.List;

/** The parser of the keys file. */
public final class KeyFileTargets {

    private KeyFileTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(FuzzTarget.ofText(
                        "keys-file",
                        text -> KeysFile.read(text).contradiction(),
                        "{\"keys\":[{\"id\":\"key_1\",\"space\":\"default\",\"scope\":\"user:ada\",\"rights\":"
                                + "\"read,write\",\"trust\":\"tool\",\"rate\":60,\"hash\":\"00\",\"createdAt\":"
                                + "\"2026-05-08T13:56:00Z\",\"expiresAt\":null,\"revokedAt\":null}],\"changes\":[]}")
                .refusing(IllegalArgumentException.class));
    }
}
