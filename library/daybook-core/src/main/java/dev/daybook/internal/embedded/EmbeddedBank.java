package dev.daybook.internal.embedded;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Bank;
import dev.daybook.internal.bank.BankMaintenance;
import dev.daybook.internal.context.BankBlock;
import dev.daybook.internal.forget.ScopeEraser;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.model.Kind;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.BankText;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.EntryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bank of a space of a daybook in this process. */
final class EmbeddedBank implements Bank {

    private final ScopeAccess access;
    private final SettingsStates settings;
    private final BankMaintenance work;
    private final BankEntries entries;
    private final BankBlock block;
    private final ScopeEraser eraser;
    private final BackgroundWork background;
    private final Space space;
    private final AccessRules rules;
    private final Scope shared;

    /** @param access the access to the shared scope of the space */
    EmbeddedBank(
            ScopeAccess access,
            SettingsStates settings,
            BankMaintenance work,
            BankEntries entries,
            BankBlock block,
            ScopeEraser eraser,
            BackgroundWork background) {
        this.access = access;
        this.settings = settings;
        this.work = work;
        this.entries = entries;
        this.block = block;
        this.eraser = eraser;
        this.background = background;
        this.shared = access.scope();
        this.space = shared.space();
        this.rules = access.rules();
    }

    private SpaceSettings.Bank settings() {
        return settings.of(space).bank();
    }

    @Override
    public List<SessionRef> due() {
        return due(BankMaintenance.IDLE);
    }

    @Override
    public List<SessionRef> due(Duration idle) {
        if (present("idle", idle).isNegative()) {
            throw new IllegalArgumentException("idle is " + idle + "; give a duration, or zero");
        }
        return settings().enabled() ? work.due(space, idle) : List.of();
    }

    @Override
    public DerivationOutcome summarize(SessionRef sessionRef) {
        requireOwn(present("session", sessionRef));
        if (!settings().enabled()) {
            throw new IllegalArgumentException("the bank of the space '" + space.id()
                    + "' is off; set bank.enabled in its settings, and tell its users");
        }
        requireToMaintain(work.find(sessionRef).stream().toList());
        DerivationOutcome outcome = work.summarize(sessionRef);
        wake();
        return outcome;
    }

    /** @param replaced the summaries that may be replaced, folded or dropped */
    private void requireToMaintain(List<Summary> replaced) {
        rules.require(ProtectedOperation.MAINTAIN_BANK);
        rules.requireTrust(ProtectedOperation.MAINTAIN_BANK, replaced.stream());
    }

    private void requireOwn(SessionRef sessionRef) {
        if (!sessionRef.scope().space().equals(space) || !ReadScopes.areInBank(sessionRef.scope())) {
            throw new IllegalArgumentException(
                    "session is in " + sessionRef.scope().code() + " of the space '"
                            + sessionRef.scope().space().id()
                            + "'; give a session of a user or of the anonymous scope of the space '" + space.id()
                            + "'");
        }
    }

    @Override
    public List<DerivationOutcome> compress(int maxTokens) {
        if (maxTokens <= 0) {
            throw new IllegalArgumentException("maxTokens is " + maxTokens + "; give a positive number of tokens");
        }
        requireToMaintain(entries.live(space));
        List<DerivationOutcome> outcomes = work.compress(space, maxTokens);
        wake();
        return outcomes;
    }

    @Override
    public List<DerivationOutcome> run() {
        if (!settings().enabled()) {
            return List.of();
        }
        requireToMaintain(entries.live(space));
        List<DerivationOutcome> outcomes = work.run(space, settings().maxTokens());
        wake();
        return outcomes;
    }

    @Override
    public BankContents list() {
        List<Summary> live = entries.live(space);
        Map<Summary.Level, Integer> counts = new EnumMap<>(Summary.Level.class);
        live.forEach(summary -> counts.merge(summary.level(), 1, Integer::sum));
        return new BankContents(
                live, counts, BankMaintenance.tokens(live), settings().maxTokens());
    }

    @Override
    public List<Summary> archive() {
        return entries.archive(space);
    }

    @Override
    public Summary remember(NewSummary summary) {
        SessionRef sessionRef = present("summary", summary).session();
        if (sessionRef != null) {
            requireOwn(sessionRef);
        }
        rules.require(ProtectedOperation.ADD_TO_BANK);
        Summary added = work.add(space, summary, access.policy());
        wake();
        return added;
    }

    @Override
    public BankText preview() {
        return preview(settings().maxTokens(), null);
    }

    @Override
    public BankText preview(int maxTokens, @Nullable Instant asOf) {
        SizeLimits.time("asOf", asOf);
        List<Summary> live = asOf == null ? entries.live(space) : entries.asOf(space, asOf);
        return block.render(space, live, maxTokens);
    }

    @Override
    public int forget() {
        List<Summary> all = new ArrayList<>(entries.live(space));
        all.addAll(entries.archive(space));
        rules.require(ProtectedOperation.CLEAR_BANK);
        rules.requireTrust(ProtectedOperation.CLEAR_BANK, all.stream());
        List<EntryKey> keys = all.stream()
                .map(summary -> new EntryKey(Kind.SUMMARY, summary.id()))
                .toList();
        // Without these the conversations would count as read.
        List<String> states = eraser.states(shared, BankEntries.states());
        ErasureReceipt erasure = eraser.erase(shared, keys, states);
        return Math.toIntExact(erasure.counts().getOrDefault(Kind.SUMMARY, 0L));
    }

    private void wake() {
        background.wakeVectors(shared);
    }
}
