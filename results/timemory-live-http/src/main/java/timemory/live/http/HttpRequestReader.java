package timemory.live.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the request line and headers (RFC 9112, sections 2 to 5). Rejects anything it does not support. */
final class HttpRequestReader {
    private static final Pattern LINE = Pattern.compile("([A-Z]{1,20}) (/[!-~&&[^#?]]*)(?:\\?([!-~&&[^#]]*))? HTTP/1\\.[01]");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\\t -~\\x80-\\xff]*)");
    private static final String END = "\r\n\r\n";

    private HttpRequestReader() {}

    /** Thrown if the request is malformed. */
    static final class MalformedException extends IOException {
        private static final long serialVersionUID = 1;

        MalformedException(String sentence) {
            super(sentence);
        }
    }

    /** Returns the request, or {@code null} if the peer closes the connection first. */
    static @Nullable LiveRequest read(InputStream in) throws IOException {
        byte[] bytes = new byte[HttpLimits.MAX_BYTES];
        int size = 0;
        while (true) {
            int count = in.read(bytes, size, bytes.length - size);
            if (count < 0) return null;
            int from = Math.max(0, size - END.length());
            size += count;
            int end = new String(bytes, from, size - from, StandardCharsets.ISO_8859_1).indexOf(END);
            if (end >= 0) return parse(new String(bytes, 0, from + end, StandardCharsets.ISO_8859_1));
            if (size == bytes.length) throw new MalformedException("the request has more than " + bytes.length + " bytes of headers");
        }
    }

    static LiveRequest parse(String text) throws MalformedException {
        String[] lines = text.split("\r\n", -1);
        var line = LINE.matcher(lines[0]);
        if (!line.matches()) throw new MalformedException("malformed request line: '" + Sanitizer.of(lines[0]) + "'");
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            var header = HEADER.matcher(lines[i]);
            if (!header.matches()) throw new MalformedException("malformed header: '" + Sanitizer.of(lines[i]) + "'");
            String name = header.group(1).toLowerCase(Locale.ROOT);
            boolean isSecond = headers.putIfAbsent(name, header.group(2).strip()) != null;
            if (isSecond && name.equals("host")) throw new MalformedException("the request has two Host headers");
        }
        return new LiveRequest(line.group(1), "", line.group(2), line.group(3), name -> headers.get(name.toLowerCase(Locale.ROOT)));
    }
}
