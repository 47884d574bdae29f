package timemory.jvm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import timemory.Bundles;
import timemory.Timemory;
import timemory.TripCount;
import timemory.WallClock;
import timemory.bundle.Bundle2;

/** Changes system properties as its first argument says, then measures three laps, collects results, and ends. */
public final class PropertiesProgram {

    private PropertiesProgram() {}

    /** Properties that only the JDK may read. */
    private static final class Closed extends Properties {
        private static final long serialVersionUID = 1;

        private Closed(Properties all) {
            super(all);
        }

        @Override
        public String getProperty(String key) {
            if (key.startsWith("timemory.") || key.equals("os.name") || key.equals("java.class.path")) {
                throw new SecurityException("closed");
            }
            return super.getProperty(key);
        }

        @Override
        public java.util.Set<String> stringPropertyNames() {
            throw new SecurityException("closed");
        }
    }

    public static void main(String[] arguments) throws Exception {
        // The JDK itself needs properties before the first file access or JAR: otherwise Java 17 fails later.
        Files.exists(Path.of("."));
        switch (arguments[0]) {
            case "none" -> System.setProperties(new Properties());
            case "closed" -> System.setProperties(new Closed(System.getProperties()));
            case "objects" -> {
                System.getProperties().put("os.name", 7);
                System.getProperties().put("timemory.precision", 9);
                System.getProperties().put(new Object(), new Object());
            }
            default -> System.clearProperty(arguments[0]);
        }
        Bundle2<WallClock, TripCount> bundle = Bundles.of(WallClock.class, TripCount.class);
        for (int i = 0; i < 3; i++) {
            bundle.run("lap", () -> {});
        }
        System.out.println("so far: " + Timemory.results().getGraphs().size());
        System.out.println("done");
    }
}
