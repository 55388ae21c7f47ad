package dev.daybook.server.doors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.daybook.Archive;
import dev.daybook.Bank;
import dev.daybook.Blocks;
import dev.daybook.Daybook;
import dev.daybook.ErasurePreview;
import dev.daybook.Facts;
import dev.daybook.LocalDaybook;
import dev.daybook.Maintenance;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.Notes;
import dev.daybook.Operations;
import dev.daybook.Quarantine;
import dev.daybook.Session;
import dev.daybook.WhatIf;
import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.error.ProtectedEntryException;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Summary;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.server.doors.GuardedSpace.KeyKind;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Every method of the library that changes a memory is in the table of SECURITY.md, and needs what the table says. */
class ProtectedHandlesTest {

    private static final String METHOD = "[A-Z][A-Za-z]+\\.[a-zA-Z]+";

    private static final List<Class<?>> HANDLES = List.of(
            Daybook.class,
            LocalDaybook.class,
            Maintenance.class,
            MemorySpace.class,
            Memory.class,
            Bank.class,
            Blocks.class,
            Facts.class,
            Notes.class,
            Session.class,
            Archive.class,
            WhatIf.class,
            ErasurePreview.class,
            Operations.class,
            Quarantine.class);

    /** Methods that read, and those that lead to other handles. */
    private static final Set<String> READS = Set.of(
            "Daybook.user Daybook.space Daybook.spaces Daybook.auditEntry Daybook.close LocalDaybook.maintenance",
            "LocalDaybook.space Maintenance.verifyErasure Maintenance.dataFolder Maintenance.decryptRecords",
            "Maintenance.backlogStatus Maintenance.backup Maintenance.auditEntries",
            "MemorySpace.space MemorySpace.user MemorySpace.anonymous MemorySpace.shared MemorySpace.memory",
            "MemorySpace.scopes MemorySpace.bank MemorySpace.usage",
            "Memory.scope Memory.session Memory.sessions Memory.find Memory.recall Memory.explain Memory.without",
            "Memory.blocks Memory.facts Memory.notes Memory.operations Memory.quarantine Memory.preview Memory.archive",
            "Session.id Session.turns Session.info Session.summary Session.summaryHistory Session.pending",
            "Archive.profile Archive.summaries Archive.history Archive.exportAll WhatIf.recall WhatIf.context",
            "ErasurePreview.receipt ErasurePreview.entries Bank.due Bank.list Bank.archive Bank.preview",
            "Blocks.list Blocks.find Blocks.core Blocks.history Facts.find Facts.list Facts.recall Facts.history",
            "Facts.assess Facts.rejected Facts.listByScope Memory.agent Memory.with MemorySpace.agent",
            "Notes.latest Notes.due Notes.recall Notes.find Notes.list Operations.await Operations.find Operations.auditEntry",
            "Operations.keptContext Quarantine.preview Archive.exportLines Archive.changes",
            "Quarantine.list Quarantine.entries");

    private static final Map<String, BiConsumer<GuardedSpace, MemorySpace>> CALLS = calls();

    private static Map<String, BiConsumer<GuardedSpace, MemorySpace>> calls() {
        Map<String, BiConsumer<GuardedSpace, MemorySpace>> calls = new TreeMap<>();
        ofMemory(calls);
        ofSpace(calls);
        return calls;
    }

    private static void ofMemory(Map<String, BiConsumer<GuardedSpace, MemorySpace>> calls) {
        var other = MessageFixture.said("e1", "other").session("s1");
        NewFact fact = NewFact.of("ada", "likes", "gold").id("f1");
        calls.put("Memory.remember", (there, space) -> ada(space).remember(other));
        calls.put("Session.remember", (there, space) -> ada(space).session("s1").remember(Message.user("other")));
        calls.put("Memory.consolidate", (there, space) -> ada(space).consolidate());
        calls.put(
                "Session.context",
                (there, space) -> ada(space)
                        .session("s9")
                        .context("x", ContextOptions.defaults().keep(true)));
        calls.put("Archive.importAll", (there, space) -> {
            Memory eve = there.space.user("eve");
            eve.facts().remember(fact);
            ada(space).archive().importAll(eve.archive().exportAll().toList());
        });
        calls.put("Memory.forget", (there, space) -> ada(space).forget(Selection.session("s1")));
        calls.put("Facts.remember", (there, space) -> ada(space).facts().remember(fact));
        calls.put("Facts.end", (there, space) -> ada(space).facts().end("f1"));
        calls.put("Facts.forget", (there, space) -> ada(space).facts().forget("f1"));
        calls.put("Notes.remember", (there, space) -> ada(space).notes().remember("Ada swims."));
        calls.put("Blocks.remember", (there, space) -> ada(space).blocks().remember("b1", "Obey."));
        calls.put("Blocks.append", (there, space) -> ada(space).blocks().append("b1", "Obey."));
        calls.put("Blocks.move", (there, space) -> ada(space).blocks().move("b1", 1));
        calls.put("Blocks.end", (there, space) -> ada(space).blocks().end("b1"));
        calls.put(
                "Session.change",
                (there, space) -> ada(space).session("s1").change(options -> options.retentionDays(9)));
        calls.put(
                "Session.rememberSummary",
                (there, space) -> ada(space).session("s1").rememberSummary("x", there.position));
        calls.put(
                "Session.summarize", (there, space) -> ada(space).session("s1").summarize());
        calls.put("Operations.undo", (there, space) -> ada(space).operations().undo(there.derivation));
        calls.put(
                "Quarantine.propose", (there, space) -> ada(space).quarantine().propose(List.of(other)));
        calls.put("Quarantine.hide", (there, space) -> ada(space).quarantine().hide(Selection.session("s1")));
        calls.put(
                "Quarantine.release", (there, space) -> ada(space).quarantine().release(there.quarantine));
    }

    private static void ofSpace(Map<String, BiConsumer<GuardedSpace, MemorySpace>> calls) {
        calls.put("MemorySpace.consolidate", (there, space) -> space.consolidate());
        calls.put(
                "MemorySpace.settings",
                (there, space) -> space.settings(there.space.settings().secrets(SpaceSettings.Secrets.REJECT)));
        calls.put(
                "MemorySpace.changeSettings",
                (there, space) -> space.changeSettings(settings -> settings.retentionDays(9)));
        calls.put(
                "Bank.remember",
                (there, space) -> space.bank()
                        .remember(NewSummary.of(Summary.Level.SESSION, "x").session(session(there))));
        calls.put("Bank.summarize", (there, space) -> space.bank().summarize(session(there)));
        calls.put("Bank.run", (there, space) -> space.bank().run());
        calls.put("Bank.compress", (there, space) -> space.bank().compress(1));
        calls.put("Bank.forget", (there, space) -> space.bank().forget());
    }

    private static Memory ada(MemorySpace space) {
        return space.user("ada");
    }

    private static SessionRef session(GuardedSpace there) {
        return new SessionRef(there.ada.scope(), "s1");
    }

    @Test
    void every_method_reads_or_is_in_the_table() {
        TreeSet<String> methods = new TreeSet<>();
        for (Class<?> handle : HANDLES) {
            for (Method method : handle.getDeclaredMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) && !method.isSynthetic()) {
                    methods.add(handle.getSimpleName() + "." + method.getName());
                }
            }
        }
        TreeSet<String> known = OperationTable.read().calls(METHOD);
        assertThat(known).isSubsetOf(methods);
        READS.forEach(line -> known.addAll(List.of(line.split(" "))));

        assertThat(known).isEqualTo(methods);
    }

    @Test
    void every_operation_is_a_row_with_its_right_and_trust() {
        List<OperationTable.Row> rows = OperationTable.read().rows();

        assertThat(rows.stream().flatMap(row -> row.known().stream()))
                .containsExactlyInAnyOrder(ProtectedOperation.values());
        rows.forEach(row -> row.known()
                .ifPresentOrElse(
                        operation -> {
                            assertThat(row.right())
                                    .as(row.operation())
                                    .isEqualTo(operation.right().label());
                            assertThat(row.trust())
                                    .as(row.operation())
                                    .isEqualTo(operation.trust().label());
                        },
                        () -> assertThat(row.right()).as(row.operation()).isEqualTo(OperationTable.OWNER)));
    }

    @Test
    void a_handle_of_each_kind_of_key_does_what_the_table_says_and_nothing_else() {
        OperationTable table = OperationTable.read();
        TreeSet<String> methods = table.calls(METHOD);
        methods.removeIf(method -> method.startsWith("Daybook.") || method.startsWith("Maintenance."));
        assertThat(CALLS.keySet()).isEqualTo(methods);
        try (LocalDaybook daybook =
                Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            int spaces = 0;
            for (String method : methods) {
                for (KeyKind kind : KeyKind.all()) {
                    check(new GuardedSpace(daybook, "p" + spaces++), method, kind, table.operations(method));
                }
            }
        }
    }

    private static void check(GuardedSpace there, String method, KeyKind kind, List<ProtectedOperation> operations) {
        MemorySpace space = there.space(new Principal("k1", kind.atMost(), true, kind.rights()));
        List<Object> before = there.state();

        Throwable thrown = catchThrowable(() -> CALLS.get(method).accept(there, space));

        // It gives no id, so it replaces no entry and needs the right alone.
        boolean isNew = method.equals("Session.remember") && kind.rights().contains(AccessRight.WRITE);
        if (isNew || kind.may(operations)) {
            assertThat(thrown).as(method + " with " + kind).isNull();
        } else {
            assertThat(thrown)
                    .as(method + " with " + kind)
                    .isInstanceOfAny(AccessRefusedException.class, ProtectedEntryException.class);
            assertThat(there.state()).as(method + " with " + kind).isEqualTo(before);
        }
    }
}
