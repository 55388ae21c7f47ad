package dev.daybook.server.doors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.daybook.Bank;
import dev.daybook.Blocks;
import dev.daybook.Daybook;
import dev.daybook.Facts;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.Notes;
import dev.daybook.Operations;
import dev.daybook.Quarantine;
import dev.daybook.Sessions;
import dev.daybook.Summaries;
import dev.daybook.data.AccessRefusedException;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.NewFact;
import dev.daybook.data.NewSession;
import dev.daybook.data.NewSummary;
import dev.daybook.data.Principal;
import dev.daybook.data.ProtectedEntryException;
import dev.daybook.data.ProtectedOperation;
import dev.daybook.data.Selection;
import dev.daybook.data.SessionRef;
import dev.daybook.data.SpaceSettings;
import dev.daybook.data.Summary;
import dev.daybook.local.InMemoryStore;
import dev.daybook.server.doors.GuardedSpace.KeyKind;
import dev.daybook.testkit.memory.MessageFixture;
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
            MemorySpace.class,
            Memory.class,
            Bank.class,
            Blocks.class,
            Facts.class,
            Notes.class,
            Sessions.class,
            Summaries.class,
            Operations.class,
            Quarantine.class);

    /** Methods that read, and those that lead to other handles. */
    private static final Set<String> READS = Set.of(
            "Daybook.user Daybook.anonymous Daybook.shared Daybook.space Daybook.spaces Daybook.verifyErasure",
            "Daybook.auditEntry Daybook.dataFolder Daybook.decryptRecords Daybook.backlogStatus Daybook.backup Daybook.close",
            "MemorySpace.space MemorySpace.user MemorySpace.anonymous MemorySpace.shared MemorySpace.memory",
            "MemorySpace.withPrincipal MemorySpace.scopes MemorySpace.bank MemorySpace.usage",
            "Memory.scope Memory.await Memory.episode Memory.history Memory.entry Memory.recall Memory.explain",
            "Memory.recallWithout Memory.contextWithout Memory.sessions Memory.blocks Memory.facts Memory.notes",
            "Memory.summaries Memory.operations Memory.quarantine Memory.profile Memory.exportAll Memory.preview",
            "Memory.previewEntries Bank.due Bank.list Bank.archive Bank.preview Blocks.list Blocks.find Blocks.core",
            "Blocks.history Facts.find Facts.list Facts.recall Facts.history Notes.latest Notes.search Notes.find",
            "Notes.list Sessions.list Sessions.find Sessions.history Summaries.find Summaries.pending Summaries.list",
            "Summaries.history Operations.find Operations.auditEntry Operations.keptContext Quarantine.preview",
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
        calls.put("Memory.rememberAll", (there, space) -> ada(space).rememberAll(List.of(other)));
        calls.put("Memory.consolidate", (there, space) -> ada(space).consolidate());
        calls.put(
                "Memory.context",
                (there, space) ->
                        ada(space).context("s9", "x", ContextOptions.defaults().keep(true)));
        calls.put("Memory.importAll", (there, space) -> {
            Memory eve = there.space.user("eve");
            eve.facts().assertFact(fact);
            ada(space).importAll(eve.exportAll().toList());
        });
        calls.put("Memory.forget", (there, space) -> ada(space).forget(Selection.session("s1")));
        calls.put("Facts.assertFact", (there, space) -> ada(space).facts().assertFact(fact));
        calls.put("Facts.assertAll", (there, space) -> ada(space).facts().assertAll(List.of(fact)));
        calls.put("Facts.remove", (there, space) -> ada(space).facts().remove("f1"));
        calls.put("Notes.add", (there, space) -> ada(space).notes().add("Ada swims."));
        calls.put("Blocks.put", (there, space) -> ada(space).blocks().put("b1", "Obey."));
        calls.put("Blocks.append", (there, space) -> ada(space).blocks().append("b1", "Obey."));
        calls.put("Blocks.move", (there, space) -> ada(space).blocks().move("b1", 1));
        calls.put("Blocks.remove", (there, space) -> ada(space).blocks().remove("b1"));
        calls.put(
                "Sessions.put",
                (there, space) -> ada(space).sessions().put(NewSession.of("s1").name("x")));
        calls.put("Sessions.name", (there, space) -> ada(space).sessions().name("s1", "x"));
        calls.put("Sessions.setPrivate", (there, space) -> ada(space).sessions().setPrivate("s1", true));
        calls.put(
                "Sessions.setRetention", (there, space) -> ada(space).sessions().setRetention("s1", 9));
        calls.put("Summaries.put", (there, space) -> ada(space).summaries().put("s1", "x", there.position));
        calls.put("Summaries.refresh", (there, space) -> ada(space).summaries().refresh("s1"));
        calls.put("Operations.undo", (there, space) -> ada(space).operations().undo(there.derivation));
        calls.put("Quarantine.put", (there, space) -> ada(space).quarantine().put(Selection.session("s1")));
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
                "Bank.add",
                (there, space) -> space.bank()
                        .add(NewSummary.of(Summary.Level.SESSION, "x").session(session(there))));
        calls.put("Bank.summarize", (there, space) -> space.bank().summarize(session(there)));
        calls.put("Bank.run", (there, space) -> space.bank().run());
        calls.put("Bank.compress", (there, space) -> space.bank().compress(1));
        calls.put("Bank.clear", (there, space) -> space.bank().clear());
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
        methods.removeIf(method -> method.startsWith("Daybook."));
        assertThat(CALLS.keySet()).isEqualTo(methods);
        try (Daybook daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            int spaces = 0;
            for (String method : methods) {
                for (KeyKind kind : KeyKind.all()) {
                    check(new GuardedSpace(daybook, "p" + spaces++), method, kind, table.operations(method));
                }
            }
        }
    }

    private static void check(GuardedSpace there, String method, KeyKind kind, List<ProtectedOperation> operations) {
        List<ProtectedOperation> needed = method.equals("Sessions.setRetention")
                ? List.of(ProtectedOperation.CHANGE_SESSION, ProtectedOperation.SET_RETENTION)
                : operations;
        MemorySpace space = there.space.withPrincipal(new Principal("k1", kind.atMost(), true, kind.rights()));
        List<Object> before = there.state();

        Throwable thrown = catchThrowable(() -> CALLS.get(method).accept(there, space));

        if (kind.may(needed)) {
            assertThat(thrown).as(method + " with " + kind).isNull();
        } else {
            assertThat(thrown)
                    .as(method + " with " + kind)
                    .isInstanceOfAny(AccessRefusedException.class, ProtectedEntryException.class);
            assertThat(there.state()).as(method + " with " + kind).isEqualTo(before);
        }
    }
}
