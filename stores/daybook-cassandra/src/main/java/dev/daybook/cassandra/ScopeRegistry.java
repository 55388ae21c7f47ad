package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lives of scopes by space, without names. A life is registered before the first batch of it, because no batch
 * changes two partitions; a registered life without a batch is left out of the lists. The slots of a space are partitions
 * of their own, so that none gets too large.
 */
record ScopeRegistry(CassandraDatabase database, String store) {

    private static final int SLOTS = 16;
    private static final int HEADS_AT_ONCE = 32;

    private record RegisteredLife(int slot, ByteBuffer scope, int life) {

        /** The end of a page: all lives of a scope are before it. */
        String cursor() {
            return slot + " " + HexFormat.of().formatHex(RowValues.bytes(scope));
        }
    }

    private record ListedScope(RegisteredLife life, ScopeHead head) {}

    private static int slot(ByteBuffer scope) {
        return Math.floorMod(scope.get(scope.position()), SLOTS);
    }

    void register(Space space, ByteBuffer scope, int life) {
        database.write("INSERT INTO daybook_spaces (store, space) VALUES (?, ?)", store, space.id());
        database.write(
                "INSERT INTO daybook_scopes (store, space, slot, scope, life) VALUES (?, ?, ?, ?, ?)",
                store,
                space.id(),
                slot(scope),
                scope,
                life);
    }

    /** Returns the heads of the scopes that hold something, in the order of slots and keys. */
    Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        List<ListedScope> listed = listed(space, cursor, CassandraDatabase.oneMore(limit), this::holdsSomething);
        Page<ListedScope> page = Page.cut(listed, limit, last -> last.life().cursor());
        return new Page<>(page.items().stream().map(ListedScope::head).toList(), page.cursor());
    }

    /** Returns the scopes that have a name, in the order of spaces, slots and keys. */
    Page<Scope> scopes(@Nullable String cursor, int limit) {
        int wanted = CassandraDatabase.oneMore(limit);
        String[] end = cursor == null ? new String[] {"", ""} : cursor.split("\n", -1);
        List<ListedScope> listed = new ArrayList<>();
        for (Row row :
                database.read("SELECT space FROM daybook_spaces WHERE store = ? AND space >= ?", store, end[0])) {
            Space space = new Space(RowValues.text(row, "space"));
            String after = cursor != null && space.id().equals(end[0]) ? end[1] : null;
            listed.addAll(listed(space, after, wanted - listed.size(), life -> true));
            if (listed.size() >= wanted) {
                break;
            }
        }
        Page<ListedScope> page = Page.cut(
                listed,
                limit,
                last -> last.head().scope().space().id() + "\n" + last.life().cursor());
        return new Page<>(page.items().stream().map(each -> each.head().scope()).toList(), page.cursor());
    }

    private List<ListedScope> listed(
            Space space, @Nullable String cursor, int wanted, Predicate<ListedScope> isListed) {
        List<ListedScope> listed = new ArrayList<>();
        String[] end = cursor == null ? new String[] {"0", ""} : cursor.split(" ", -1);
        int first = Integer.parseInt(end[0]);
        for (int slot = first; slot < SLOTS && listed.size() < wanted; slot++) {
            ByteBuffer after = ByteBuffer.wrap(slot == first ? HexFormat.of().parseHex(end[1]) : new byte[0]);
            list(space, slot, after, wanted, isListed, listed);
        }
        return listed;
    }

    private void list(
            Space space,
            int slot,
            ByteBuffer after,
            int wanted,
            Predicate<ListedScope> isListed,
            List<ListedScope> listed) {
        List<RegisteredLife> lives = new ArrayList<>();
        for (Row row : database.read(
                "SELECT scope, life FROM daybook_scopes WHERE store = ? AND space = ? AND slot = ? AND scope > ?",
                store,
                space.id(),
                slot,
                after)) {
            lives.add(new RegisteredLife(slot, RowValues.buffer(row, "scope"), row.getInt("life")));
            if (lives.size() >= Math.min(HEADS_AT_ONCE, wanted)) {
                named(space, lives).filter(isListed).forEach(listed::add);
                lives.clear();
            }
            if (listed.size() >= wanted) {
                return;
            }
        }
        named(space, lives).filter(isListed).forEach(listed::add);
    }

    private Stream<ListedScope> named(Space space, List<RegisteredLife> lives) {
        List<PartitionHead> heads = PartitionHead.readAll(
                database, lives.stream().map(RegisteredLife::scope).toList());
        return IntStream.range(0, lives.size())
                .mapToObj(i -> named(space, lives.get(i), heads.get(i)))
                .filter(Objects::nonNull);
    }

    /** Returns null for a life that has ended or not begun, and for a scope without a name. */
    private @Nullable ListedScope named(Space space, RegisteredLife life, PartitionHead head) {
        if (head.turn() > 0 && head.life() > life.life()) {
            forget(space, life);
        }
        String code = head.code();
        return head.life() != life.life() || code == null
                ? null
                : new ListedScope(
                        life,
                        new ScopeHead(Scope.of(space, code), head.numbers().head()));
    }

    private boolean holdsSomething(ListedScope listed) {
        RegisteredLife life = listed.life();
        return listed.head().head().entries() > 0
                || !PartitionStates.page(database, life.scope(), life.life(), "", null, 1)
                        .items()
                        .isEmpty();
    }

    /** A life that has ended does not come back. */
    private void forget(Space space, RegisteredLife life) {
        database.write(
                "DELETE FROM daybook_scopes WHERE store = ? AND space = ? AND slot = ? AND scope = ? AND life = ?",
                store,
                space.id(),
                life.slot(),
                life.scope(),
                life.life());
    }

    /** Tests for another space with a registered scope; spaces stay registered. */
    boolean isUsedOutside(Space space) {
        for (Row row : database.read("SELECT space FROM daybook_spaces WHERE store = ?", store)) {
            if (!RowValues.text(row, "space").equals(space.id())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the spaces in which a scope holds something. */
    Page<Space> spaces(@Nullable String cursor, int limit) {
        int wanted = CassandraDatabase.oneMore(limit);
        List<Space> spaces = new ArrayList<>();
        for (Row row : database.read(
                "SELECT space FROM daybook_spaces WHERE store = ? AND space > ?",
                store,
                cursor == null ? "" : cursor)) {
            Space space = new Space(RowValues.text(row, "space"));
            if (!heads(space, null, 1).items().isEmpty()) {
                spaces.add(space);
            }
            if (spaces.size() >= wanted) {
                break;
            }
        }
        return Page.cut(spaces, limit, Space::id);
    }
}
