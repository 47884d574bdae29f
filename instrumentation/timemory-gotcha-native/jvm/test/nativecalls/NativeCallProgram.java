package timemory.nativecalls;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle2;
import timemory.memory.MallocGotcha;
import timemory.memory.MemoryAllocations;
import timemory.results.CallGraph;
import timemory.results.Results;

/** Programs whose native calls are known, by the name of each. They print what was counted and what they did. */
public final class NativeCallProgram {

    /** What the next created component counts. */
    private static volatile String[] functions = {};

    /** Counts the functions that the program names. */
    public static final class Named extends NativeCallTuple {

        /** Its type. */
        public static final NativeCallTupleType<Named> TYPE =
                new NativeCallTupleType<>("named", "Calls that the program names", Named::new);

        /** Made by its type. */
        public Named() {
            super(functions);
        }
    }

    private NativeCallProgram() {}

    /** Runs the program that the first argument names. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "zlib" -> zlib(Integer.parseInt(arguments[1]));
            case "files" -> files();
            case "named" -> named(arguments[1]);
            case "later" -> later();
            case "methods" -> methods();
            case "checksums" -> checksums();
            case "soak" -> soak();
            case "unused" -> unused();
            case "left" -> leftBehind();
            case "setting" -> setting();
            case "virtual" -> virtualThreads();
            case "audit" -> audited();
            case "audit-threads" -> auditedOnThreads();
            case "allocations" -> allocations();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** The JVM allocates direct buffers with malloc, as does zlib its working memory. */
    private static void allocations() {
        Bundle2<MallocGotcha, MemoryAllocations> tools = Bundles.of(MallocGotcha.class, MemoryAllocations.class);
        tools.run("begun", () -> {});
        tools.run("buffer", () -> kept = ByteBuffer.allocateDirect(3_000_000));
        tools.run("packed", () -> {
            Deflater deflater = new Deflater();
            deflater.setInput(new byte[100]);
            deflater.finish();
            deflater.deflate(new byte[1000]);
            deflater.end();
        });
        Results results = Timemory.results();
        for (String id : List.of("malloc_gotcha", "memory_allocations")) {
            CallGraph graph = results.get(id);
            if (graph == null) continue;
            for (String region : List.of("buffer", "packed")) {
                List<String> elements = graph.getType().getElements();
                for (int element = 0; element < elements.size(); element++) {
                    print(id + " " + region + " " + elements.get(element), (long) graph.find(region).getInclusive().sum(element));
                }
            }
        }
    }

    private static Object kept;

    private static void print(String name, Object value) {
        System.out.println(name + "=" + value);
    }

    private static Named counting(String... named) {
        functions = named;
        String reason = Named.TYPE.unavailableReason();
        if (reason != null) throw new IllegalStateException(reason);
        return new Named();
    }

    /** Bytes, deflated and inflated again with a dictionary; how many calls that takes is up to the buffers. */
    private static final class Packing {
        final byte[] dictionary;
        final byte[] plain = "a text that is to be packed, and packed, and packed".repeat(20).getBytes(StandardCharsets.UTF_8);
        final byte[] packed = new byte[4096];
        final byte[] unpacked = new byte[plain.length];
        int deflations;
        int inflations;
        long dictionaries;

        Packing(int number) {
            dictionary = "packed ".repeat(1 + number).getBytes(StandardCharsets.UTF_8);
        }

        void once() throws DataFormatException {
            Deflater deflater = new Deflater();
            deflater.setDictionary(dictionary);
            deflater.setInput(plain);
            deflater.finish();
            int length = 0;
            while (!deflater.finished()) {
                length += deflater.deflate(packed, length, 64);
                deflations++;
            }
            deflater.end();
            Inflater inflater = new Inflater();
            inflater.setInput(packed, 0, length);
            int done = 0;
            while (!inflater.finished()) {
                if (inflater.needsDictionary()) inflater.setDictionary(dictionary);
                done += inflater.inflate(unpacked, done, Math.min(100, unpacked.length - done));
                inflations++;
            }
            inflater.end();
            if (done != plain.length) throw new IllegalStateException(done + " of " + plain.length);
            dictionaries += dictionary.length;
        }
    }

    /** Every thread does something different, and must find exactly its own work. */
    private static void zlib(int threads) throws Exception {
        String[] texts = {"libz.so.1:inflate", "libz:deflate", "deflateSetDictionary/2.u32", "*/libz.so*:inflateSetDictionary/2.u32",
            "libz.so.1:inflate/time", "libzzz:inflate"};
        Named warm = counting(texts);
        new Packing(0).once(); // classes loaded for the first time are read from JARs, which are inflated
        warm.start();
        warm.stop();
        AtomicLong different = new AtomicLong();
        AtomicLong inflated = new AtomicLong();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            all.add(new Thread(() -> {
                Named named = new Named();
                Packing packing = new Packing(number);
                named.start();
                try {
                    for (int lap = 0; lap <= number * 10; lap++) packing.once();
                } catch (DataFormatException failure) {
                    throw new IllegalStateException(failure);
                }
                named.stop();
                inflated.addAndGet(named.last(texts[0]));
                long[] counted = IntStream.range(0, 4).mapToLong(named::last).toArray();
                long[] done = {packing.inflations, packing.deflations, packing.dictionaries, packing.dictionaries};
                boolean isSame = Arrays.equals(counted, done) && named.last(texts[4]) > 0 && named.last(texts[5]) == 0;
                if (isSame) return;
                different.incrementAndGet();
                print("thread" + number, Arrays.toString(counted) + " instead of " + Arrays.toString(done));
            }));
        }
        for (Thread thread : all) thread.start();
        for (Thread thread : all) thread.join();
        print("different", different);
        print("inflated", inflated);
    }

    private static void files() throws IOException {
        Path file = Files.createTempFile("native-calls", ".bin");
        byte[] buffer = new byte[1000];
        Named named = counting("write", "write/2", "write/result", "read", "read/result", "libc:read/2", "read/time");
        for (int round = 0; round < 2; round++) { // the first one loads classes
            named.reset();
            named.start();
            try (FileOutputStream out = new FileOutputStream(file.toFile())) {
                for (int i = 1; i <= 7; i++) out.write(buffer, 0, 100 * i);
            }
            try (FileInputStream in = new FileInputStream(file.toFile())) {
                while (in.read(buffer) > 0) continue;
            }
            named.stop();
        }
        Files.delete(file);
        for (String function : named.getEvents()) print(function, named.last(function));
    }

    private static void named(String function) {
        functions = new String[] {function};
        Bundles.of(WallClock.class, Named.class).run("region", () -> {});
        printComponents();
    }

    private static void printComponents() {
        print("components", Timemory.results().getGraphs().stream().map(graph -> graph.getType().getId()).toList());
    }

    private static boolean isLoaded(String library) throws IOException {
        return Files.readString(Path.of("/proc/self/maps")).contains(library);
    }

    /** Functions that a library calls which is loaded after they were asked for. */
    private static void later() throws IOException {
        Named named = counting("opendir");
        named.start();
        print("loaded before", isLoaded("libmanagement_ext.so"));
        var system = (com.sun.management.UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        system.getOpenFileDescriptorCount();
        named.stop();
        print("loaded after", isLoaded("libmanagement_ext.so"));
        named.start();
        for (int i = 0; i < 5; i++) system.getOpenFileDescriptorCount();
        named.stop();
        print("opendir", named.last(0));
    }

    private static void checksums() {
        Named named = counting("libz:crc32", "libz:crc32/2.u32");
        named.start();
        CRC32 checksum = new CRC32();
        for (int i = 1; i <= 5; i++) checksum.update(new byte[1000 * i]);
        named.stop();
        print("crc32", named.last(0) + " of " + named.last(1) + " bytes");
    }

    /** A method of Java's that is native, and that the JVM looks for when it is first called. */
    private static void methods() throws DataFormatException {
        Named named = counting("Java_java_util_zip_Deflater_deflateBytesBytes", "Java_java_util_zip_Deflater_deflateBytesBytes/time");
        Packing packing = new Packing(1);
        named.start();
        packing.once();
        packing.once();
        named.stop();
        print("same", named.last(0) == packing.deflations && packing.deflations >= 2 && named.last(1) > 0);
    }

    /** Functions that the JVM itself calls all the time, in any state and on any thread, including the collector's. */
    private static void soak() throws Exception {
        functions = new String[] {"malloc/0", "free", "read/time", "write/result", "inflate", "deflate/time", "pthread_mutex_lock"};
        AtomicLong allocated = new AtomicLong();
        AtomicLong failed = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            threads.add(new Thread(() -> {
                Named named = new Named();
                named.start();
                try {
                    Packing packing = new Packing(1);
                    for (int lap = 0; lap < 100; lap++) {
                        packing.once();
                        byte[][] garbage = Stream.generate(() -> new byte[1000]).limit(100).toArray(byte[][]::new);
                        if (garbage[99][999] != 0) failed.incrementAndGet();
                    }
                } catch (DataFormatException | RuntimeException failure) {
                    failure.printStackTrace();
                    failed.incrementAndGet();
                }
                named.stop();
                allocated.addAndGet(named.last(0));
            }));
        }
        for (Thread thread : threads) thread.start();
        for (int i = 0; i < 10; i++) {
            System.gc();
            new ProcessBuilder("true").start().waitFor();
        }
        for (Thread thread : threads) thread.join();
        print("failed", failed);
        print("allocated", allocated.get() > 50 * 100 * 1000);
    }

    /** A program that measures something else, and one that names functions while it does not measure. */
    private static void unused() throws IOException {
        functions = new String[] {"read"};
        Timemory.setEnabled(false);
        Bundles.of(WallClock.class, Named.class).run("disabled", () -> {});
        Timemory.setEnabled(true);
        Bundles.of(WallClock.class).run("region", () -> {});
        print("loaded", isLoaded("timemory-gotcha"));
        Bundles.of(WallClock.class, Named.class).run("region", () -> {});
        print("loaded when used", isLoaded("timemory-gotcha"));
    }

    private static void leftBehind() throws IOException {
        counting("read").start();
        try (Stream<Path> left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            print("left", left.filter(file -> !file.getFileName().toString().startsWith("hsperfdata")).toList());
        }
    }

    /** Components chosen by name, functions by the setting. */
    private static void setting() throws IOException {
        Timemory.pushRegion("region");
        try (FileInputStream in = new FileInputStream("/proc/self/stat")) {
            in.read(new byte[10]);
        }
        Timemory.popRegion("region");
        var graph = Timemory.results().get("native_calls");
        print("functions", graph.getType().getElements());
        print("reads", graph.find("region").getInclusive().sum(0));
        print("bytes", graph.find("region").getInclusive().sum(1));
    }

    private static void virtualThreads() throws Exception {
        functions = new String[] {"read"};
        Runnable region = () -> Bundles.of(WallClock.class, Named.class).run("region", () -> {});
        ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, region)).join();
        printComponents();
    }

    private static final List<String> FILES = List.of("libjava", "libnio");

    /** Sums the arguments, and makes many calls in between that must not be seen. */
    private static final class Adding implements NativeAudit {
        final LongAdder calls = new LongAdder();
        final LongAdder asked = new LongAdder();
        final LongAdder got = new LongAdder();
        final LongAdder returned = new LongAdder();

        @Override
        public void incoming(long[] arguments) {
            calls.increment();
            asked.add(arguments[2]);
            if (Files.exists(Path.of("/nowhere/at/all"))) throw new IllegalStateException();
        }

        @Override
        public void outgoing(long result) {
            returned.increment();
            got.add(result);
            try (FileInputStream in = new FileInputStream("/proc/self/stat")) {
                in.read(new byte[10]);
            } catch (IOException failure) {
                throw new IllegalStateException(failure);
            }
            if (new java.io.File("/nowhere/at/all").exists()) throw new IllegalStateException();
        }
    }

    private static void audited() throws IOException {
        Path file = Files.write(Files.createTempFile("native-calls", ".bin"), new byte[2500]);
        Adding adding = new Adding();
        adding.incoming(new long[6]); // loads the required classes
        adding.outgoing(0);
        long before = adding.calls.sum();
        try (FileInputStream in = new FileInputStream(file.toFile());
                FileInputStream folder = new FileInputStream("/proc/self/mem");
                NativeGotcha reads = NativeGotcha.permit("libc:read", FILES, adding)) {
            byte[] buffer = new byte[1000];
            while (in.read(buffer) > 0) continue;
            print("asked", adding.asked);
            print("got", adding.got);
            try {
                folder.read(buffer);
            } catch (IOException exception) {
                print("refused", exception.getMessage());
            }
            reads.close();
            in.read(buffer);
            in.read(buffer);
        }
        print("calls", adding.calls.sum() - before);
        print("returned", adding.returned.sum() - 1);
        NativeAudit failing = new NativeAudit() {
            @Override
            public void incoming(long[] arguments) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void outgoing(long result) {
                outgoing(result + 1); // until the stack is full
            }
        };
        try (NativeGotcha reads = NativeGotcha.permit("read", FILES, failing); FileInputStream in = new FileInputStream(file.toFile())) {
            print("read", in.read(new byte[100]) + in.read(new byte[100]));
        }
        try (NativeGotcha none = NativeGotcha.permit("read", List.of("libjvm", "libc.so.6", "libzip"), adding)) {
            Files.delete(file);
        }
        try (NativeGotcha all = NativeGotcha.permit("malloc", List.of("*"), new NativeAudit() {})) {
            System.gc();
            new ProcessBuilder("true").start();
        }
    }

    /** Twice: the first time, classes are read as well. */
    private static void auditedOnThreads() throws Exception {
        print("first", isSameOnThreads());
        print("same", isSameOnThreads());
    }

    private static boolean isSameOnThreads() throws Exception {
        Path file = Files.write(Files.createTempFile("native-calls", ".bin"), new byte[100]);
        Adding adding = new Adding();
        List<Thread> threads = new ArrayList<>();
        AtomicLong done = new AtomicLong();
        for (int i = 0; i < 20; i++) {
            threads.add(new Thread(() -> {
                try (FileInputStream in = new FileInputStream(file.toFile())) {
                    for (int read = 0; read < 200; read++) {
                        in.read(new byte[1 + read % 10]);
                        done.addAndGet(1 + read % 10);
                    }
                } catch (IOException failure) {
                    throw new IllegalStateException(failure);
                }
            }));
        }
        try (NativeGotcha reads = NativeGotcha.permit("read", FILES, adding)) {
            for (Thread thread : threads) thread.start();
            for (int i = 0; i < 10; i++) {
                System.gc();
                NativeGotcha.permit("read", FILES, new NativeAudit() {}).close();
            }
            for (Thread thread : threads) thread.join();
        }
        Files.delete(file);
        return adding.asked.sum() == done.get() && adding.calls.sum() == 20 * 200 && adding.returned.sum() == 20 * 200;
    }
}
