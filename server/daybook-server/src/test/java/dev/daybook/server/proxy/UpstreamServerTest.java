package dev.daybook.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;

class UpstreamServerTest {

    /** The head of an answer, whose body may still arrive. */
    private record Answer(UpstreamBody body) implements HttpResponse<UpstreamBody> {

        @Override
        public int statusCode() {
            return 200;
        }

        @Override
        public HttpRequest request() {
            return HttpRequest.newBuilder(uri()).build();
        }

        @Override
        public Optional<HttpResponse<UpstreamBody>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public HttpHeaders headers() {
            return HttpHeaders.of(Map.of(), (name, value) -> true);
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return URI.create("http://upstream.test");
        }

        @Override
        public HttpClient.Version version() {
            return HttpClient.Version.HTTP_1_1;
        }
    }

    @Test
    void an_answer_that_arrives_as_the_caller_leaves_is_ended() {
        AtomicInteger cancelled = new AtomicInteger();
        UpstreamBody body = new UpstreamBody();
        body.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long pieces) {}

            @Override
            public void cancel() {
                cancelled.incrementAndGet();
            }
        });
        CompletableFuture<HttpResponse<UpstreamBody>> late = new CompletableFuture<>() {
            @Override
            public HttpResponse<UpstreamBody> get(long time, TimeUnit unit) throws TimeoutException {
                complete(new Answer(body));
                throw new TimeoutException();
            }
        };

        assertThatThrownBy(() -> UpstreamServer.await(late, Duration.ofSeconds(1)))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void a_request_that_nobody_awaits_is_cancelled() {
        CompletableFuture<HttpResponse<UpstreamBody>> never = new CompletableFuture<>();

        assertThatThrownBy(() -> UpstreamServer.await(never, Duration.ofMillis(1)))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(never).isCancelled();
    }
}
