package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.server.keys.Caller;
import dev.daybook.server.mcp.Access;
import dev.daybook.server.mcp.Calls;
import dev.daybook.server.mcp.McpServlet;
import dev.daybook.server.problem.Problem;
import io.javalin.config.JavalinConfig;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.jspecify.annotations.Nullable;

/** Puts MCP beside REST: the same port, the same doorkeeper, the same lanes. */
final class McpMount {

    private final McpServlet servlet;

    McpMount(Daybook daybook, Doorkeeper doorkeeper, Lanes lanes, long maxBody) {
        Access access = new Access() {
            @Override
            public Optional<Problem> refusal(@Nullable String host, @Nullable String origin) {
                return doorkeeper.admits(host, origin) ? Optional.empty() : Optional.of(Operating.FOREIGN);
            }

            @Override
            public Caller caller(@Nullable String authorization) {
                return doorkeeper.caller(authorization);
            }
        };
        Calls calls = new Calls() {
            @Override
            public <T> T run(Callable<T> call) throws Exception {
                return lanes.run(Route.Pace.QUICK, call);
            }
        };
        servlet = new McpServlet(daybook, access, calls, maxBody);
    }

    void mount(JavalinConfig config) {
        ServletHolder holder = new ServletHolder("mcp", servlet);
        // What listens waits for hours, and holds no thread meanwhile.
        holder.setAsyncSupported(true);
        config.jetty.modifyServletContextHandler(handler -> handler.addServlet(holder, McpServlet.PATH));
        // Before the server waits for what is under way, which those that listen would never end.
        config.events.serverStopping(servlet::destroy);
    }
}
