package dev.daybook.bench.speed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A request with a JSON body, on a connection of its own. */
record HostileRequest(byte[] bytes) {

    private static final int STATUS = "HTTP/1.1 200".length();

    /** Makes a request; each further header ends with a line break. */
    static HostileRequest of(String method, String path, String further, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + further + "Accept: application/json, text/event-stream\r\nConnection: close\r\nContent-Length: "
                + content.length + "\r\n\r\n";
        byte[] first = head.getBytes(StandardCharsets.US_ASCII);
        byte[] request = Arrays.copyOf(first, first.length + content.length);
        System.arraycopy(content, 0, request, first.length, content.length);
        return new HostileRequest(request);
    }

    /** Sends the request and returns the status of its answer, which is read to its end if asked for. */
    String outcome(String host, int port, int maxMilliseconds, boolean toTheEnd) {
        try (Socket socket = new Socket(host, port)) {
            socket.setSoTimeout(maxMilliseconds);
            socket.getOutputStream().write(bytes);
            InputStream answer = socket.getInputStream();
            byte[] status = answer.readNBytes(STATUS);
            if (toTheEnd) {
                answer.transferTo(OutputStream.nullOutputStream());
            }
            return status.length < STATUS ? "cut off" : new String(status, 9, 3, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "broken: " + e.getMessage();
        }
    }

    /** The work of one of several clients at once. */
    interface Client {
        void run(int number, Tally outcomes);
    }

    /** The outcomes of all clients. */
    interface Tally {
        void add(String outcome, int count);
    }

    /** Runs clients at once, and counts their outcomes. */
    static Map<String, Integer> together(int clients, Client client) throws InterruptedException {
        Map<String, Integer> outcomes = Collections.synchronizedMap(new TreeMap<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            int number = i;
            threads.add(new Thread(
                    () -> client.run(number, (outcome, count) -> outcomes.merge(outcome, count, Integer::sum))));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        return outcomes;
    }
}
