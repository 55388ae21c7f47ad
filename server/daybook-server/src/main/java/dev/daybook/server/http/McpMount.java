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
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.jspecify.annotations.Nullable;

/** Mounts MCP beside REST, with the same port, authentication and bulkheads. */
final class McpMount {

    private static final int OK = 200;

    private final McpServlet servlet;

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
        servlet = new McpServlet(daybook, access, calls, agents);
    }

    void mount(JavalinConfig config) {
        ServletHolder holder = new ServletHolder("mcp", servlet);
        config.jetty.modifyServletContextHandler(handler -> handler.addServlet(holder, McpServlet.PATH));
    }
}
