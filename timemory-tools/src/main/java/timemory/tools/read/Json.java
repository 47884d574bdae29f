package timemory.tools.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reading JSON token by token: files can be larger than the memory, and nested as deeply as regions are. */
final class Json {

    private static final int MOST_LEVELS = 400_000;
    private static final int LONGEST_TEXT = 10_000_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_LEVELS)
                    .maxStringLength(LONGEST_TEXT)
                    .build())
            .build();

    private Json() {}

    /** What reads members and elements. */
    interface Action {
        void run() throws IOException;
    }

    /** What reads the value of the member {@code name}, whose first token is the current one, to its last. */
    interface Member {
        void read(String name) throws IOException;
    }

    /** Has {@code reading} read from {@code content}, and says where it is wrong. */
    static void parse(InputStream content, Parsing reading) throws IOException {
        try (JsonParser parser = FACTORY.createParser(new ShortNumbers(content))) {
            parser.nextToken();
            reading.read(parser);
        } catch (StreamConstraintsException large) {
            throw tooLarge(large);
        } catch (JsonEOFException end) {
            throw new IOException("ends in the midst of its content, at " + place(end) + ": it was not written to its end", end);
        } catch (JsonProcessingException wrong) {
            throw new IOException("is not valid JSON at " + place(wrong) + ": " + words(wrong.getOriginalMessage()), wrong);
        }
    }

    /** Reads a whole document. */
    interface Parsing {
        void read(JsonParser parser) throws IOException;
    }

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

    private static String lineOf(JsonParser parser) {
        return String.valueOf(Math.max(1, parser.currentLocation().getLineNr()));
    }

    /** Texts, numbers and nesting beyond what any results have. */
    private static IOException tooLarge(StreamConstraintsException large) {
        String message = String.valueOf(large.getMessage());
        String what = message.contains("depth") ? "nests lists and objects more than " + MOST_LEVELS + " deep"
                : message.contains("umber") ? "has a number of more than 1000 digits"
                        : message.contains("ame") ? "has a name of more than 50000 characters"
                                : "has a text of more than " + LONGEST_TEXT + " characters";
        return new IOException(what + ", at " + place(large), large);
    }

    /** Reads the object that begins with the current token, each member by {@code member}. */
    static void object(JsonParser parser, Member member) throws IOException {
        expect(parser, JsonToken.START_OBJECT, "an object");
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            expect(parser, JsonToken.FIELD_NAME, "a name");
            String name = parser.currentName();
            parser.nextToken();
            member.read(name);
        }
    }

    /** Reads the array that begins with the current token, each element by {@code element}. */
    static void array(JsonParser parser, Action element) throws IOException {
        expect(parser, JsonToken.START_ARRAY, "a list");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.run();
        }
    }

    private static void expect(JsonParser parser, JsonToken token, String what) throws IOException {
        if (parser.currentToken() != token) {
            throw new IOException("line " + lineOf(parser) + " has " + found(parser) + " where " + what + " belongs");
        }
    }

    private static String found(JsonParser parser) {
        return parser.currentToken() == null ? "nothing"
                : parser.currentToken().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    /** The number that is the current token, or the numbers of the list that begins there; {@code null} and text count as not known. */
    static double[] numbers(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return new double[] {number(parser)};
        }
        double[] all = new double[4];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == all.length) {
                all = java.util.Arrays.copyOf(all, 2 * count);
            }
            all[count++] = number(parser);
        }
        return java.util.Arrays.copyOf(all, count);
    }

    /** The number that is the current token; not a number where it is none. */
    static double number(JsonParser parser) throws IOException {
        if (parser.currentToken().isNumeric()) {
            return parser.getDoubleValue();
        }
        parser.skipChildren();
        return Double.NaN;
    }

    /** The flag that is the current token. */
    static boolean flag(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_TRUE && parser.currentToken() != JsonToken.VALUE_FALSE) {
            throw new IOException("line " + lineOf(parser) + " has " + found(parser) + " where true or false belongs");
        }
        return parser.currentToken() == JsonToken.VALUE_TRUE;
    }

    /**
     * The whole number that is the current token; {@code null} where it is none, or larger than 64 bits hold. What is larger than one token
     * is passed over.
     */
    static Long whole(JsonParser parser) throws IOException {
        boolean isWhole =
                parser.currentToken() == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        Long number = isWhole ? Long.valueOf(parser.getLongValue()) : null;
        parser.skipChildren();
        return number;
    }

    static String text(JsonParser parser) throws IOException {
        if (parser.currentToken().isStructStart()) {
            parser.skipChildren();
            return "";
        }
        String text = parser.getText();
        return text == null ? "" : text;
    }

    /** The most bytes of a file that is read whole, because what it tells of one place stands in several. */
    private static final long MOST_BYTES = 512L << 20;

    /** The whole document. */
    static JsonNode tree(InputStream content) throws IOException {
        try {
            return MAPPER
                    .readTree(new BoundedStream(new ShortNumbers(content), Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / 12)));
        } catch (StreamConstraintsException large) {
            throw tooLarge(large);
        } catch (JsonEOFException end) {
            throw new IOException("ends in the midst of its content, at " + place(end) + ": it was not written to its end", end);
        } catch (JsonProcessingException wrong) {
            throw new IOException("is not valid JSON at " + place(wrong) + ": " + words(wrong.getOriginalMessage()), wrong);
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
                throw new IOException("is too large for a file of this kind, which is read whole: give Java more memory (-Xmx)");
            }
        }
    }
}
