package timemory.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import timemory.jvm.spi.RouteLabel;

/** Names a request by its route. Thread-safe. */
final class RouteInterceptor implements AsyncHandlerInterceptor {
    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getAttribute(RequestFilter.ATTRIBUTE) instanceof MeasuredRequest measured) measured.enter(routeOf(request));
        return true;
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (request.getAttribute(RequestFilter.ATTRIBUTE) instanceof MeasuredRequest measured) measured.leave();
    }

    private static String routeOf(HttpServletRequest request) {
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return RouteLabel.of(request.getMethod(), pattern instanceof String text ? text : null);
    }
}
