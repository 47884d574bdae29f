package timemory.live.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import timemory.live.JvmGzipKt;

/** Text as bytes, plain and compressed. It is compressed on first use. */
final class Encoded {

    private static final int WORTH_IT = 1400;

    private final byte[] plain;
    private byte @Nullable [] packed;

    private Encoded(byte[] plain) {
        this.plain = plain;
    }

    static Encoded of(byte[] plain) {
        return new Encoded(plain);
    }

    byte[] plain() {
        return plain;
    }

    /** Returns a response in an encoding that {@code question} accepts (RFC 9110, 12.5.3). */
    LiveResponse answer(LiveRequest question, String type) {
        if (plain.length < WORTH_IT || !takesGzip(question.header("Accept-Encoding"))) {
            return LiveResponse.of(LiveResponse.OK, type, plain).with("Vary", "Accept-Encoding");
        }
        return LiveResponse.of(LiveResponse.OK, type, packed()).with("Content-Encoding", "gzip").with("Vary", "Accept-Encoding");
    }

    private static boolean takesGzip(@Nullable String encodings) {
        if (encodings == null) {
            return false;
        }
        for (String encoding : encodings.toLowerCase(Locale.ROOT).split(",")) {
            if (encoding.strip().matches("gzip(\\s*;\\s*q=(1(\\.0*)?|0?\\.0*[1-9][0-9]*))?")) {
                return true;
            }
        }
        return false;
    }

    private synchronized byte[] packed() {
        if (packed == null) {
            packed = JvmGzipKt.gzip(plain);
        }
        return packed;
    }
}
