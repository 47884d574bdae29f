package timemory.live.http;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.JvmProcessKt;
import timemory.live.LiveProperties;
import timemory.settings.Settings;
import timemory.spi.SessionListener;

/**
 * The HTTP port of this process, if it has one. It is open during a session whose settings ask for it, or until the program that opened it
 * closes it.
 */
final class OpenPort {

    private static @Nullable HttpPort port;
    private static boolean isByProgram;
    private static boolean isListening;

    private OpenPort() {}

    /** Called when a session starts whose settings ask for it, by timemory-live, which knows only this method of the module. */
    static void begins(Settings settings) {
        try {
            String file = LiveProperties.getLiveHttpTokenFile(settings);
            Token token = file.isEmpty() ? null : Token.in(Path.of(file));
            openForSession(Address.of(LiveProperties.getLiveHttp(settings)), token);
        } catch (IllegalArgumentException | IllegalStateException failure) {
            JvmProcessKt.printError("timemory: TIMEMORY_LIVE_HTTP: " + failure.getMessage());
        }
    }

    /** All threads that start a session at the same time call this. */
    private static void openForSession(InetSocketAddress address, @Nullable Token token) {
        String opened;
        synchronized (OpenPort.class) {
            opened = port == null ? open(address, token, false) : null;
        }
        if (opened != null) {
            JvmProcessKt.printNotice("timemory: live results at " + opened);
        }
    }

    static synchronized @Nullable String url() {
        return port == null ? null : port.url();
    }

    static synchronized String open(InetSocketAddress address, @Nullable Token token, boolean byProgram) {
        if (port == null) {
            port = HttpPort.open(address, token, HttpLimits.USUAL);
            hearOfEnds();
        }
        isByProgram = isByProgram || byProgram;
        return port.url();
    }

    private static void hearOfEnds() {
        if (isListening) {
            return;
        }
        isListening = true;
        new SessionListener() {
            @Override
            public void ended() {
                sessionEnded();
            }
        }.register();
    }

    private static synchronized void sessionEnded() {
        if (!isByProgram) {
            close();
        }
    }

    static synchronized void close() {
        isByProgram = false;
        if (port != null) {
            port.close();
            port = null;
        }
    }
}
