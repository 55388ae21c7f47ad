package dev.daybook.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.fuzz.FuzzedMemory;
import dev.daybook.fuzz.StateFixture;
import dev.daybook.internal.audit.AuditDetail;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.commit.ScopeLeases;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.store.EntryKey;
import dev.daybook.store.ScopeState;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.List;

/** The decoders of the states that a scope has beside its entries. */
public final class StateTargets {

    private static final Scope SCOPE = new Scope.Shared(Space.DEFAULT);

    private StateTargets() {}

    public static List<FuzzTarget> all() {
        FuzzedMemory seeds = FuzzedMemory.filled();
        return List.of(
                ofState("state-session", StateTargets::session, seeds.states("session/")),
                ofState(
                        "state-quarantine",
                        bytes -> QuarantineStates.all(new StateFixture(bytes), SCOPE)
                                .toList(),
                        seeds.states("quarantine/")),
                ofState(
                        "state-context",
                        bytes -> KeptContexts.citing(new StateFixture(bytes), Space.DEFAULT, ref -> true),
                        seeds.states("context/")),
                ofState("state-undo", StateTargets::undo, List.of(undoRecord())),
                ofState(
                        "state-rejected",
                        bytes -> RejectedStatements.list(new StateFixture(bytes), SCOPE),
                        List.of(rejected())),
                ofState("state-lease", bytes -> ScopeLeases.decode(StateFixture.state(bytes)), List.of(lease())),
                settings("settings/secrets", "mark"),
                settings("settings/bank.maxTokens", "2000"),
                settings("settings/models.tokensPerDay", "unlimited", "100000"),
                settings("settings/derivations.off", "none", "facts,core"),
                settings("settings/lowTrust", "show"),
                settings("settings/retention.days", "none", "90"),
                FuzzTarget.ofText(
                        "audit-detail",
                        StateTargets::detail,
                        "count=3 kinds=episode:2,fact:1 0123456789abcdef 0123456789abcdee",
                        "count=1"));
    }

    private static FuzzTarget ofState(String name, FuzzTarget.Parser parser, List<byte[]> seeds) {
        return FuzzTarget.ofBytes(name, parser, seeds).refusing(StoreException.class);
    }

    private static void session(byte[] bytes) {
        SessionStates.SessionProperties read = SessionStates.all(new StateFixture(bytes), SCOPE)
                .values()
                .iterator()
                .next();
        ScopeState again = StateFixture.state(SessionStates.encode(read).toArray());
        assertThat(SessionStates.all(new StateFixture(again.bytes().toArray()), SCOPE))
                .containsValue(read);
    }

    private static void undo(byte[] bytes) {
        DerivedStates.UndoRecord read = DerivedStates.UndoRecord.decode(StateFixture.state(bytes));
        assertThat(DerivedStates.UndoRecord.decode(
                        StateFixture.state(read.encode().toArray())))
                .isEqualTo(read);
    }

    private static byte[] undoRecord() {
        EntryKey key = new EntryKey(Kind.NOTE, "note_1");
        return new DerivedStates.UndoRecord(
                        "notes",
                        List.of(new DerivedStates.WrittenEntry(key, 7)),
                        List.of(new EntryKey(Kind.EPISODE, "ep_1")))
                .encode()
                .toArray();
    }

    private static byte[] rejected() {
        EntryRef episode = new EntryRef(SCOPE, Kind.EPISODE, "ep_1");
        RejectedStatement statement = new RejectedStatement(
                "Mira keeps nine goats.",
                "Mira",
                List.of(new MessageRef(episode, 1)),
                "number",
                List.of("nine"),
                OffsetDateTime.parse("2026-05-08T13:56:00Z"));
        return RejectedStatements.encode(
                        new RejectedStatements.Window(List.of(new EntryKey(Kind.EPISODE, "ep_1")), List.of(statement)))
                .toArray();
    }

    private static byte[] lease() {
        return new ByteWriter()
                .octet(1)
                .text("holder")
                .text("2026-05-08T13:56:00Z")
                .toBlob()
                .toArray();
    }

    private static FuzzTarget settings(String name, String... seeds) {
        return ofState(
                name.replace('/', '-'),
                bytes -> {
                    StateFixture store = new StateFixture(bytes, List.of(name));
                    new SettingsStates(store, Clock.systemUTC(), new ScopeLocks(), new AuditTrail(store))
                            .of(Space.DEFAULT);
                },
                FuzzedMemory.bytes(List.of(seeds)));
    }

    private static void detail(String text) {
        AuditDetail read = AuditDetail.read(text);
        assertThat(AuditDetail.read(read.text())).isEqualTo(read);
    }
}
