package dev.daybook.server.doors;

import static dev.daybook.contract.memory.MessageFixture.said;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Selection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tenants with confusable names in spaces with confusable names, and their entries. */
final class HostileWorld {

    private static final String CRAWLER = "crawler";

    private final List<HostileTenant> tenants = new ArrayList<>();
    private final List<HostileTenant> refused = new ArrayList<>();
    private final Map<HostileTenant, PlantedHandles> handles = new HashMap<>();

    /** Names the tenants: the same users in two spaces, the other scopes of these, and pairs that joined are the same text. */
    HostileWorld(Random random) {
        ConfusableNames names = new ConfusableNames(random);
        List<String> spaces = names.family(3);
        List<String> users = names.family(9);
        Set<List<String>> places = new LinkedHashSet<>();
        users.forEach(user -> places.add(List.of(spaces.get(0), "user:" + user)));
        users.subList(0, 5).forEach(user -> places.add(List.of(spaces.get(1), "user:" + user)));
        for (String space : spaces.subList(0, 2)) {
            places.add(List.of(space, "anonymous"));
            places.add(List.of(space, "shared"));
        }
        String joint = names.separator();
        places.add(List.of(spaces.get(0), "user:" + users.get(0) + joint + users.get(1)));
        places.add(List.of(spaces.get(0) + joint + users.get(0), "user:" + users.get(1)));
        places.add(List.of(spaces.get(0) + joint + "user:" + users.get(0), "user:" + users.get(1)));
        places.add(List.of(spaces.get(2), "user:" + spaces.get(0)));
        for (String user : users.subList(0, 2)) {
            for (String space : spaces.subList(0, 2)) {
                String agent = agent(space, user, users.get(2));
                places.add(List.of(space, agent));
                places.add(List.of(space, "user:" + agent));
                places.add(List.of(space, agent(space, null, user)));
            }
        }
        places.add(List.of(spaces.get(0), agent(spaces.get(0), users.get(2), users.get(0))));
        places.removeIf(
                place -> !isAllowed(place.get(0)) || !isAllowed(place.get(1).replaceFirst("^user:", "")));
        places.forEach(place -> tenants.add(new HostileTenant(place.get(0), place.get(1), tenants.size())));
        for (int i = 0; i < 2; i++) {
            refused.add(new HostileTenant(spaces.get(0), "user:" + names.refused(users.get(i)), 100 + i));
            refused.add(new HostileTenant(names.refused(spaces.get(i)), "user:" + users.get(0), 200 + i));
        }
    }

    private static String agent(String space, @Nullable String user, String id) {
        return new Scope.Agent(new Space(space), user, id).code();
    }

    private static boolean isAllowed(String name) {
        return name.codePointCount(0, name.length()) <= 512;
    }

    /** Returns the tenants that the memory has. */
    List<HostileTenant> tenants() {
        return tenants;
    }

    /** Returns all ordered pairs of tenants. */
    List<TenantPair> pairs() {
        List<TenantPair> pairs = new ArrayList<>();
        for (HostileTenant own : tenants) {
            tenants.stream()
                    .filter(other -> !other.equals(own))
                    .forEach(other -> pairs.add(new TenantPair(own, other)));
        }
        return pairs;
    }

    /** Returns tenants with a name that the memory refuses. */
    List<HostileTenant> refused() {
        return refused;
    }

    PlantedHandles handles(HostileTenant tenant) {
        return handles.getOrDefault(tenant, new PlantedHandles("ctx_none", "op_none", "op_none"));
    }

    /** Writes the entries of all tenants: with the same ids and with ids of their own, each with the canary in its text. */
    void plant(Daybook daybook) {
        tenants.forEach(tenant -> plant(daybook.space(tenant.space()).memory(tenant.scope()), tenant));
        // Last, because a context of a user shows the shared scope.
        tenants.forEach(tenant ->
                handles.put(tenant, handles(daybook.space(tenant.space()).memory(tenant.scope()), tenant)));
    }

    private static void plant(Memory memory, HostileTenant tenant) {
        String canary = tenant.canary();
        memory.remember(said("same", "heron of " + canary).session("same"));
        memory.remember(said(tenant.only(), "heron alone " + canary).session(tenant.session()));
        memory.remember(said("gone", "heron gone").session("same"));
        memory.session(tenant.session()).change(options -> options.name(canary));
        memory.facts().remember(NewFact.of("code", "is", canary).id(tenant.only()));
        memory.facts().remember(NewFact.of("door", "has", canary).id("same"));
        memory.blocks().remember(NewBlock.of("persona", canary).agentWritable(true));
        memory.blocks().remember(NewBlock.of(tenant.only(), canary).agentWritable(true));
    }

    private static PlantedHandles handles(Memory memory, HostileTenant tenant) {
        memory.remember(NewEpisode.of(Message.user("heron hidden " + tenant.canary()))
                .id("hidden")
                .origin(new Origin(Origin.Source.TOOL, CRAWLER)));
        return new PlantedHandles(
                memory.session(tenant.session())
                        .context("heron", ContextOptions.defaults().keep(true))
                        .id(),
                memory.forget(Selection.episode("gone")).operation(),
                memory.quarantine().hide(Selection.writer(CRAWLER)).operation());
    }
}
