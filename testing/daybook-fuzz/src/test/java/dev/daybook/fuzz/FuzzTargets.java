package dev.daybook.fuzz;

import dev.daybook.files.MemoryFileTargets;
import dev.daybook.internal.codec.CodecTargets;
import dev.daybook.internal.consolidate.AttemptTargets;
import dev.daybook.internal.forget.PendingTargets;
import dev.daybook.internal.inference.AnswerTargets;
import dev.daybook.internal.interchange.InterchangeTargets;
import dev.daybook.internal.json.JsonTargets;
import dev.daybook.internal.ledger.StateTargets;
import dev.daybook.internal.notes.CoreTargets;
import dev.daybook.internal.sqlite.database.LogTargets;
import dev.daybook.internal.window.WindowTargets;
import dev.daybook.postgres.SidecarTargets;
import dev.daybook.server.certificate.CertificateTargets;
import dev.daybook.server.http.routes.PathTargets;
import dev.daybook.server.json.RequestTargets;
import dev.daybook.server.keys.KeyFileTargets;
import dev.daybook.server.mcp.SessionIdTargets;
import dev.daybook.sqlite.SqliteTargets;
import dev.daybook.store.CursorTargets;
import java.util.ArrayList;
import java.util.List;

/** The targets of all packages. */
public final class FuzzTargets {

    private FuzzTargets() {}

    public static List<FuzzTarget> all() {
        List<FuzzTarget> all = new ArrayList<>();
        all.addAll(JsonTargets.all());
        all.addAll(CodecTargets.all());
        all.addAll(StateTargets.all());
        all.addAll(AttemptTargets.all());
        all.addAll(PendingTargets.all());
        all.addAll(CursorTargets.all());
        all.addAll(InterchangeTargets.all());
        all.addAll(AnswerTargets.all());
        all.addAll(WindowTargets.all());
        all.addAll(CoreTargets.all());
        all.addAll(MemoryFileTargets.all());
        all.addAll(SqliteTargets.all());
        all.addAll(LogTargets.all());
        all.addAll(SidecarTargets.all());
        all.addAll(RequestTargets.all());
        all.addAll(PathTargets.all());
        all.addAll(CertificateTargets.all());
        all.addAll(KeyFileTargets.all());
        all.addAll(SessionIdTargets.all());
        return List.copyOf(all);
    }

    /** Returns the target of a name. */
    public static FuzzTarget named(String name) {
        return all().stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no target '" + name + "'"));
    }
}
