package dev.daybook.server.mem0;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.http.routes.HttpCall;
import dev.daybook.server.keys.GrantPlace;

/**
 * The memories that the key of a call opens in the space that it was created for. No id of a request reaches another scope.
 */
record MemoryAccess(HttpCall call) {

    /**
     * Returns the space of the key; without keys, the default space.
     *
     * @throws dev.daybook.server.problem.ForbiddenException if the grant of the scope that the key was created for was withdrawn
     */
    Space space() {
        GrantPlace home = call.caller().home();
        return home == null ? Space.DEFAULT : home.space();
    }

    /**
     * Returns the memory of the user, or without one that of the key, or else the anonymous memory.
     *
     * @param isScoped whether the request names any id; a key of a whole space needs one
     * @throws dev.daybook.server.problem.NotFoundException if the key does not open it
     */
    Memory of(EntityIds ids, boolean isScoped, AccessRight right) {
        GrantPlace home = call.caller().home();
        boolean isBound = home != null && home.scope() != null;
        if (!isScoped && !isBound) {
            throw new IllegalArgumentException(
                    "the request names no owner; give at least one of user_id, agent_id, app_id and run_id");
        }
        return of(
                ids.user() != null
                        ? new Scope.User(space(), ids.user())
                        : isBound ? home.scope() : new Scope.Anonymous(space()),
                right);
    }

    /** Returns the memory of a scope. */
    Memory of(Scope scope, AccessRight right) {
        call.caller().into(scope, right);
        return call.daybook()
                .space(scope.space().id(), call.caller().principal(scope))
                .memory(scope);
    }

    /** Returns the memory of the path. */
    StoredMemory memory(AccessRight right) {
        return memory(call.path().getOrDefault("id", ""), right);
    }

    /**
     * Returns a memory by its id.
     *
     * @throws dev.daybook.server.problem.NotFoundException if there is none, or it is in a scope that the key does not open
     */
    StoredMemory memory(String text, AccessRight right) {
        MemoryId id = MemoryId.read(space(), text);
        if (!call.caller().opens(id.scope())) {
            throw MemoryId.missing();
        }
        Memory memory = of(id.scope(), right);
        return memory.find(id.kind().type(), id.id())
                .map(entry -> StoredMemory.of(memory, entry))
                .orElseThrow(MemoryId::missing);
    }
}
