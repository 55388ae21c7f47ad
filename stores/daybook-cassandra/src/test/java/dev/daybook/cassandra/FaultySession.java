package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A session whose batches fail as a test says, and that counts statements. */
final class FaultySession {

    /** A fault of a batch: after it was applied, or before it was sent. */
    enum BatchFault {
        ANSWER_LOST,
        REQUEST_LOST
    }

    private final Deque<BatchFault> faults = new ArrayDeque<>();
    private Runnable beforeBatch = () -> {};
    private boolean away;
    private boolean disagreeing;
    private int reads;
    private int batches;

    /** The next batches fail so, one after the other. */
    void failNext(BatchFault... next) {
        faults.addAll(List.of(next));
    }

    /** Runs something once, after the next batch was planned and before it is sent. */
    void beforeNextBatch(Runnable run) {
        beforeBatch = () -> {
            beforeBatch = () -> {};
            run.run();
        };
    }

    /** From now on nothing can be reached. */
    void goAway() {
        away = true;
    }

    /** The nodes do not agree on the tables when they are asked the next time. */
    void disagreeNext() {
        disagreeing = true;
    }

    /** The statements since the last call of this method: reads and single writes, then batches. */
    List<Integer> counted() {
        List<Integer> counted = List.of(reads, batches);
        reads = 0;
        batches = 0;
        return counted;
    }

    CqlSession over(CqlSession session) {
        return (CqlSession) Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(), new Class<?>[] {CqlSession.class}, (proxy, method, arguments) -> {
                    boolean executes = method.getName().equals("execute");
                    if (executes && away) {
                        throw new NoNodeAvailableException();
                    }
                    if (disagreeing && method.getName().equals("checkSchemaAgreement")) {
                        disagreeing = false;
                        return false;
                    }
                    boolean batch = executes && arguments[0] instanceof BatchStatement;
                    if (batch) {
                        batches++;
                        beforeBatch.run();
                    } else if (executes) {
                        reads++;
                    }
                    BatchFault fault = batch ? faults.poll() : null;
                    if (fault == BatchFault.REQUEST_LOST) {
                        throw new DriverTimeoutException("as if the request was lost");
                    }
                    try {
                        Object answer = method.invoke(session, arguments);
                        if (fault == BatchFault.ANSWER_LOST) {
                            throw new DriverTimeoutException("as if the answer was lost");
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
