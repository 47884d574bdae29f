package timemory.live.otlp;

import java.util.Objects;
import timemory.internal.platform.JvmProcessKt;
import timemory.internal.platform.SystemEnvironment;
import timemory.live.IntervalKt;
import timemory.live.LiveProperties;
import timemory.live.session.SessionSingleton;
import timemory.results.Results;
import timemory.results.ResultsListener;
import timemory.settings.Settings;

/** Starts sending in each session whose settings ask for it. */
final class OtlpSending implements ResultsListener {

    private static final SessionSingleton<OtlpSender> SENDERS = new SessionSingleton<>(new OtlpSending());

    private OtlpSending() {}

    /** Called when a session with {@code settings} starts. */
    @SuppressWarnings("unused") // called by name
    static void begins(Settings settings) {
        if (!SystemEnvironment.canFindFiles()) {
            JvmProcessKt
                    .printError("timemory: TIMEMORY_OTLP_ENDPOINT: nothing is sent: the system property java.home is missing, which Java "
                            + "needs to connect");
            return;
        }
        try {
            OtlpEnvironment environment = new OtlpEnvironment(SystemEnvironment.variables());
            OtlpReceiver receiver = new OtlpReceiver(
                    environment.address(LiveProperties.getOtlpEndpoint(settings)), environment.headers(), environment.timeout());
            // The setting accepts only intervals.
            long interval = Objects.requireNonNull(IntervalKt.intervalOf(LiveProperties.getOtlpInterval(settings)));
            OtlpSender begun = SENDERS.begin(() -> new OtlpSender(settings, interval, receiver, environment));
            if (begun != null) {
                begun.start();
            }
        } catch (IllegalArgumentException failure) {
            JvmProcessKt.printError("timemory: TIMEMORY_OTLP_ENDPOINT: nothing is sent: " + failure.getMessage());
        }
    }

    @Override
    public void ending() {
        OtlpSender sender = SENDERS.getCurrent();
        if (sender != null) {
            sender.leave();
        }
    }

    @Override
    public void finalized(Results results) {
        OtlpSender sender = SENDERS.take();
        if (sender != null) {
            sender.finish(results);
        }
    }
}
