package dev.daybook.contract;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.contract.derivation.AssertingFactsBehaviour;
import dev.daybook.contract.derivation.AssessingFactsBehaviour;
import dev.daybook.contract.derivation.BackgroundDerivationBehaviour;
import dev.daybook.contract.derivation.BankBehaviour;
import dev.daybook.contract.derivation.BankFoldingBehaviour;
import dev.daybook.contract.derivation.BankForgettingBehaviour;
import dev.daybook.contract.derivation.BankShowingBehaviour;
import dev.daybook.contract.derivation.CitingStatementsBehaviour;
import dev.daybook.contract.derivation.DailyTokenBudgetBehaviour;
import dev.daybook.contract.derivation.DerivingFactsAgainBehaviour;
import dev.daybook.contract.derivation.DerivingFactsBehaviour;
import dev.daybook.contract.derivation.DerivingGistsBehaviour;
import dev.daybook.contract.derivation.DerivingWindowsBehaviour;
import dev.daybook.contract.derivation.FindingFactsBehaviour;
import dev.daybook.contract.derivation.RejectingStatementsBehaviour;
import dev.daybook.contract.derivation.SummariesBehaviour;
import dev.daybook.contract.derivation.UsingStatementsBehaviour;
import dev.daybook.contract.erasure.ForgettingAdditionsBehaviour;
import dev.daybook.contract.erasure.ForgettingBehaviour;
import dev.daybook.contract.erasure.ForgettingDerivedBehaviour;
import dev.daybook.contract.erasure.ForgettingUsersBehaviour;
import dev.daybook.contract.erasure.ForgottenAgainBehaviour;
import dev.daybook.contract.erasure.HoldingErasuresBehaviour;
import dev.daybook.contract.erasure.PreviewingBehaviour;
import dev.daybook.contract.erasure.ProposingBehaviour;
import dev.daybook.contract.erasure.QuarantiningBehaviour;
import dev.daybook.contract.erasure.QuarantiningDerivedBehaviour;
import dev.daybook.contract.erasure.ReleasingBehaviour;
import dev.daybook.contract.erasure.UndoingBehaviour;
import dev.daybook.contract.erasure.VerifyingBehaviour;
import dev.daybook.contract.memory.AgentsBehaviour;
import dev.daybook.contract.memory.BlocksBehaviour;
import dev.daybook.contract.memory.BrowsingBehaviour;
import dev.daybook.contract.memory.ConcurrencyBehaviour;
import dev.daybook.contract.memory.ExpiringBehaviour;
import dev.daybook.contract.memory.ExportingBehaviour;
import dev.daybook.contract.memory.IsolatingBehaviour;
import dev.daybook.contract.memory.IsolationMonitorBehaviour;
import dev.daybook.contract.memory.LowTrustBehaviour;
import dev.daybook.contract.memory.MediaPartsBehaviour;
import dev.daybook.contract.memory.PrincipalBehaviour;
import dev.daybook.contract.memory.ProtectingBehaviour;
import dev.daybook.contract.memory.ReadingChangesBehaviour;
import dev.daybook.contract.memory.RefusingBehaviour;
import dev.daybook.contract.memory.RememberingBehaviour;
import dev.daybook.contract.memory.SharedScopeBehaviour;
import dev.daybook.contract.memory.SpaceSettingsBehaviour;
import dev.daybook.contract.memory.ToolCallsBehaviour;
import dev.daybook.contract.memory.TrustBehaviour;
import dev.daybook.contract.memory.UsersBehaviour;
import dev.daybook.contract.memory.WritingAgainBehaviour;
import dev.daybook.contract.recall.AssemblingBehaviour;
import dev.daybook.contract.recall.AssemblingSessionBehaviour;
import dev.daybook.contract.recall.AssemblingTiersBehaviour;
import dev.daybook.contract.recall.ChangingEmbedderBehaviour;
import dev.daybook.contract.recall.CollapsingBehaviour;
import dev.daybook.contract.recall.EmbeddingBehaviour;
import dev.daybook.contract.recall.ExplainingBehaviour;
import dev.daybook.contract.recall.FailedEmbeddingsBehaviour;
import dev.daybook.contract.recall.FilteringBehaviour;
import dev.daybook.contract.recall.JoinedScopesBehaviour;
import dev.daybook.contract.recall.KeptContextBehaviour;
import dev.daybook.contract.recall.LeavingOutBehaviour;
import dev.daybook.contract.recall.QuotingBehaviour;
import dev.daybook.contract.recall.RankingBehaviour;
import dev.daybook.contract.recall.RebuildingBehaviour;
import dev.daybook.contract.recall.RecallingBehaviour;
import dev.daybook.contract.recall.SemanticSearchBehaviour;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.IdGenerator;
import dev.daybook.spi.LanguageModel;
import dev.daybook.store.Store;
import dev.daybook.testkit.CountingIds;
import dev.daybook.testkit.FixedClock;
import dev.daybook.testkit.StoreContract;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of a {@link Daybook} over a store, as tests through the public API; {@link StoreContract} tests the store
 * alone. A subclass opens the store and may add tests of its own with {@link #daybook()}, {@link #openedWith(Embedder)},
 * {@link #clock()} and {@link #store()}.
 */
public abstract class MemoryContract {

    /** An embedder that answers is late on a busy machine only, and then a test of its vectors would find keywords. */
    private static final Duration BUSY_MACHINE = Duration.ofMinutes(1);

    /** The time of the clock until a test moves it. */
    public static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00+01:00");

    @TempDir
    Path folder;

    private final FixedClock clock = FixedClock.at(NOON);
    private @Nullable Store store;
    private @Nullable LocalDaybook embedded;
    private @Nullable Daybook daybook;

    /** Opens the store in an empty folder. */
    protected abstract Store open(Path folder);

    /** The clock of the daybook. */
    public final FixedClock clock() {
        return clock;
    }

    /** The store under test, which stays open when a daybook over it is closed. */
    public final Store store() {
        if (store == null) {
            store = open(folder);
        }
        return store;
    }

    /** The daybook of the test, opened at the first call; keyword search only, unless a test opened it with other parts. */
    public final Daybook daybook() {
        return daybook == null ? openedWith(DaybookBuilder::noEmbedder) : daybook;
    }

    /** Opens the daybook of the test with an embedder. */
    public final Daybook openedWith(Embedder embedder) {
        return openedWith(parts -> parts.embedder(embedder));
    }

    /** Opens the daybook of the test with other parts, over the same store; an open daybook is closed first. */
    public final Daybook openedWith(UnaryOperator<DaybookBuilder> parts) {
        closeDaybook();
        IdGenerator ids = new CountingIds();
        DaybookBuilder builder = Daybook.builder(new UnclosedStore(store()))
                .clock(clock)
                .ids(ids)
                .questionTimeout(BUSY_MACHINE);
        embedded = parts.apply(builder).open();
        daybook = connect(embedded, ids);
        return daybook;
    }

    /**
     * Returns the daybook under test; a subclass may put the embedded one behind another implementation.
     *
     * @param ids the ids of the embedded daybook, for an implementation that assigns ids itself
     */
    protected Daybook connect(LocalDaybook embedded, IdGenerator ids) {
        return embedded;
    }

    /** Closes a daybook that {@link #connect} has returned, and the embedded one behind it. */
    protected void close(Daybook connected) {
        connected.close();
    }

    /**
     * The daybook in the process of the store: for calls of its operator, and for handles of a principal. The same as
     * {@link #daybook()} unless a subclass puts it behind another implementation.
     */
    public final LocalDaybook embedded() {
        daybook();
        return Objects.requireNonNull(embedded);
    }

    /** The memory of the user {@code ada} in the default space. */
    public final Memory ada() {
        return daybook().user("ada");
    }

    /** The memory of {@code ada} with a model that only {@code consolidate} calls, and that it may call again at once. */
    public final Memory adaWith(LanguageModel model) {
        return adaWith(model, ExtractionOptions.DEFAULTS);
    }

    /** Returns the memory of Ada with a model that reads her messages in these windows when it is asked to. */
    public final Memory adaWith(LanguageModel model, ExtractionOptions windows) {
        return openedWith(parts -> parts.noEmbedder()
                        .languageModel(model)
                        .extraction(windows)
                        .background(false)
                        .retryAfter(Duration.ZERO))
                .user("ada");
    }

    /** Closes the daybook of the test; the store stays open. */
    public final void closeDaybook() {
        if (daybook != null) {
            close(daybook);
            daybook = null;
            embedded = null;
        }
    }

    @AfterEach
    final void closeAll() {
        closeDaybook();
        if (store != null) {
            store.close();
        }
    }

    @Nested
    class Remembering extends RememberingBehaviour {
        Remembering() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ToolCalls extends ToolCallsBehaviour {
        ToolCalls() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class MediaParts extends MediaPartsBehaviour {
        MediaParts() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class WritingAgain extends WritingAgainBehaviour {
        WritingAgain() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Expiring extends ExpiringBehaviour {
        Expiring() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Refusing extends RefusingBehaviour {
        Refusing() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Concurrency extends ConcurrencyBehaviour {
        Concurrency() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Recalling extends RecallingBehaviour {
        Recalling() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Filtering extends FilteringBehaviour {
        Filtering() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Collapsing extends CollapsingBehaviour {
        Collapsing() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Ranking extends RankingBehaviour {
        Ranking() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class SemanticSearch extends SemanticSearchBehaviour {
        SemanticSearch() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class SharedScope extends SharedScopeBehaviour {
        SharedScope() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class JoinedScopes extends JoinedScopesBehaviour {
        JoinedScopes() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Agents extends AgentsBehaviour {
        Agents() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Explaining extends ExplainingBehaviour {
        Explaining() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class LeavingOut extends LeavingOutBehaviour {
        LeavingOut() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Isolating extends IsolatingBehaviour {
        Isolating() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Browsing extends BrowsingBehaviour {
        Browsing() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ReadingChanges extends ReadingChangesBehaviour {
        ReadingChanges() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Assembling extends AssemblingBehaviour {
        Assembling() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class AssemblingSession extends AssemblingSessionBehaviour {
        AssemblingSession() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class UsingStatements extends UsingStatementsBehaviour {
        UsingStatements() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class AssemblingTiers extends AssemblingTiersBehaviour {
        AssemblingTiers() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class KeptContext extends KeptContextBehaviour {
        KeptContext() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Quoting extends QuotingBehaviour {
        Quoting() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Forgetting extends ForgettingBehaviour {
        Forgetting() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ForgettingUsers extends ForgettingUsersBehaviour {
        ForgettingUsers() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class HoldingErasures extends HoldingErasuresBehaviour {
        HoldingErasures() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ForgottenAgain extends ForgottenAgainBehaviour {
        ForgottenAgain() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ForgettingAdditions extends ForgettingAdditionsBehaviour {
        ForgettingAdditions() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Quarantining extends QuarantiningBehaviour {
        Quarantining() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Proposing extends ProposingBehaviour {
        Proposing() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Releasing extends ReleasingBehaviour {
        Releasing() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class QuarantiningDerived extends QuarantiningDerivedBehaviour {
        QuarantiningDerived() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Previewing extends PreviewingBehaviour {
        Previewing() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ForgettingDerived extends ForgettingDerivedBehaviour {
        ForgettingDerived() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Verifying extends VerifyingBehaviour {
        Verifying() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Exporting extends ExportingBehaviour {
        Exporting() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Settings extends SpaceSettingsBehaviour {
        Settings() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Embedding extends EmbeddingBehaviour {
        Embedding() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Rebuilding extends RebuildingBehaviour {
        Rebuilding() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class FailedEmbeddings extends FailedEmbeddingsBehaviour {
        FailedEmbeddings() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Blocks extends BlocksBehaviour {
        Blocks() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ChangingEmbedder extends ChangingEmbedderBehaviour {
        ChangingEmbedder() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class AssertingFacts extends AssertingFactsBehaviour {
        AssertingFacts() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class AssessingFacts extends AssessingFactsBehaviour {
        AssessingFacts() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class FindingFacts extends FindingFactsBehaviour {
        FindingFacts() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Summaries extends SummariesBehaviour {
        Summaries() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class DerivingFacts extends DerivingFactsBehaviour {
        DerivingFacts() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class DerivingFactsAgain extends DerivingFactsAgainBehaviour {
        DerivingFactsAgain() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class DerivingWindows extends DerivingWindowsBehaviour {
        DerivingWindows() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class CitingStatements extends CitingStatementsBehaviour {
        CitingStatements() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class RejectingStatements extends RejectingStatementsBehaviour {
        RejectingStatements() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class DerivingGists extends DerivingGistsBehaviour {
        DerivingGists() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class BackgroundDerivation extends BackgroundDerivationBehaviour {
        BackgroundDerivation() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class DailyTokenBudget extends DailyTokenBudgetBehaviour {
        DailyTokenBudget() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Undoing extends UndoingBehaviour {
        Undoing() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class SharedBank extends BankBehaviour {
        SharedBank() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class FoldingBank extends BankFoldingBehaviour {
        FoldingBank() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ShowingBank extends BankShowingBehaviour {
        ShowingBank() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class ForgettingBank extends BankForgettingBehaviour {
        ForgettingBank() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Monitoring extends IsolationMonitorBehaviour {
        Monitoring() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Users extends UsersBehaviour {
        Users() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class WritingForOthers extends PrincipalBehaviour {
        WritingForOthers() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Trust extends TrustBehaviour {
        Trust() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Protecting extends ProtectingBehaviour {
        Protecting() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class LowTrust extends LowTrustBehaviour {
        LowTrust() {
            super(MemoryContract.this);
        }
    }
}
