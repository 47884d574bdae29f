package timemory.agent.record;

import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.agent.boot.CallFrame;
import timemory.agent.boot.Probes;
import timemory.agent.boot.SuspendingCall;
import timemory.agent.lines.LineRecorder;

/**
 * Opens and closes the regions of woven functions.
 *
 * <p>An instance may be used by any number of threads.
 */
public final class Recorder implements Probes {
    private final Sites sites;
    private final LineRecorder lines;
    private final Coroutines coroutines;

    public Recorder(Sites sites, LineRecorder lines, Coroutines coroutines) {
        this.sites = sites;
        this.lines = lines;
        this.coroutines = coroutines;
    }

    @Override
    public @Nullable Object enter(int site) {
        return ArgumentText.isBusy() ? null : sites.get(site).open();
    }

    @Override
    public @Nullable Object enter(int site, Object[] arguments) {
        return ArgumentText.isBusy() ? null : sites.get(site).open(arguments);
    }

    @Override
    public void exit(Object region) {
        ((OpenRegion) region).close();
    }

    /** Functions inside that had no stack left to close their regions are closed with it. */
    @Override
    public void exit(Throwable thrown, Object region) {
        if (thrown instanceof StackOverflowError) ((OpenRegion) region).closeWithInner();
        else((OpenRegion) region).close();
    }

    @Override
    public int register(Class<?> holder) {
        return SiteFile.register(holder, sites, lines.lines());
    }

    @Override
    public @Nullable Object enterLines(int function) {
        return lines.enter(function);
    }

    @Override
    public void line(Object region, int line) {
        lines.line(region, line);
    }

    @Override
    public @Nullable SuspendingCall call(@Nullable Object completion, int site, Object @Nullable [] arguments) {
        Site function = sites.get(site);
        return completion != null && function.isMeasured() ? coroutines.call(completion, site, function, arguments) : null;
    }

    @Override
    public @Nullable CallFrame resumed(Object continuation, int site) {
        return coroutines.resumed(continuation, site);
    }

    @Override
    public @Nullable Object resume(Object continuation) {
        return coroutines.resume(continuation);
    }

    @Override
    public void suspend(Object slice) {
        ((Strand.Slice) slice).close();
    }

    @Override
    public Object created(Object probed, Object completion) {
        return coroutines.created(probed, completion);
    }
}
