package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HttpRequestReaderTest {
    private static final String REQUEST = "GET /download?format=compact&of=slow HTTP/1.1\r\nHost: localhost:8421\r\nAccept: */*\r\n"
            + "Authorization: Bearer 0123456789abcdef\r\nX-Empty:\r\n\r\n";
    private static final int MUTANTS = "true".equals(System.getenv("THOROUGH")) ? 20_000_000 : 20_000;

    /** Returns a stream that delivers bytes like a network: some at a time. */
    private static InputStream inParts(byte[] bytes, Random random) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(7)));
            }
        };
    }

    @Test
    void theLineAndTheHeadersAreReadHoweverTheyCome() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            LiveRequest question = HttpRequestReader.read(inParts(REQUEST.getBytes(StandardCharsets.ISO_8859_1), new Random(seed)));
            assertEquals(List.of("GET", "/download", "format=compact&of=slow", "localhost:8421", "Bearer 0123456789abcdef", ""),
                    List.of(question.method(), question.path(), question.query(), question.header("host"), question.header("AUTHORIZATION"),
                            question.header("X-Empty")));
            assertNull(question.header("Content-Length"));
        }
    }

    @Test
    void whatIsNoRequestIsRefused() {
        for (String wrong : List.of("", "GET", "GET /", "GET / HTTP/2", "get / HTTP/1.1", "GET  / HTTP/1.1", "GET http://a/ HTTP/1.1",
                "GET /a#b HTTP/1.1", "GET /\u00e9 HTTP/1.1", "GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r\n Host: a",
                "GET / HTTP/1.1\r\nHost : a", "GET / HTTP/1.1\r\nHost: a\nX: b", "GET / HTTP/1.1\r\nHost: a\r\nhost: a",
                "\r\nGET / HTTP/1.1")) {
            assertThrows(HttpRequestReader.MalformedException.class, () -> HttpRequestReader.parse(wrong), wrong);
        }
    }

    @Test
    void whatEndsEarlyIsNoRequestAndWhatDoesNotEndIsRefused() throws IOException {
        assertNull(HttpRequestReader.read(new ByteArrayInputStream(new byte[0])));
        assertNull(HttpRequestReader.read(new ByteArrayInputStream("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.ISO_8859_1))));
        byte[] endless = new byte[2 * HttpLimits.MAX_BYTES];
        Arrays.fill(endless, (byte) 'x');
        assertThrows(HttpRequestReader.MalformedException.class, () -> HttpRequestReader.read(new ByteArrayInputStream(endless)));
    }

    @Test
    void damagedRequestsAreReadOrRefusedAndNothingElseHappens() throws IOException {
        Random random = new Random(1);
        int read = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] bytes = REQUEST.getBytes(StandardCharsets.ISO_8859_1);
            for (int edits = random.nextInt(4); edits >= 0; edits--) bytes = damaged(bytes, random);
            try {
                if (HttpRequestReader.read(new ByteArrayInputStream(bytes)) != null) read++;
            } catch (HttpRequestReader.MalformedException failure) {
                assertTrue(failure.getMessage().length() < 400, failure.getMessage());
            }
        }
        assertTrue(read > 0 && read < MUTANTS, read + " of " + MUTANTS);
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        if (bytes.length == 0) return bytes;
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(4)) {
            case 0 -> {
                bytes[at] = (byte) random.nextInt(256);
                yield bytes;
            }
            case 1 -> Arrays.copyOf(bytes, at);
            case 2 -> {
                byte[] longer = new byte[bytes.length + 1];
                System.arraycopy(bytes, 0, longer, 0, at);
                longer[at] = (byte) " :\r\n/?#\0".charAt(random.nextInt(8));
                System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                yield longer;
            }
            default -> {
                byte[] twice = Arrays.copyOf(bytes, 2 * bytes.length - at);
                System.arraycopy(bytes, at, twice, bytes.length, bytes.length - at);
                yield twice;
            }
        };
    }
}
