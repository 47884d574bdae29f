package dev.timemory.konan;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes maps, lists, texts and numbers as indented JSON. */
final class Json {

    private Json() {}

    static String of(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, "\n", out);
        return out.append('\n').toString();
    }

    private static void write(Object value, String line, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            writeAll(map.entrySet().iterator(), '{', '}', line, out, entry -> {
                Map.Entry<?, ?> member = (Map.Entry<?, ?>) entry;
                text(member.getKey().toString(), out);
                out.append(": ");
                write(member.getValue(), line + "  ", out);
            });
        } else if (value instanceof List<?> list) {
            writeAll(list.iterator(), '[', ']', line, out, element -> write(element, line + "  ", out));
        } else if (value instanceof Number) {
            out.append(value);
        } else {
            text(value.toString(), out);
        }
    }

    private interface Writer {
        void write(Object element);
    }

    private static void writeAll(Iterator<?> elements, char begin, char end, String line, StringBuilder out, Writer writer) {
        out.append(begin);
        boolean any = elements.hasNext();
        while (elements.hasNext()) {
            out.append(line).append("  ");
            writer.write(elements.next());
            if (elements.hasNext()) {
                out.append(',');
            }
        }
        if (any) {
            out.append(line);
        }
        out.append(end);
    }

    private static void text(String text, StringBuilder out) {
        out.append('"');
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        out.append('"');
    }
}
