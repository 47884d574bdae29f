package timemory.live.otlp;

import timemory.internal.callgraph.LifecycleKt;
import timemory.internal.platform.JvmProcessKt;
import timemory.live.IntervalKt;
import timemory.live.LiveProperties;
import timemory.results.Results;
import timemory.results.ResultsListener;
import timemory.settings.Settings;

/** Begins to send in each session whose settings ask for it. */
final class OtlpSending implements ResultsListener {

    private static boolean isListening;
    private static OtlpSender running;

    private OtlpSending() {}

    /** A session begins with {@code settings}. Threads that begin it at once all get here, and the first one counts. */
    @SuppressWarnings("unused") // found by name
    static void begins(Settings settings) {
        try {
            OtlpEnvironment environment = new OtlpEnvironment(System.getenv());
            OtlpReceiver receiver = new OtlpReceiver(
                    environment.address(LiveProperties.getOtlpEndpoint(settings)), environment.headers(), environment.timeout());
            Long interval = IntervalKt.intervalOf(LiveProperties.getOtlpInterval(settings));
            OtlpSender sender = new OtlpSender(settings, interval, receiver, environment);
            boolean isFirst;
            synchronized (OtlpSending.class) {
                if (running != null) {
                    return;
                }
                running = sender;
                isFirst = !isListening;
                isListening = true;
            }
            if (isFirst) {
                LifecycleKt.addListener(new OtlpSending());
            }
            sender.start();
        } catch (IllegalArgumentException wrong) {
            JvmProcessKt.printError("timemory: TIMEMORY_OTLP_ENDPOINT: nothing is sent: " + wrong.getMessage());
        }
    }

    private static synchronized OtlpSender now() {
        return running;
    }

    @Override
    public void ending() {
        OtlpSender sender = now();
        if (sender != null) {
            sender.leave();
        }
    }

    @Override
    public void finalized(Results results) {
        OtlpSender sender = now();
        if (sender != null) {
            sender.finish(results);
        }
        synchronized (OtlpSending.class) {
            running = null;
        }
    }
}
