package dev.daybook.server.doors;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.error.DaybookException;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The calls of an application. */
final class LibraryDoor implements MemoryDoor {

    private final Daybook daybook;

    LibraryDoor(Daybook daybook) {
        this.daybook = daybook;
    }

    @Override
    public DoorAnswer call(DoorCall call, HostileTenant own, HostileTenant other, PlantedHandles handles) {
        return answer(() -> {
            Memory memory = daybook.space(own.space()).memory(own.scope());
            return call(call, memory, own, other, handles);
        });
    }

    private DoorAnswer call(
            DoorCall call, Memory memory, HostileTenant own, HostileTenant other, PlantedHandles handles) {
        return switch (call) {
            case RECALL -> recall(memory, other);
            case READ ->
                answer(() -> memory.find(Episode.class, other.only()))
                        .and(answer(() -> memory.find(Fact.class, other.only())))
                        .and(answer(() -> memory.facts().history(other.only())))
                        .and(answer(() -> memory.blocks().history(other.only())));
            case SESSION ->
                answer(() -> memory.session(other.session()).turns(100))
                        .and(answer(() -> memory.session(other.session()).info()))
                        .and(answer(() -> memory.session(other.session()).summaryHistory()));
            case EXPORT -> answer(() -> listed(memory.archive().exportAll())).and(answer(() -> memory.sessions()));
            case SHARED ->
                answer(() -> memory.recall(
                                Query.of("heron").by(By.NEWEST).shared(true).limit(1_000)))
                        .and(answer(() ->
                                memory.session(other.session()).context("heron").text()))
                        .and(answer(() -> daybook.space(own.space()).bank().list()));
            case HANDLES ->
                answer(() -> memory.operations().keptContext(handles.context()))
                        .and(answer(() -> memory.operations().auditEntry(handles.forget())))
                        .and(answer(() -> memory.operations().undo(handles.forget())))
                        .and(answer(() -> listed(memory.quarantine().entries(handles.quarantine()))))
                        .and(answer(() -> memory.quarantine().release(handles.quarantine())));
            case BLOCK ->
                answer(() -> memory.blocks().remember("persona", own.canary()))
                        .and(answer(() -> memory.blocks().find(other.only())))
                        .and(answer(() -> memory.blocks().end(other.only())));
            case FACT ->
                answer(() -> memory.facts().forget(other.only()))
                        .and(answer(() -> memory.facts()
                                .remember(NewFact.of("weir", "is", own.canary()).id(other.only()))))
                        .and(answer(() -> memory.facts().list(FactQuery.all())));
            case REMEMBER ->
                answer(() -> memory.remember(MessageFixture.said(other.only(), "heron " + own.canary())
                                .session(other.session())))
                        .and(answer(() -> memory.session(other.session()).turns(100)));
            case FORGET ->
                answer(() -> memory.forget(Selection.entry(Kind.FACT, other.only())))
                        .and(answer(() -> memory.forget(Selection.episode(other.only()))))
                        .and(answer(() -> memory.forget(Selection.session(other.session()))));
            case FORGET_ALL ->
                answer(() -> memory.forget(Selection.everything()))
                        .and(answer(() -> listed(memory.archive().exportAll())));
        };
    }

    private static DoorAnswer recall(Memory memory, HostileTenant other) {
        return Stream.of(By.WORDS, By.TEXT, By.NEWEST)
                .map(by -> answer(
                        () -> memory.recall(Query.of(other.canary()).by(by).limit(1_000))))
                .reduce(DoorAnswer::and)
                .orElseThrow();
    }

    private static List<String> listed(Stream<?> entries) {
        try (Stream<?> all = entries) {
            return all.map(Object::toString).toList();
        }
    }

    private static DoorAnswer answer(Supplier<Object> call) {
        try {
            Object answer = call.get();
            return answer instanceof DoorAnswer whole ? whole : DoorAnswer.of(String.valueOf(answer));
        } catch (IllegalArgumentException | DaybookException refused) {
            return new DoorAnswer(String.valueOf(refused.getMessage()), true);
        }
    }
}
