package dev.daybook.forget;

import dev.daybook.data.Kind;
import dev.daybook.data.Note;
import dev.daybook.data.Ref;
import dev.daybook.spi.Key;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Episodes that stay while notes go that were made of them.
 *
 * @param robbed those whose notes go only because they were made of something else too: they are made into notes again
 * @param meant those of which a note goes that was meant: what somebody takes out is not made again
 */
record Additions(Set<String> robbed, Set<String> meant) {

    /**
     * @param going the entries that go
     * @param meant the keys of those that somebody wants gone
     * @param stays whether what is cited stays
     */
    static Additions of(Stream<Held> going, Set<Key> meant, Predicate<Ref> stays) {
        Set<String> robbed = new LinkedHashSet<>();
        Set<String> wanted = new LinkedHashSet<>();
        going.filter(each -> each.isA(Kind.NOTE)).forEach(each -> {
            boolean isMeant = meant.contains(each.key());
            Set<String> episodes = isMeant ? wanted : robbed;
            // Nobody misses a note that was taken back.
            if (isMeant || !each.isWithdrawn()) {
                ((Note) each.current().entry())
                        .sources().stream()
                                .filter(ref -> ref.kind() == Kind.EPISODE)
                                .filter(stays)
                                .forEach(ref -> episodes.add(ref.id()));
            }
        });
        robbed.removeAll(wanted);
        return new Additions(robbed, wanted);
    }
}
