package dev.daybook.testkit;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.LanguageModel;
import dev.daybook.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/**
 * A daybook over this store behaves like any other, as tests. Extend it and say how the store is opened. Where
 * {@link StoreContract} looks at the store alone, this looks through the door that users take.
 */
public abstract class MemoryContract {

    /** What the clock shows until a test moves it. */
    static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00+01:00");

    @TempDir
    Path folder;

    private final FixedClock clock = FixedClock.at(NOON);
    private @Nullable Store store;
    private @Nullable Daybook daybook;

    /** Opens the store in an empty folder. */
    protected abstract Store open(Path folder);

    final FixedClock clock() {
        return clock;
    }

    /** The store under test, which stays open when a daybook over it is closed. */
    final Store store() {
        if (store == null) {
            store = open(folder);
        }
        return store;
    }

    /** The daybook of the test; by words only, unless it was opened otherwise before. */
    final Daybook daybook() {
        return daybook == null ? openedWith(DaybookBuilder::noEmbedder) : daybook;
    }

    final Daybook openedWith(Embedder embedder) {
        return openedWith(parts -> parts.embedder(embedder));
    }

    /** Opens the daybook of the test with other parts; one that is open is closed first, and finds the same store. */
    final Daybook openedWith(UnaryOperator<DaybookBuilder> parts) {
        closeDaybook();
        DaybookBuilder builder =
                Daybook.builder(new UnclosedStore(store())).clock(clock).ids(new CountingIds());
        daybook = parts.apply(builder).open();
        return daybook;
    }

    final Memory ada() {
        return daybook().user("ada");
    }

    /** Ada's memory with a model that is asked only by {@code consolidate}, and may be asked again at once. */
    final Memory adaWith(LanguageModel model) {
        return openedWith(parts -> parts.noEmbedder()
                        .languageModel(model)
                        .background(false)
                        .retryAfter(Duration.ZERO))
                .user("ada");
    }

    final void closeDaybook() {
        if (daybook != null) {
            daybook.close();
            daybook = null;
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
    class WritingAgain extends WritingAgainBehaviour {
        WritingAgain() {
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
    class Crowding extends CrowdingBehaviour {
        Crowding() {
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
    class Ranking extends RankingBehaviour {
        Ranking() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Meaning extends MeaningBehaviour {
        Meaning() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Sharing extends SharingBehaviour {
        Sharing() {
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
    class Isolating extends IsolatingBehaviour {
        Isolating() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Looking extends LookingBehaviour {
        Looking() {
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
    class AssemblingOneConversation extends AssemblingOneConversationBehaviour {
        AssemblingOneConversation() {
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
    class Keeping extends KeepingBehaviour {
        Keeping() {
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
    class Setting extends SettingBehaviour {
        Setting() {
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
    class SettingAside extends SettingAsideBehaviour {
        SettingAside() {
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
    class DerivingGists extends DerivingGistsBehaviour {
        DerivingGists() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class DerivingBehind extends DerivingBehindBehaviour {
        DerivingBehind() {
            super(MemoryContract.this);
        }
    }

    @Nested
    class Spending extends SpendingBehaviour {
        Spending() {
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
    class Watching extends WatchingBehaviour {
        Watching() {
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
    class Trusting extends TrustingBehaviour {
        Trusting() {
            super(MemoryContract.this);
        }
    }
}
