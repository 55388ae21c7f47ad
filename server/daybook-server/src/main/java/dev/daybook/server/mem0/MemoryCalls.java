package dev.daybook.server.mem0;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.server.http.routes.HttpCall;
import dev.daybook.server.http.routes.HttpReply;
import dev.daybook.server.http.routes.QueryParameters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calls of mem0 about single memories, and the adding of messages. */
final class MemoryCalls {

    private static final int MAX_BATCH = 1_000;

    /** The end of an event's id, behind that of the exchange, if a language model derives from it. */
    private static final String BY_MODEL = ".model";

    private static final String UPDATED = "Memory updated successfully!";

    private MemoryCalls() {}

    /**
     * Writes messages, which are durable then. Facts are derived later, so an add that infers answers as the hosted
     * service does: with an event to ask for.
     */
    static HttpReply add(HttpCall call) {
        call.noParameters();
        AddedMessages added = AddedMessages.read(call.fields());
        Memory memory = new MemoryAccess(call).of(added.ids(), !added.ids().isEmpty(), AccessRight.WRITE);
        List<Receipt> receipts = memory.remember(added.episodes());
        List<StoredMemory> written = receipts.stream()
                .map(receipt -> memory.find(Episode.class, receipt.id()).orElseThrow(MemoryId::missing))
                .map(episode -> StoredMemory.of(memory, episode))
                .toList();
        Map<String, @Nullable Object> answer = PlainJson.object(
                "results", written.stream().map(StoredMemory::added).toList());
        if (added.infer()) {
            answer.put("message", "The messages are stored; facts are derived from them in the background");
            answer.put("status", "PENDING");
            boolean byModel = receipts.get(0).derived() == Receipt.Progress.PENDING;
            answer.put("event_id", written.get(0).id() + (byModel ? BY_MODEL : ""));
        }
        return HttpReply.ok(answer);
    }

    /**
     * Answers the state of an add. Nothing tells when rules have derived, which takes no model and little time. All facts are
     * read, because no index has them by their sources.
     */
    static HttpReply event(HttpCall call) {
        call.noParameters();
        String id = call.path().getOrDefault("id", "");
        boolean byModel = id.endsWith(BY_MODEL);
        String written = byModel ? id.substring(0, id.length() - BY_MODEL.length()) : id;
        StoredMemory exchange = new MemoryAccess(call).memory(written, AccessRight.READ);
        Memory memory = exchange.memory();
        Entry entry = exchange.entry();
        Receipt receipt = new Receipt(
                entry.id(),
                entry.position(),
                entry.revision(),
                true,
                Receipt.Progress.DONE,
                Receipt.Progress.PENDING,
                Receipt.Progress.PENDING);
        boolean isPending =
                byModel && memory.operations().await(receipt, Duration.ZERO).derived() == Receipt.Progress.PENDING;
        EntryRef source = new EntryRef(memory.scope(), entry.kind(), entry.id());
        Stream<Fact> derived = memory.facts().list(FactQuery.all()).stream()
                .filter(fact -> fact.sources().contains(source));
        Map<String, @Nullable Object> answer = PlainJson.object("id", id);
        answer.put("event_type", "ADD");
        answer.put("status", isPending ? "PENDING" : "SUCCEEDED");
        answer.put(
                "results",
                Stream.concat(Stream.of(exchange), derived.map(fact -> StoredMemory.of(memory, fact)))
                        .map(StoredMemory::added)
                        .toList());
        answer.put(StoredMemory.CREATED, IsoTimes.format(entry.recordedAt()));
        return HttpReply.ok(answer);
    }

    static HttpReply find(HttpCall call) {
        call.noParameters();
        return HttpReply.ok(new MemoryAccess(call).memory(AccessRight.READ).json());
    }

    static HttpReply history(HttpCall call) {
        call.noParameters();
        return HttpReply.ok(versions(new MemoryAccess(call).memory(AccessRight.READ)));
    }

    /** Returns the changes of the text, the oldest first; a fact that only ended has not changed. */
    private static List<Map<String, @Nullable Object>> versions(StoredMemory current) {
        List<? extends Entry> versions = current.entry() instanceof Fact fact
                ? current.memory().facts().history(fact.id())
                : current.entry() instanceof Episode episode
                        ? current.memory().archive().history(episode.id())
                        : List.of(current.entry());
        List<Map<String, @Nullable Object>> changes = new ArrayList<>();
        String created = IsoTimes.format(versions.get(0).occurredAt());
        String before = null;
        for (Entry version : versions) {
            String text = StoredMemory.text(version);
            if (before != null && text.equals(before)) {
                continue;
            }
            Map<String, @Nullable Object> change = PlainJson.object("id", current.id() + "." + (changes.size() + 1));
            change.put("memory_id", current.id());
            change.put("old_memory", before);
            change.put("new_memory", text);
            change.put("event", before == null ? "ADD" : "UPDATE");
            change.put("input", input(version));
            change.put(EntityIds.USER, current.user());
            change.put(StoredMemory.CREATED, created);
            change.put(StoredMemory.UPDATED, IsoTimes.format(version.recordedAt()));
            changes.add(change);
            before = text;
        }
        return changes;
    }

    private static List<Map<String, @Nullable Object>> input(Entry version) {
        List<Map<String, @Nullable Object>> input = new ArrayList<>();
        if (version instanceof Episode episode) {
            episode.messages().forEach(message -> {
                Map<String, @Nullable Object> said = PlainJson.object("role", message.role());
                said.put("content", message.shownText());
                input.add(said);
            });
        }
        return input;
    }

    static HttpReply update(HttpCall call) {
        call.noParameters();
        StoredMemory before = new MemoryAccess(call).memory(AccessRight.WRITE);
        MemoryUpdate update = MemoryUpdate.read(before, call.fields());
        update.write();
        // A key that may only write is not shown what others wrote.
        return call.caller().has(before.memory().scope(), AccessRight.READ)
                ? HttpReply.ok(before.present().json())
                : done(UPDATED);
    }

    /** Updates in the form of the self-hosted server. */
    static HttpReply updateWithMessage(HttpCall call) {
        update(call);
        return done(UPDATED);
    }

    static HttpReply forget(HttpCall call) {
        QueryParameters parameters = call.parameters();
        boolean isLinked = parameters.truth("delete_linked");
        parameters.done();
        StoredMemory memory = new MemoryAccess(call).memory(AccessRight.FORGET);
        if (isLinked && memory.entry() instanceof Fact fact) {
            forgetEnded(memory.memory(), fact);
        }
        if (memory.memory().forget(selection(memory)).count() == 0) {
            throw MemoryId.missing();
        }
        return done("Memory deleted successfully!");
    }

    /** Erases the facts that a fact had ended, and those that these had ended: else the last of them is valid again. */
    private static void forgetEnded(Memory memory, Fact fact) {
        FactQuery alike = FactQuery.all().subject(fact.subject()).predicate(fact.predicate());
        for (Fact ended : memory.facts().list(alike)) {
            if (fact.id().equals(ended.supersededBy())) {
                forgetEnded(memory, ended);
                memory.forget(Selection.entry(Kind.FACT, ended.id()));
            }
        }
    }

    private static Selection selection(StoredMemory memory) {
        return Selection.entry(memory.entry().kind(), memory.entry().id());
    }

    static HttpReply updateBatch(HttpCall call) {
        MemoryAccess access = new MemoryAccess(call);
        List<JsonFields> updates = batch(call);
        // Each is read twice, because all of them together have no bound.
        updates.forEach(fields -> update(access, fields));
        updates.forEach(fields -> update(access, fields).write());
        return done("Successfully updated " + updates.size() + " memories");
    }

    private static MemoryUpdate update(MemoryAccess access, JsonFields fields) {
        StoredMemory before = access.memory(fields.text("memory_id"), AccessRight.WRITE);
        return fields.placed(given -> MemoryUpdate.read(before, given));
    }

    static HttpReply forgetBatch(HttpCall call) {
        MemoryAccess access = new MemoryAccess(call);
        List<Runnable> erasures = new ArrayList<>();
        for (JsonFields fields : batch(call)) {
            StoredMemory found = access.memory(fields.text("memory_id"), AccessRight.FORGET);
            fields.done();
            Memory memory = found.memory();
            Selection selection = selection(found);
            erasures.add(() -> memory.forget(selection));
        }
        erasures.forEach(Runnable::run);
        return done("Successfully deleted " + erasures.size() + " memories");
    }

    /** Reads the memories of a batch. Each is checked before the first is changed. */
    private static List<JsonFields> batch(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        List<JsonFields> memories = fields.list("memories");
        fields.done();
        if (memories.isEmpty() || memories.size() > MAX_BATCH) {
            throw new IllegalArgumentException(
                    "field 'memories' has " + memories.size() + " memories; send 1 to " + MAX_BATCH + " at a time");
        }
        return memories;
    }

    static HttpReply done(String message) {
        return HttpReply.ok(PlainJson.object("message", message));
    }
}
