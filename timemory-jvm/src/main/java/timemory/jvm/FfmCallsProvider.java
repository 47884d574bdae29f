package timemory.jvm;

import timemory.internal.platform.ForeignCalls;

/** Calls functions of C libraries where the running Java can (as {@link FfmReadingsProvider} reads). */
public final class FfmCallsProvider implements ForeignCalls.Provider {

    /** Called by {@link java.util.ServiceLoader}. */
    public FfmCallsProvider() {}

    @Override
    public ForeignCalls calls() {
        return (ForeignCalls) Ffm.make("timemory.jvm.ffm.FfmCalls", "functions of C libraries cannot be called");
    }
}
