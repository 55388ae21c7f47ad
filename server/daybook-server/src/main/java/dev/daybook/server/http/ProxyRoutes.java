package dev.daybook.server.http;

import dev.daybook.access.AccessRight;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.http.routes.HttpReply;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.proxy.ChatProxy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HandlerType;
import java.util.List;

/** The routes of the proxy of chats, which OpenAI describes; there are none without an upstream. */
record ProxyRoutes(ChatProxy proxy) {

    private static final List<HttpRoute> ROUTES = List.of(
            HttpRoute.post(AdmissionControl.PROXY + "/chat/completions", AccessRight.WRITE, HttpReply::ok),
            HttpRoute.post(AdmissionControl.PROXY + "/responses", AccessRight.WRITE, HttpReply::ok),
            HttpRoute.get(AdmissionControl.PROXY + "/models", HttpReply::ok));

    void register(JavalinConfig config, OperatingRoutes operating) {
        for (HttpRoute route : ROUTES) {
            String below = route.path().substring(AdmissionControl.PROXY.length());
            config.routes.addHttpHandler(
                    HandlerType.findOrCreate(route.method()),
                    route.path(),
                    operating.timed(route, http -> proxy.handle(below, http.req(), http.res())));
        }
    }
}
