package dev.daybook.server.doors;

import static dev.daybook.contract.memory.MessageFixture.said;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.ProtectedOperation.NeededTrust;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Summary;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A space with something of the user for every operation, and what a key may do to it. */
public final class GuardedSpace {

    /** The rights and the bound of a key; null: none. */
    public record KeyKind(Set<AccessRight> rights, @Nullable Trust bound) {

        /** All kinds that the operations tell apart. */
        public static List<KeyKind> all() {
            List<KeyKind> kinds = new ArrayList<>();
            for (Set<AccessRight> rights : List.of(
                    Set.of(AccessRight.READ),
                    Set.of(AccessRight.READ, AccessRight.WRITE),
                    Set.of(AccessRight.READ, AccessRight.FORGET),
                    Set.of(AccessRight.READ, AccessRight.ADMIN),
                    Set.of(AccessRight.READ, AccessRight.WRITE, AccessRight.FORGET),
                    Set.of(AccessRight.READ, AccessRight.ADMIN, AccessRight.FORGET))) {
                kinds.add(new KeyKind(rights, null));
                kinds.add(new KeyKind(rights, Trust.USER));
                kinds.add(new KeyKind(rights, Trust.ASSISTANT));
                kinds.add(new KeyKind(rights, Trust.TOOL));
            }
            return kinds;
        }

        /** Returns the maximum trust of its writes. */
        public Trust atMost() {
            return bound == null ? Trust.USER : bound;
        }

        /** Returns whether the key may do the operations to entries of the user. */
        public boolean may(List<ProtectedOperation> operations) {
            return operations.stream()
                    .allMatch(operation -> rights.contains(operation.right())
                            && (operation.trust() == NeededTrust.ANY || !atMost().isBelow(Trust.USER)));
        }
    }

    public final LocalDaybook daybook;
    public final MemorySpace space;
    public final Memory ada;
    public final String derivation;
    public final String quarantine;
    public final long position;

    public GuardedSpace(LocalDaybook daybook, String id) {
        this.daybook = daybook;
        this.space = daybook.space(id);
        this.ada = space.user("ada");
        space.changeSettings(settings -> settings.bank(settings.bank().enabled(true)));
        ada.remember(said("hidden", "swan").session("s0"));
        position = ada.remember(said("e1", "I live in Lisbon.").session("s1")).position();
        ada.facts().remember(NewFact.of("ada", "likes", "tea").id("f1"));
        ada.notes().remember("Ada rows.");
        ada.blocks().remember(NewBlock.of("b1", "Kind."));
        ada.blocks().remember(NewBlock.of("b2", "Calm."));
        quarantine = ada.quarantine().hide(Selection.session("s0")).operation();
        derivation = ada.consolidate().stream()
                .map(DerivationOutcome::operation)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        ada.session("s1").rememberSummary("Of Lisbon.", position);
        space.bank()
                .remember(NewSummary.of(Summary.Level.SESSION, "A long talk about Lisbon and its many hills.")
                        .session(new SessionRef(ada.scope(), "s1")));
    }

    /** Returns the space for a principal. */
    public MemorySpace space(Principal principal) {
        return daybook.space(space.space().id(), principal);
    }

    /** Returns everything of the space that an operation could change. */
    public List<Object> state() {
        List<Object> state = new ArrayList<>();
        for (Memory memory : List.of(ada, space.memory(new Scope.Shared(space.space())))) {
            state.addAll(memory.archive().exportAll().toList());
            state.addAll(memory.sessions());
            state.addAll(memory.quarantine().list());
        }
        state.add(space.settings());
        state.add(space.bank().archive());
        return state;
    }
}
