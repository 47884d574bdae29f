package timemory.live.http;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import timemory.ExperimentalTimemoryApi;

/**
 * A {@link LiveHandler} in a servlet container, mapped to {@code /timemory/*}: {@code new LiveServlet(LiveHandler.withToken(token))}.
 * Requires jakarta.servlet 5 or later, which containers provide.
 */
@ExperimentalTimemoryApi
public final class LiveServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient LiveHandler handler;

    /** Creates an adapter for {@code handler}. */
    public LiveServlet(LiveHandler handler) {
        this.handler = Objects.requireNonNull(handler, "handler");
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (LiveResponse answer = handler.answer(questionOf(request))) {
            response.setStatus(answer.status());
            answer.headers().forEach(response::setHeader);
            response.setContentLengthLong(answer.length());
            if (!request.getMethod().equals("HEAD")) {
                answer.writeTo(response.getOutputStream());
            }
        }
    }

    private static LiveRequest questionOf(HttpServletRequest request) {
        String rest = request.getPathInfo();
        return new LiveRequest(request.getMethod(), request.getContextPath() + request.getServletPath(), rest == null ? "" : rest,
                request.getQueryString(), request::getHeader);
    }
}
