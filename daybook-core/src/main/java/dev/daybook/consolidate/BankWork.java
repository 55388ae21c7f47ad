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

/** Fills the banks of spaces and keeps them within their token budgets. Thread-safe. */
public final class BankWork {

    /** A session idle for this long is over, or at least paused. */
    public static final Duration IDLE = Duration.ofMinutes(10);

    /** The sessions summarized in one run, so that it ends within minutes; the next run takes the others. */
    static final int CHATS = 5;

    /** The factor by which a bank may exceed its budget before it is compressed: digests cost model calls. */
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

    /** Lists the idle sessions with turns that no summary covers, longest idle first. */
    public List<Chat> due(Space space, Duration idle) {
        return chats.due(space, idle, true);
    }

    /** Summarizes the new turns of a session, idle or not. */
    public Outcome summarize(Chat chat) {
        String subject = BankEntries.subject(chat);
        Scope shared = new Scope.Shared(chat.scope().space());
        if (chats.isPrivate(chat)) {
            return nothing(shared, subject, "the session is private");
        }
        // Otherwise any unknown session name would leave an attempt behind.
        if (chats.episodes(chat).isEmpty()) {
            return nothing(shared, subject, "there is no such session");
        }
        return consolidation.demand(shared, chats, subject);
    }

    private Outcome nothing(Scope shared, String subject, String detail) {
        OffsetDateTime now = means.ledger().now();
        return new Outcome(shared, BankChats.NAME, subject, Result.NOTHING, null, detail, 0, now);
    }

    /** Compresses the bank until the texts of its summaries fit a number of tokens. */
    public List<Outcome> compress(Space space, int maxTokens) {
        return compress(space, maxTokens, BankWork::tokens, true);
    }

    /** Summarizes the due sessions, then compresses the bank until its block fits a number of tokens. */
    public List<Outcome> run(Space space, int maxTokens) {
        Scope shared = new Scope.Shared(space);
        List<Outcome> outcomes = new ArrayList<>();
        for (Chat chat : chats.due(space, IDLE, false).stream().limit(CHATS).toList()) {
            outcomes.add(consolidation.demand(shared, chats, BankEntries.subject(chat)));
        }
        // Headings and labels of the block count, so that a bank within its budget is shown in full.
        outcomes.addAll(compress(space, maxTokens, live -> block.size(space, live), false));
        return outcomes;
    }

    /** Returns the total tokens of summary texts. */
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
        // A summary that could not be folded because the model failed must not be dropped for it.
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
        Attempt attempt = means.attempts().find(shared, BankDigests.NAME, subject);
        if (!demanded && attempt.mustWait(now)) {
            String detail = "waiting to retry after a failure, until " + attempt.notBefore();
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

    /** Writes a summary by hand, in place of the live one of the same session or period. */
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

    /** Returns the stored version of a summary to replace. */
    static Optional<Stored> stored(Ledger ledger, Scope shared, String id) {
        Key key = new Key(Kind.SUMMARY, id);
        return Optional.ofNullable(ledger.present(shared, List.of(key)).get(key));
    }
}
