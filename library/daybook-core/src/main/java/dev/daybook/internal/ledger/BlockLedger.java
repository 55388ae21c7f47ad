package dev.daybook.internal.ledger;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.ledger.EntryLedger.CommittedChange;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.Block;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.query.VersionCondition;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes blocks. A change reads and commits under the scope's write lock, so no update is lost. Thread-safe.
 */
public final class BlockLedger {

    /** The status of a removed block: its versions stay, no list shows it. */
    public static final String REMOVED = "removed";

    private final EntryLedger ledger;

    public BlockLedger(EntryLedger ledger) {
        this.ledger = ledger;
    }

    /** Lists the blocks in order. */
    public List<Block> list(Scope scope, EntryScan.Versions versions) {
        return ledger.all(scope, EntryScan.of(Kind.BLOCK).versions(versions)).stream()
                .filter(BlockLedger::isLive)
                .map(BlockLedger::decode)
                .sorted(Comparator.comparingInt(Block::order))
                .toList();
    }

    public Optional<Block> find(Scope scope, String name) {
        return stored(scope, name).filter(BlockLedger::isLive).map(BlockLedger::decode);
    }

    /** Lists all versions, oldest first. */
    public List<Block> history(Scope scope, String name) {
        return ledger.versions(scope, new EntryKey(Kind.BLOCK, name)).stream()
                .filter(BlockLedger::isLive)
                .map(BlockLedger::decode)
                .toList();
    }

    public Block put(Scope scope, NewBlock stated, VersionCondition condition, WritePolicy policy) {
        NewBlock given = policy.admitted(stated, stated.content());
        CommittedChange<Block> committed = ledger.change(scope, "block", change -> {
            Optional<StoredEntry> stored = stored(scope, given.name());
            Optional<Block> present = stored.filter(BlockLedger::isLive).map(BlockLedger::decode);
            condition.and(expected(given)).require(named(given.name()), version(present));
            Block block = complete(scope, given, present.orElse(null), policy);
            if (present.filter(was -> isSame(was, block)).isPresent()) {
                return present.get();
            }
            present.ifPresent(policy.rules()::requireReplaceable);
            stored.map(BlockLedger::decode).ifPresent(was -> policy.rules().requireEnd(was, () -> ledger.end(block)));
            change.put(EntryWrite.of(block, stored.orElse(null)));
            return block;
        });
        return placed(committed);
    }

    /**
     * Puts blocks as part of a change. New blocks are added at the end in the given order; unchanged ones are skipped.
     */
    public void post(Change change, Scope scope, List<NewBlock> blocks) {
        int added = 0;
        for (NewBlock given : blocks) {
            Optional<StoredEntry> stored = stored(scope, given.name());
            Optional<Block> present = stored.filter(BlockLedger::isLive).map(BlockLedger::decode);
            Block block = complete(scope, given, present.orElse(null), WritePolicy.DERIVED);
            if (present.isEmpty()) {
                block = with(block, block.content(), block.order() + added++, block.updatedAt());
            }
            Block committed = block;
            if (present.filter(was -> isSame(was, committed)).isEmpty()) {
                change.put(EntryWrite.of(committed, stored.orElse(null)));
            }
        }
    }

    /**
     * A text to append.
     *
     * @param separator stands before it unless the content is empty
     */
    public record AppendedText(String text, String separator) {

        private String to(String content) {
            return content.isEmpty() ? text : content + separator + text;
        }
    }

    public Block append(
            Scope scope, String name, AppendedText appended, VersionCondition condition, WritePolicy policy) {
        CommittedChange<Block> committed = ledger.change(scope, "block", change -> {
            Optional<StoredEntry> stored = stored(scope, name);
            Optional<Block> present = stored.filter(BlockLedger::isLive).map(BlockLedger::decode);
            condition.require(named(name), version(present));
            String before = present.map(Block::content).orElse("");
            String content = appended.to(before);
            // Appending does not raise the trust of the text before it.
            NewBlock longer = policy.admitted(NewBlock.of(name, content), appended.text())
                    .sources(present.map(Block::sources).orElse(List.of()))
                    .trust(Trust.USER.least(present.map(Block::trust).orElse(Trust.USER)));
            Block block = complete(scope, longer, present.orElse(null), policy);
            if (present.isPresent() && content.equals(before)) {
                return present.get();
            }
            present.ifPresent(policy.rules()::requireReplaceable);
            change.put(EntryWrite.of(block, stored.orElse(null)));
            return block;
        });
        return placed(committed);
    }

    public Optional<Block> move(Scope scope, String name, int place, VersionCondition condition, WritePolicy policy) {
        if (place < 0) {
            throw new IllegalArgumentException("place is " + place + "; give one from 0");
        }
        ledger.change(scope, "block order", change -> reorder(scope, name, place, condition, change, policy));
        return find(scope, name);
    }

    /**
     * Reassigns the present order numbers to the blocks in their new order. Only blocks with a new number get a new
     * version.
     */
    private boolean reorder(
            Scope scope, String name, int place, VersionCondition condition, Change change, WritePolicy policy) {
        List<Block> blocks = list(scope, EntryScan.Versions.CURRENT);
        List<Block> moved = new ArrayList<>(blocks);
        Optional<Block> block =
                moved.stream().filter(each -> each.name().equals(name)).findFirst();
        if (block.isEmpty()) {
            return false;
        }
        condition.require(named(name), version(block));
        moved.remove(block.get());
        moved.add(Math.min(place, moved.size()), block.get());
        OffsetDateTime now = ledger.now();
        for (int i = 0; i < moved.size(); i++) {
            int order = blocks.get(i).order();
            Block each = moved.get(i);
            if (each.order() != order) {
                policy.rules().requireTrust(each);
                change.put(EntryWrite.of(
                        with(each, each.content(), order, now),
                        stored(scope, each.name()).orElse(null)));
            }
        }
        return true;
    }

    public boolean remove(Scope scope, String name, VersionCondition condition, WritePolicy policy) {
        return ledger.change(scope, "block removed", change -> {
                    Optional<StoredEntry> stored = stored(scope, name).filter(BlockLedger::isLive);
                    stored.ifPresent(there -> {
                        OffsetDateTime now = ledger.now();
                        Block block = decode(there);
                        policy.rules().requireTrust(block);
                        condition.require(named(name), block.revision());
                        Block empty = with(block, "", block.order(), now);
                        change.put(new EntryWrite(empty, REMOVED, now.toInstant(), there));
                    });
                    return stored.isPresent();
                })
                .answer();
    }

    private static VersionCondition expected(NewBlock given) {
        return given.version() == null ? VersionCondition.NONE : VersionCondition.of(given.version());
    }

    private static String named(String name) {
        return "block '" + name + "'";
    }

    /** Returns the version of a block; 0 if there is none. */
    private static long version(Optional<Block> present) {
        return present.map(Block::revision).orElse(0L);
    }

    private Block complete(Scope scope, NewBlock given, @Nullable Block present, WritePolicy policy) {
        Optional<Block> known = Optional.ofNullable(present);
        int maxLength = given.maxLength() == null ? known.map(Block::maxLength).orElse(0) : given.maxLength();
        int length = given.content().codePointCount(0, given.content().length());
        if (maxLength > 0 && length > maxLength) {
            throw new IllegalArgumentException("block '" + given.name() + "' would have " + length
                    + " characters, but its maxLength is " + maxLength + "; shorten the content or raise maxLength");
        }
        boolean agentWritable =
                given.agentWritable() == null ? known.map(Block::agentWritable).orElse(false) : given.agentWritable();
        Origin origin = given.origin() == null ? Origin.USER : given.origin();
        EntryEnd.requireAhead(given.expiresAt(), ledger.now().toInstant());
        Instant end = given.expiresAt() == null ? known.map(Block::expiresAt).orElse(null) : given.expiresAt();
        Block block = new Block(
                given.name(),
                given.content(),
                known.map(Block::order).orElseGet(() -> lastOrder(scope) + 1),
                agentWritable,
                maxLength,
                ledger.now(),
                given.sources(),
                Provenance.unwritten(policy.origin(origin), policy.trust(given.trust(), origin))
                        .expiring(end));
        EntryCitations.requireWithin(scope, block);
        return block;
    }

    /** Returns the highest order in use. The number of blocks would collide with a used order after a removal. */
    private int lastOrder(Scope scope) {
        return list(scope, EntryScan.Versions.CURRENT).stream()
                .mapToInt(Block::order)
                .max()
                .orElse(-1);
    }

    private static boolean isSame(Block one, Block other) {
        return one.content().equals(other.content())
                && one.agentWritable() == other.agentWritable()
                && one.maxLength() == other.maxLength()
                && one.sources().equals(other.sources())
                && one.origin().agreesWith(other.origin())
                && one.trust() == other.trust()
                && Objects.equals(one.expiresAt(), other.expiresAt());
    }

    private static Block placed(CommittedChange<Block> committed) {
        Block block = committed.answer();
        return committed.placed().stream()
                .findFirst()
                .map(place -> block.withProvenance(block.provenance().at(place.position(), place.revision())))
                .orElse(block);
    }

    private static Block with(Block block, String content, int order, OffsetDateTime now) {
        return block.withContent(content)
                .withOrder(order)
                .withUpdatedAt(now)
                .withProvenance(block.provenance().unwritten());
    }

    private Optional<StoredEntry> stored(Scope scope, String name) {
        EntryKey key = new EntryKey(Kind.BLOCK, name);
        return Optional.ofNullable(ledger.present(scope, Set.of(key)).get(key));
    }

    private static boolean isLive(StoredEntry stored) {
        return stored.status().equals(EntryPut.LIVE);
    }

    private static Block decode(StoredEntry stored) {
        return (Block) EntryCodec.decode(stored);
    }
}
