package moo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Generates the source of a program of 200 methods that take a nanosecond each and are called again and again. */
public final class Small {
    private static final int METHODS = 200;

    private Small() {}

    /** Argument: the file. */
    public static void main(String[] arguments) throws IOException {
        StringBuilder text = new StringBuilder("public class Methods {\n");
        StringBuilder calls = new StringBuilder();
        for (int i = 0; i < METHODS; i++) {
            text.append("static int m").append(i).append("(int a, int b) { int c = a * 31 + b; if (c > b) c ^= a >>> 3; else c += b << 2; "
                    + "c = c * 17 + a; if ((c & 7) == 3) c -= b; return c ^ (c >>> 5) + ").append(i).append("; }\n");
        }
        for (int k = 0; k < METHODS; k += 50) {
            text.append("static int r").append(k).append("(int v) {\n");
            for (int i = k; i < k + 50; i++) text.append("v = m").append(i).append("(v, ").append(i).append(");\n");
            text.append("return v; }\n");
            calls.append("v = r").append(k).append("(v);\n");
        }
        text.append("public static void main(String[] a) { int v = 1; for (int i = Integer.parseInt(a[0]); i > 0; i--) {\n").append(calls)
                .append("} System.out.println(v); }\n}\n");
        Files.writeString(Path.of(arguments[0]), text);
    }
}
