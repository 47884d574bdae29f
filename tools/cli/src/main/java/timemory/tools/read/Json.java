package timemory.tools.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reading the JSON of other tools, whole: what it says of one place stands in several. What is wrong is reported in our words. */
final class Json {

    private static final int MAX_LEVELS = 400_000;
    private static final int MAX_TEXT_LENGTH = 10_000_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_LEVELS)
                    .maxStringLength(MAX_TEXT_LENGTH)
                    .build())
            .build();

    private Json() {}

    private static String place(JsonProcessingException where) {
        var location = where.getLocation();
        return location == null ? "an unknown place" : place(location);
    }

    /** What the parser says is wrong, without what it says of itself. */
    private static String words(String message) {
        String plain = String.valueOf(message)
                .replaceAll("\\s*\\((for [A-Za-z]+ starting at|from) .*", "")
                .replaceAll("\\s*\\[?(at )?\\[Source:.*", "")
                .replaceAll("`[^`]*`", "the limit");
        return Profiles.shortened(plain, 200);
    }

    /** Lines and columns are counted by numbers of 32 bits, which a file of one long line exceeds. */
    private static String place(JsonLocation location) {
        if (location.getColumnNr() > 0 && location.getLineNr() > 0 && location.getByteOffset() < Integer.MAX_VALUE) {
            return "line " + location.getLineNr() + ", column " + location.getColumnNr();
        }
        return location.getByteOffset() >= 0 ? "byte " + location.getByteOffset() : "an unknown place";
    }

    /** Texts, numbers and nesting beyond what any results have. */
    private static IOException tooLarge(StreamConstraintsException large) {
        String message = String.valueOf(large.getMessage());
        String what = message.contains("depth") ? "nests lists and objects more than " + MAX_LEVELS + " deep"
                : message.contains("umber") ? "has a number of more than 1000 digits"
                        : message.contains("ame") ? "has a name of more than 50000 characters"
                                : "has a text of more than " + MAX_TEXT_LENGTH + " characters";
        return new IOException(what + ", at " + place(large), large);
    }

    /** The most bytes of a file that is read as a whole, because the data of one place are in several parts of it. */
    private static final long MAX_BYTES = 512L << 20;

    /** The whole document. */
    static JsonNode tree(InputStream content) throws IOException {
        try {
            return MAPPER
                    .readTree(new BoundedStream(new NumberLengthLimiter(content),
                            Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / 12)));
        } catch (StreamConstraintsException failure) {
            throw tooLarge(failure);
        } catch (JsonEOFException exception) {
            throw new IOException("is truncated at " + place(exception),
                    exception);
        } catch (JsonProcessingException exception) {
            throw new IOException("is not valid JSON at " + place(exception) + ": " + words(exception.getOriginalMessage()), exception);
        }
    }

    private static final ObjectMapper MAPPER = new ObjectMapper(FACTORY);

    /** Fails beyond so many bytes. */
    private static final class BoundedStream extends FilterInputStream {
        private long left;

        BoundedStream(InputStream in, long most) {
            super(in);
            left = most;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int bytes) throws IOException {
            left -= bytes;
            if (left < 0) {
                throw new IOException("is too large to be read into memory: raise the heap size (-Xmx)");
            }
        }
    }
}
