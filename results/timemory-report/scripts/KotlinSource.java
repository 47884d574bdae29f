import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Prints a Kotlin file that holds the page: native programs have no resources, so the page is compiled into them.
 *
 * <pre>java scripts/KotlinSource.java target/page/report-template.html</pre>
 */
class KotlinSource {
    /** Long literals compile slowly, and class files limit their length. */
    private static final int MAX_LENGTH = 20_000;

    private static final String PLACEHOLDER = "__TIMEMORY_DATA__";

    public static void main(String[] arguments) throws IOException {
        String text = Files.readString(Path.of(arguments[0]));
        int place = text.indexOf(PLACEHOLDER);
        StringBuilder out =
                new StringBuilder("package timemory.export.internal\n\ninternal val reportTemplateParts: Array<String> = arrayOf(\n");
        for (int at = 0; at < text.length();) {
            // Each part is converted to bytes separately, so none ends within a surrogate pair or within the placeholder.
            int end = Math.min(at + MAX_LENGTH, text.length());
            if (end > place && end < place + PLACEHOLDER.length()) end = place;
            if (Character.isHighSurrogate(text.charAt(end - 1))) end++;
            out.append("    \"");
            for (int i = at; i < end; i++) append(out, text.charAt(i));
            out.append("\",\n");
            at = end;
        }
        System.out.print(out.append(")\n"));
    }

    private static void append(StringBuilder out, char c) {
        switch (c) {
            case '\\', '"', '$' -> out.append('\\').append(c);
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c >= ' ' && c <= '~') out.append(c);
                else out.append(String.format("\\u%04x", (int) c));
            }
        }
    }
}
