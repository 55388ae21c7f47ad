package dev.daybook.server.http;

import dev.daybook.LocalDaybook;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.admission.CallPace;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.mcp.AgentOptions;
import dev.daybook.server.mcp.McpAccess;
import dev.daybook.server.mcp.McpCalls;
import dev.daybook.server.mcp.McpServlet;
import dev.daybook.server.problem.Problem;
import io.javalin.config.JavalinConfig;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.jspecify.annotations.Nullable;

/** Mounts MCP beside REST, with the same port, authentication and bulkheads. */
final class McpMount {

    private static final int OK = 200;

    private final McpServlet servlet;
    private final Filter traces;

    McpMount(LocalDaybook daybook, AdmissionControl admission, ServerMetrics metrics, AgentOptions agents) {
        McpAccess access = new McpAccess() {
            @Override
            public Optional<Problem> refusal(@Nullable String host, @Nullable String origin) {
                return admission.guard().admits(host, origin) ? Optional.empty() : Optional.of(RequestGuard.FOREIGN);
            }

            @Override
            public AuthenticatedCaller caller(@Nullable String authorization) {
                return admission.guard().caller(authorization);
            }

            @Override
            public void refused(Problem problem) {
                metrics.failed(problem.code());
            }
        };
        McpCalls calls = new McpCalls() {
            @Override
            public <T> T run(AuthenticatedCaller caller, Callable<T> call) throws Exception {
                return admission.bulkheads().run(CallPace.QUICK, RequestGuard.id(caller), call);
            }

            // By tool name, because the protocol answers every call with status 200.
            @Override
            public void answered(String name, @Nullable Problem problem, long nanoseconds) {
                metrics.answered(
                        "POST", McpServlet.PATH + "/" + name, problem == null ? OK : problem.status(), nanoseconds);
                if (problem != null) {
                    metrics.failed(problem.code());
                }
            }
        };
        traces = (request, response, chain) -> metrics.traced(
                (HttpServletRequest) request,
                McpServlet.PATH,
                ((HttpServletResponse) response)::getStatus,
                () -> pass(request, response, chain));
        servlet = new McpServlet(daybook, access, calls, agents);
    }

    private static void pass(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException {
        try {
            chain.doFilter(request, response);
        } catch (ServletException e) {
            throw new IOException(e);
        }
    }

    void mount(JavalinConfig config) {
        ServletHolder holder = new ServletHolder("mcp", servlet);
        config.jetty.modifyServletContextHandler(handler -> {
            handler.addServlet(holder, McpServlet.PATH);
            handler.addFilter(new FilterHolder(traces), McpServlet.PATH, EnumSet.of(DispatcherType.REQUEST));
        });
    }
}
