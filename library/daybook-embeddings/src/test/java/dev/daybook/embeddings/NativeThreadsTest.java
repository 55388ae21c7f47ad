package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.embeddings.NativeThreads.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NativeThreadsTest {

    @Test
    void results_come_in_the_order_of_the_work() throws Exception {
        List<Callable<Integer>> work = IntStream.range(0, 100)
                .<Callable<Integer>>mapToObj(i -> () -> i)
                .toList();

        assertThat(new NativeThreads(3).all(Kind.DOCUMENT, work))
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void one_call_uses_all_threads() throws Exception {
        CyclicBarrier together = new CyclicBarrier(3);
        Callable<Integer> waitsForTheOthers = () -> together.await(1, TimeUnit.MINUTES);

        assertThat(new NativeThreads(3).all(Kind.DOCUMENT, Collections.nCopies(3, waitsForTheOthers)))
                .containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void concurrent_tasks_are_limited_to_the_threads() throws Exception {
        NativeThreads nativeThreads = new NativeThreads(2);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Callable<Integer> work = () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.yield();
            return running.decrementAndGet();
        };
        List<CompletableFuture<Void>> calls = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(() -> {
                    all(nativeThreads, Kind.DOCUMENT, Collections.nCopies(200, work));
                }))
                .toList();
        calls.forEach(CompletableFuture::join);

        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void a_question_goes_before_the_documents_that_wait() throws Exception {
        NativeThreads nativeThreads = new NativeThreads(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        Callable<Boolean> blocks = () -> {
            begun.countDown();
            goOn.await();
            return done.add("first document");
        };
        CompletableFuture<Void> documents = CompletableFuture.runAsync(() -> all(
                nativeThreads,
                Kind.DOCUMENT,
                List.of(blocks, () -> done.add("second document"), () -> done.add("third document"))));
        begun.await();
        Thread asker = new Thread(() -> all(nativeThreads, Kind.QUESTION, List.of(() -> done.add("question"))));
        asker.start();
        awaitParked(asker);
        goOn.countDown();
        documents.join();
        asker.join();

        assertThat(done).containsExactly("first document", "question", "second document", "third document");
    }

    @Test
    void after_a_failure_the_remaining_tasks_are_dropped() {
        AtomicInteger begun = new AtomicInteger();
        Callable<Integer> fails = () -> {
            throw new IllegalArgumentException("no");
        };
        CountDownLatch told = new CountDownLatch(1);
        Callable<Integer> waits = () -> {
            told.await();
            return begun.incrementAndGet();
        };
        NativeThreads nativeThreads = new NativeThreads(1);

        assertThatThrownBy(() -> nativeThreads.all(Kind.DOCUMENT, List.of(fails, waits, waits, waits)))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("no");
        told.countDown();
        all(nativeThreads, Kind.DOCUMENT, List.of(() -> true));

        assertThat(begun)
                .as("the one that may have begun before the failure was known")
                .hasValueLessThan(2);
    }

    @Test
    void an_interrupted_caller_stays_interrupted_and_its_tasks_are_dropped() {
        CountDownLatch told = new CountDownLatch(1);
        Callable<Boolean> waits = () -> {
            told.await();
            return true;
        };
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> new NativeThreads(1).all(Kind.DOCUMENT, List.of(waits)))
                    .isInstanceOf(CancellationException.class);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            told.countDown();
            Thread.interrupted();
        }
    }

    private static <T> List<T> all(NativeThreads nativeThreads, Kind kind, List<Callable<T>> work) {
        try {
            return nativeThreads.all(kind, work);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }
}
