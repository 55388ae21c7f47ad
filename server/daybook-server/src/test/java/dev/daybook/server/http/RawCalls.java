package dev.daybook.server.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Calls that are closed together, before their server: its shutdown waits for calls in progress. */
final class RawCalls implements AutoCloseable {

    private final List<RawCall> calls = new ArrayList<>();

    RawCall add(RawCall call) {
        calls.add(call);
        return call;
    }

    RawCall get(int index) {
        return calls.get(index);
    }

    @Override
    public void close() throws IOException {
        for (RawCall call : calls) {
            call.close();
        }
    }
}
