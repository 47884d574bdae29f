package timemory.spring;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import timemory.Strand;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;

/**
 * Measures each request, from the first filter until it is answered. An asynchronous request is one lap, and no thread is in it while none
 * works on it. Thread-safe.
 */
final class RequestFilter implements Filter {
    static final String ATTRIBUTE = RequestFilter.class.getName();

    private final RuntimeBundle bundle;

    /** Whether the regions are OpenTelemetry spans. */
    private final boolean areSpans;

    RequestFilter(RuntimeBundle bundle) {
        this.bundle = bundle;
        this.areSpans = bundle.getTypes().stream().anyMatch(type -> type.getId().equals("otel_span"));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
        MeasuredRequest measured = (MeasuredRequest) request.getAttribute(ATTRIBUTE);
        boolean begins = measured == null;
        if (begins) {
            if (!Timemory.isEnabled()) {
                chain.doFilter(request, response);
                return;
            }
            measured = new MeasuredRequest(bundle);
            request.setAttribute(ATTRIBUTE, measured);
        }
        boolean isLater = false;
        boolean mayBeTraced = begins && areSpans && request instanceof HttpServletRequest;
        try (NoThrow remote = mayBeTraced ? RemoteTrace.enter((HttpServletRequest) request)::close : null;
                Strand.Slice slice = measured.resume()) {
            try {
                chain.doFilter(request, response);
                isLater = request.isAsyncStarted() && hears(request, new End(measured));
            } finally {
                if (!isLater) measured.end();
            }
        }
    }

    private interface NoThrow extends AutoCloseable {
        @Override
        void close();
    }

    /** Whether {@code end} will be called; false if another thread has just answered. */
    private static boolean hears(ServletRequest request, AsyncListener end) {
        try {
            request.getAsyncContext().addListener(end);
            return true;
        } catch (IllegalStateException ignored) {
            return false;
        }
    }

    private record End(MeasuredRequest measured) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            measured.end();
        }

        @Override
        public void onTimeout(AsyncEvent event) {} // it is completed afterwards

        @Override
        public void onError(AsyncEvent event) {} // it is completed afterwards

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this); // a new asynchronous cycle has no listeners
        }
    }
}
