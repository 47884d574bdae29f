package samples;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle2;
import timemory.nativecalls.NativeCallTuple;
import timemory.nativecalls.NativeCallTupleType;
import timemory.results.CallGraph;

/**
 * Compresses and decompresses a file, by default its own class file, and counts the resulting calls below the JVM, of zlib and the C
 * library.
 *
 * <p>Debian's OpenJDK calls the system's zlib. Temurin includes its own, which cannot be seen from outside: a message says so, and the
 * numbers are 0.
 */
public final class NativeCallsInJava {

    /** The counted functions, in the order of the numbers. */
    public static final class Packing extends NativeCallTuple {
        public static final NativeCallTupleType<Packing> TYPE =
                new NativeCallTupleType<>("packing", "Native calls of packing", Packing::new);

        public Packing() {
            super("libz.so.1:deflate", "libz.so.1:inflate", "read", "read/result", "write/result");
        }
    }

    private static final Bundle2<WallClock, Packing> TOOLS = Bundles.of(WallClock.class, Packing.class);

    private NativeCallsInJava() {}

    /** Uses the file that the first argument names. */
    public static void main(String[] arguments) throws IOException {
        Path plain = Files.createTempFile("plain", ".bin");
        Path packed = Files.createTempFile("packed", ".gz");
        try {
            try (InputStream in = arguments.length > 0 ? Files.newInputStream(Path.of(arguments[0])) : ownClassFile()) {
                Files.copy(in, plain, StandardCopyOption.REPLACE_EXISTING);
            }
            for (String round : new String[] {"first", "again"}) { // the first time, the JVM loads the required classes
                TOOLS.runThrowing(round + ": pack", () -> pack(plain, packed));
                TOOLS.runThrowing(round + ": unpack", () -> unpack(packed));
            }
            System.out.println(Files.size(plain) + " bytes, packed " + Files.size(packed));
        } finally {
            Files.delete(plain);
            Files.delete(packed);
        }
        print("again: pack");
        print("again: unpack");
    }

    private static InputStream ownClassFile() {
        return NativeCallsInJava.class.getResourceAsStream("NativeCallsInJava.class");
    }

    private static void pack(Path plain, Path packed) throws IOException {
        try (InputStream in = new FileInputStream(plain.toFile());
                OutputStream out = new GZIPOutputStream(new FileOutputStream(packed.toFile()))) {
            in.transferTo(out);
        }
    }

    private static void unpack(Path packed) throws IOException {
        try (InputStream in = new GZIPInputStream(new FileInputStream(packed.toFile()))) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static void print(String label) {
        CallGraph graph = Timemory.results().get(Packing.TYPE);
        List<String> functions = Packing.TYPE.getElements();
        StringBuilder line = new StringBuilder(label);
        for (int i = 0; i < functions.size(); i++) {
            line.append(", ").append(functions.get(i)).append(' ').append((long) graph.find(label).getInclusive().sum(i));
        }
        System.out.println(line);
    }
}
