package dev.daybook.internal.recall;

import dev.daybook.internal.entries.EntryText;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.recall.EntryRanking.Candidate;
import dev.daybook.internal.recall.RankedHits.Admitted;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Trust;
import dev.daybook.outcome.ScoreReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The hits of one ranking in groups of near-equal texts of one scope, of which one stands for all. The index tells which entries
 * have the same terms, so that only their bodies are compared. A group has the place of its best member and shows its newest.
 * Only the members of the highest trust count: a copy that is believed less changes neither place nor number nor time, and is
 * left out. Decision 154. Not thread-safe.
 */
final class HitGroups {

    /** The bodies read at once. */
    private static final int BATCH = 500;

    /** Compares the trust message by message, the highest first; members of one group have as many. */
    private static final Comparator<List<Trust>> HIGHEST_TRUST_FIRST = (one, other) -> IntStream.range(0, one.size())
            .map(index -> one.get(index).compareTo(other.get(index)))
            .filter(difference -> difference != 0)
            .findFirst()
            .orElse(0);

    private final Predicate<Candidate> passes;
    private final Function<List<Candidate>, List<Admitted>> admitted;
    private final Map<ScopeIndex, BitSet> leftOut = new IdentityHashMap<>();

    /** The groups of the entries with the same terms, by the last slot with these. */
    private final Map<ScopeIndex, Map<Integer, Map<Integer, List<Member>>>> groups = new IdentityHashMap<>();

    private record Member(Candidate candidate, List<Trust> trusts) {}

    /**
     * The entry that is shown for a group.
     *
     * @param copies the number of its members
     */
    record Standing(Candidate newest, int copies) {

        boolean isAlone() {
            return copies == 1;
        }

        ScoreReason why() {
            return new ScoreReason("copies", 0, "it is the newest of " + copies + " hits with this text");
        }
    }

    /**
     * @param passes whether an entry can be a hit by the index
     * @param admitted the candidates that are hits by their bodies
     */
    HitGroups(Predicate<Candidate> passes, Function<List<Candidate>, List<Admitted>> admitted) {
        this.passes = passes;
        this.admitted = admitted;
    }

    /** Returns whether another hit stands for an entry. */
    boolean isLeftOut(Candidate candidate) {
        return leftOut(candidate.owner()).get(candidate.number());
    }

    private BitSet leftOut(ScoredScope owner) {
        return leftOut.computeIfAbsent(owner.scopeIndex(), unseen -> new BitSet());
    }

    /** Returns what stands in the place of a hit; empty if another place has it. Call it in the order of the ranks. */
    Optional<Standing> standing(Candidate hit) {
        if (isLeftOut(hit)) {
            return Optional.empty();
        }
        List<Member> members = members(hit);
        if (members.isEmpty()) {
            return Optional.of(new Standing(hit, 1));
        }
        List<Trust> most =
                members.stream().map(Member::trusts).min(HIGHEST_TRUST_FIRST).orElse(List.of());
        List<Candidate> counted = members.stream()
                .filter(member -> member.trusts().equals(most))
                .map(Member::candidate)
                .toList();
        if (counted.stream().noneMatch(candidate -> candidate.number() == hit.number())) {
            leftOut(hit.owner()).set(hit.number());
            return Optional.empty();
        }
        members.forEach(member -> leftOut(hit.owner()).set(member.candidate().number()));
        return counted.stream()
                .min(Comparator.comparing(candidate -> candidate.slot().row(), EntryRanking::byTime))
                .map(newest -> new Standing(newest, counted.size()));
    }

    /** Returns the members of the group of a hit, itself among them; empty if there is no group. */
    private List<Member> members(Candidate hit) {
        int[] alike = hit.owner().scopeIndex().slotsLike(hit.number());
        return alike.length == 1
                ? List.of()
                : groups.computeIfAbsent(hit.owner().scopeIndex(), unseen -> new HashMap<>())
                        .computeIfAbsent(alike[0], unseen -> groups(hit.owner(), alike))
                        .getOrDefault(hit.number(), List.of());
    }

    private Map<Integer, List<Member>> groups(ScoredScope owner, int[] alike) {
        List<Candidate> candidates = Arrays.stream(alike)
                .mapToObj(slot -> new Candidate(owner, slot))
                .filter(passes)
                .toList();
        Map<EntryText, List<Member>> byText = new HashMap<>();
        Map<Integer, List<Member>> bySlot = new HashMap<>();
        for (int from = 0; from < candidates.size(); from += BATCH) {
            long taken = ReadBudget.taken();
            for (Admitted each : admitted.apply(candidates.subList(from, Math.min(candidates.size(), from + BATCH)))) {
                EntryText text = EntryText.of(each.entry());
                int slot = each.candidate().number();
                if (!text.beginsShort() || !owner.scopeIndex().mayAnswer(slot)) {
                    List<Member> members = byText.computeIfAbsent(text, unseen -> new ArrayList<>());
                    members.add(new Member(each.candidate(), trusts(each.entry())));
                    bySlot.put(slot, members);
                }
            }
            // No body is kept.
            ReadBudget.giveBack(ReadBudget.taken() - taken);
        }
        return bySlot;
    }

    private static List<Trust> trusts(Entry entry) {
        return entry instanceof Episode episode
                ? IntStream.range(0, episode.messages().size())
                        .mapToObj(episode::trustOf)
                        .toList()
                : List.of(entry.trust());
    }
}
