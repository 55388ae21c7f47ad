package dev.daybook.server.proxy;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Scope;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.admission.ConcurrencyLimit;
import dev.daybook.server.admission.HeapBudget;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.config.ProxySettings;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.problem.UpstreamException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.jspecify.annotations.Nullable;

/** The chats of the clients of OpenAI, with memory: see the page of the package. Thread-safe. */
public final class ChatProxy {

    private static final int OK = 200;
    private static final int RETRY_SECONDS = 1;

    private static final Map<String, ModelApi> APIS = Map.of(
            ModelApi.COMPLETIONS.path(), ModelApi.COMPLETIONS,
            ModelApi.RESPONSES.path(), ModelApi.RESPONSES);

    private final LocalDaybook daybook;
    private final AdmissionControl admission;
    private final ProxySettings settings;
    private final UpstreamServer upstream;
    private final ConcurrencyLimit limit;
    private final RecentExchanges recent = new RecentExchanges();

    public ChatProxy(LocalDaybook daybook, AdmissionControl admission, ProxySettings settings) {
        this.daybook = daybook;
        this.admission = admission;
        this.settings = settings;
        this.upstream = new UpstreamServer(settings);
        // A key of an application may have most of the calls, never all.
        int ofKey = Math.max(1, settings.calls() / 4 * 3);
        this.limit = new ConcurrencyLimit("proxied calls", settings.calls(), ofKey, RETRY_SECONDS);
    }

    /**
     * Handles a call.
     *
     * @param path the path below the address of the proxy and of the upstream
     */
    @SuppressWarnings("try") // the permit is held, not used
    public void handle(String path, HttpServletRequest request, HttpServletResponse response) throws Exception {
        AuthenticatedCaller caller = admission.proxied(request);
        CallHeaders headers = CallHeaders.of(request);
        String key = RequestGuard.id(caller);
        // A model may think for longer than a connection may be idle.
        ServletContextRequest.getServletContextRequest(request).addIdleTimeoutListener(silence -> false);
        try (ConcurrencyLimit.CallPermit permit = limit.take(key);
                HeapBudget.CallReservation room = admission.budget().open(key)) {
            byte[] body = AdmissionControl.body(request);
            ModelApi api = APIS.get(path);
            Optional<ProxiedRequest> chat = api == null ? Optional.empty() : ProxiedRequest.read(api, body);
            Scope scope = scope(caller, headers, chat.orElse(null));
            CallMemory memory = new CallMemory(
                    admission.bulkheads(), key, room, headers, capture(caller, scope, headers, chat.orElse(null)));
            String context = memory.before(settings.maxTokens());
            byte[] sent = context.isEmpty() ? body : chat.orElseThrow().with(context);
            HttpResponse<UpstreamBody> answer = send(request, path, sent, authorization(caller, headers, request));
            boolean isRead = api != null && answer.statusCode() == OK && memory.awaitsAnswer();
            AnswerReader reader = isRead ? new AnswerReader(api, AnswerPassing.isStream(answer), room) : null;
            BooleanSupplier access = () -> hasAccess(request.getHeader("Authorization"), caller, scope, headers);
            new AnswerPassing(answer, memory, reader, access, response).pass(settings.timeout());
        } catch (IOException brokenOff) {
            AdmissionControl.breakOff(request, brokenOff);
        }
    }

    /** Returns the scope of a call, after a check of its caller's access; null: the memory has nothing to do. */
    private static @Nullable Scope scope(
            AuthenticatedCaller caller, CallHeaders headers, @Nullable ProxiedRequest chat) {
        boolean isIdle = chat == null || chat.end().isEmpty() || !headers.reads() && !headers.writes();
        return isIdle ? null : headers.scope(caller, chat);
    }

    private @Nullable ExchangeCapture capture(
            AuthenticatedCaller caller, @Nullable Scope scope, CallHeaders headers, @Nullable ProxiedRequest chat) {
        if (scope == null || chat == null) {
            return null;
        }
        Memory memory =
                daybook.space(scope.space().id(), caller.principal(scope)).memory(scope);
        return new ExchangeCapture(
                memory, memory.session(headers.session(chat)).id(), chat, recent, headers.identity());
    }

    /** Returns whether the key is still valid, and its grants still open the scope: they can be withdrawn during an answer. */
    private boolean hasAccess(
            @Nullable String authorization, AuthenticatedCaller caller, @Nullable Scope scope, CallHeaders headers) {
        if (caller.key() == null) {
            return true;
        }
        return admission
                .guard()
                .find(authorization)
                .filter(now -> scope == null || now.rights(GrantPlace.of(scope)).containsAll(headers.rights()))
                .isPresent();
    }

    /** The header of a caller without a key is no key of this server, so it is for the upstream. */
    private @Nullable String authorization(
            AuthenticatedCaller caller, CallHeaders headers, HttpServletRequest request) {
        if (headers.authorization() != null) {
            return headers.authorization();
        }
        if (settings.apiKey() != null) {
            return "Bearer " + settings.apiKey();
        }
        return caller.key() == null ? request.getHeader("Authorization") : null;
    }

    private HttpResponse<UpstreamBody> send(
            HttpServletRequest request, String path, byte[] body, @Nullable String authorization)
            throws InterruptedException {
        try {
            return upstream.send(request, path, body, authorization);
        } catch (HttpTimeoutException e) {
            throw new UpstreamException(
                    "the upstream gave no answer within " + settings.timeout().toSeconds()
                            + " s; try again, or raise proxy.timeout",
                    true,
                    e);
        } catch (IOException e) {
            throw new UpstreamException(
                    isOfTls(e)
                            ? "the TLS connection to the upstream failed; try again, or check its certificate and proxy.upstream"
                            : "the upstream cannot be reached, or broke off; try again, or check proxy.upstream",
                    false,
                    e);
        }
    }

    private static boolean isOfTls(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).anyMatch(SSLException.class::isInstance);
    }
}
