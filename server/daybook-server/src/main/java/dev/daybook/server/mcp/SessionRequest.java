package dev.daybook.server.mcp;

import io.modelcontextprotocol.spec.HttpHeaders;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request with the SDK's id of a verified session, and with its body in memory if that has been read before. */
class SessionRequest extends HttpServletRequestWrapper {

    private final @Nullable String session;
    private final byte @Nullable [] body;

    SessionRequest(HttpServletRequest request, @Nullable String session) {
        this(request, session, null);
    }

    /** @param body owned by this request from now on; null: the body of the given request */
    SessionRequest(HttpServletRequest request, @Nullable String session, byte @Nullable [] body) {
        super(request);
        this.session = session;
        this.body = body;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return name.equalsIgnoreCase(HttpHeaders.MCP_SESSION_ID) ? session : super.getHeader(name);
    }

    @Override
    public long getContentLengthLong() {
        return body == null ? super.getContentLengthLong() : body.length;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        return body == null ? super.getInputStream() : new BodyStream(new ByteArrayInputStream(body));
    }

    private static final class BodyStream extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        BodyStream(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("this body is read with blocking calls");
        }
    }
}
