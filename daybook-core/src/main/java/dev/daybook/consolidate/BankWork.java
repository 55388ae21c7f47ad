package dev.daybook.consolidate;

import dev.daybook.context.BankBlock;
import dev.daybook.data.Chat;
import dev.daybook.data.Kind;
import dev.daybook.data.Method;
import dev.daybook.data.NewSummary;
import dev.daybook.data.Origin;
import dev.daybook.data.Outcome;
import dev.daybook.data.Outcome.Result;
import dev.daybook.data.Provenance;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Summary;
import dev.daybook.data.Summary.Level;
import dev.daybook.remember.BankEntries;
import dev.daybook.remember.FactWriter;
import dev.daybook.remember.Ledger;
import dev.daybook.remember.Ledger.Posting;
import dev.daybook.remember.WritePolicy;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Key;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import dev.daybook.spi.TokenCounter;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Fills the banks of spaces and keeps them within their budgets. Thread-safe. */
public final class BankWork {

    /** A conversation that has rested for so long is over, or at least paused. */
    public static final Duration IDLE = Duration.ofMinutes(10);

    /** How many conversations one run sums up, so that it ends within minutes; the others have their turn in the next. */
    static final int CHATS = 5;

    /** The bank may be so much larger than its budget before something is done: digests cost calls of a model. */
    private static final double HEADROOM = 1.25;

    private final Means means;
    private final BankEntries entries;
    private final BankChats chats;
    private final BankDigests digests;
    private final BankDrops drops;
    private final BankBlock block;
    private final Consolidation consolidation;
    private final Consumer<Outcome> log;

    public BankWork(
            Store store,
            Ledger ledger,
            FactWriter facts,
            IdSource ids,
            TokenCounter counter,
            Allowance allowance,
            ModelOptions options,
            Consumer<Outcome> log) {
        this.means = Means.of(store, ledger, facts, ids, counter, allowance, options);
        this.entries = new BankEntries(ledger);
        this.chats = new BankChats(means, entries);
        this.digests = new BankDigests(means, entries);
        this.drops = new BankDrops(means, entries);
        this.block = new BankBlock(counter);
        this.consolidation = Consolidation.of(means, List.of(chats, digests), log, options);
        this.log = log;
    }

    /** The conversations that have rested for a while and have a turn that is not summed up, longest at rest first. */
    public List<Chat> due(Space space, Duration idle) {
        return chats.due(space, idle, true);
    }

    /** Sums up what is new in a conversation, whether it has rested or not. */
    public Outcome summarize(Chat chat) {
        String subject = BankEntries.subject(chat);
        Scope shared = new Scope.Shared(chat.scope().space());
        if (chats.isPrivate(chat)) {
            return nothing(shared, subject, "the conversation is private");
        }
        // Without this an attempt would be kept for whatever name somebody asks for.
        if (chats.episodes(chat).isEmpty()) {
            return nothing(shared, subject, "there is no such conversation");
        }
        return consolidation.demand(shared, chats, subject);
    }

    private Outcome nothing(Scope shared, String subject, String detail) {
        OffsetDateTime now = means.ledger().now();
        return new Outcome(shared, BankChats.NAME, subject, Result.NOTHING, null, detail, 0, now);
    }

    /** Brings the texts of the summaries within a number of tokens. */
    public List<Outcome> compress(Space space, int maxTokens) {
        return compress(space, maxTokens, BankWork::tokens, true);
    }

    /** Sums up what is due, then brings the bank as it is shown within a number of tokens. */
    public List<Outcome> run(Space space, int maxTokens) {
        Scope shared = new Scope.Shared(space);
        List<Outcome> outcomes = new ArrayList<>();
        for (Chat chat : chats.due(space, IDLE, false).stream().limit(CHATS).toList()) {
            outcomes.add(consolidation.demand(shared, chats, BankEntries.subject(chat)));
        }
        // As it is shown, so that nothing of a bank within its budget is left out for its headings and labels.
        outcomes.addAll(compress(space, maxTokens, live -> block.size(space, live), false));
        return outcomes;
    }

    /** How many tokens the texts of some summaries have together. */
    public static int tokens(List<Summary> summaries) {
        long tokens = summaries.stream().mapToLong(Summary::tokens).sum();
        return (int) Math.min(Integer.MAX_VALUE, tokens);
    }

    private List<Outcome> compress(Space space, int maxTokens, ToIntFunction<List<Summary>> size, boolean demanded) {
        List<Outcome> outcomes = new ArrayList<>();
        if (size.applyAsInt(entries.live(space)) <= HEADROOM * maxTokens) {
            return outcomes;
        }
        for (BankDigests.Rung rung : BankDigests.Rung.values()) {
            for (String subject : digests.subjects(space, rung)) {
                outcomes.add(digest(new Scope.Shared(space), subject, demanded));
            }
            if (size.applyAsInt(entries.live(space)) <= maxTokens) {
                return outcomes;
            }
        }
        // What could not be folded because the model is down must not be lost for it.
        boolean folded = outcomes.stream()
                .allMatch(outcome -> outcome.result() == Result.DONE || outcome.result() == Result.NOTHING);
        if (folded) {
            drops.drop(space, maxTokens, size).ifPresent(outcome -> {
                log.accept(outcome);
                outcomes.add(outcome);
            });
        }
        return outcomes;
    }

    private Outcome digest(Scope shared, String subject, boolean demanded) {
        Instant now = means.ledger().now().toInstant();
        if (!demanded
                && means.attempts().find(shared, BankDigests.NAME, subject).mustWait(now)) {
            String detail = "a failed attempt has its time to wait";
            return new Outcome(
                    shared,
                    BankDigests.NAME,
                    subject,
                    Result.WAITING,
                    null,
                    detail,
                    0,
                    means.ledger().now());
        }
        return consolidation.demand(shared, digests, subject);
    }

    /** Puts a summary into a bank by hand, in the place of the one in use of the same conversation or period. */
    public Summary add(Space space, NewSummary stated, WritePolicy policy) {
        NewSummary given = policy.screened(stated);
        Scope shared = new Scope.Shared(space);
        Chat chat = given.chat();
        List<Ref> covers = chat == null ? List.of() : covers(chat, given.lastSourceAt());
        var posted = means.ledger().change(shared, "bank entry", change -> {
            Optional<Summary> present = present(space, given);
            Summary summary = summary(given, covers, present.orElse(null), policy);
            change.put(Posting.of(
                    summary,
                    present.flatMap(was -> stored(means.ledger(), shared, was.id()))
                            .orElse(null)));
            return summary;
        });
        var place = posted.placed().get(0);
        return posted.answer().at(place.position(), place.revision());
    }

    private Optional<Summary> present(Space space, NewSummary given) {
        if (given.chat() != null) {
            return chats.find(given.chat());
        }
        String period = given.period();
        return given.level() == Level.SESSION || period == null
                ? Optional.empty()
                : digests.find(space, given.level(), period);
    }

    private List<Ref> covers(Chat chat, @Nullable OffsetDateTime last) {
        return chats.episodes(chat).stream()
                .filter(episode -> last != null && !episode.occurredAt().isAfter(last))
                .map(episode -> BankChats.ref(chat, episode))
                .toList();
    }

    private Summary summary(NewSummary given, List<Ref> covers, @Nullable Summary present, WritePolicy policy) {
        OffsetDateTime now = means.ledger().now();
        Integer tokens = given.tokens();
        Chat chat = given.chat();
        return new Summary(
                present == null ? means.ids().next(Kind.SUMMARY) : present.id(),
                given.level(),
                chat == null ? null : chat.session(),
                given.period() == null ? "" : given.period(),
                given.text(),
                tokens == null ? means.counter().count(given.text()) : tokens,
                given.sourceCount(),
                0,
                given.lastSourceAt(),
                covers,
                Summary.State.LIVE,
                Method.GIVEN,
                present == null ? now : present.createdAt(),
                now,
                Provenance.unwritten(policy.origin(Origin.USER), policy.trust(null, Origin.USER)));
    }

    /** The version of a summary that another is to replace. */
    static Optional<Stored> stored(Ledger ledger, Scope shared, String id) {
        Key key = new Key(Kind.SUMMARY, id);
        return Optional.ofNullable(ledger.present(shared, List.of(key)).get(key));
    }
}
