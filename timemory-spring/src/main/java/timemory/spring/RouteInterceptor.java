package timemory.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Names a request by the route that it takes, {@code GET /orders/{id}}: never by its URI, of which there is no end, and which may say what
 * nobody else is to know. Thread-safe.
 */
final class RouteInterceptor implements AsyncHandlerInterceptor {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getAttribute(RequestFilter.ATTRIBUTE) instanceof MeasuredRequest measured) measured.enter(routeOf(request));
        return true;
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler, Exception failure) {
        if (request.getAttribute(RequestFilter.ATTRIBUTE) instanceof MeasuredRequest measured) measured.leave();
    }

    private static String routeOf(HttpServletRequest request) {
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "OTHER";
        return method + " "
                + (request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String pattern ? pattern : "(no route)");
    }
}
