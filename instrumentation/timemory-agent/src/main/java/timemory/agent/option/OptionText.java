package timemory.agent.option;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins the agent's options into one text, separated by semicolons. Characters that would separate there, or where the JVM parses its own
 * options, are written as a percent sign and two hexadecimal digits for each of their UTF-8 bytes.
 */
public final class OptionText {
    private static final String PLAIN = "-_.=:,/@+^()[]{}|?~#&<>!";

    private OptionText() {}

    /** Returns the text from which {@link #split} restores {@code options}. */
    public static String join(List<String> options) {
        StringBuilder text = new StringBuilder();
        for (String option : options) {
            if (!text.isEmpty()) text.append(';');
            for (byte one : option.getBytes(StandardCharsets.UTF_8)) append(text, one & 0xFF);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, int one) {
        boolean isPlain = one >= 'a' && one <= 'z' || one >= 'A' && one <= 'Z' || one >= '0' && one <= '9' || PLAIN.indexOf(one) >= 0;
        if (isPlain) text.append((char) one);
        else text.append(String.format("%%%02X", one));
    }

    /**
     * Returns the options in a text. Percent signs without hexadecimal digits represent themselves, as in hand-written text.
     *
     */
    public static List<String> split(String text) {
        List<String> options = new ArrayList<>();
        for (String part : text.split(";")) if (!part.isBlank()) options.add(decode(part.strip()));
        return options;
    }

    private static String decode(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        byte[] decoded = new byte[bytes.length];
        int count = 0;
        for (int i = 0; i < bytes.length; i++) {
            int value = bytes[i] == '%' && i + 2 < bytes.length ? hexadecimal(bytes[i + 1], bytes[i + 2]) : -1;
            decoded[count++] = value < 0 ? bytes[i] : (byte) value;
            if (value >= 0) i += 2;
        }
        return new String(decoded, 0, count, StandardCharsets.UTF_8);
    }

    private static int hexadecimal(byte first, byte second) {
        int high = Character.digit(first, 16);
        int low = Character.digit(second, 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
}
