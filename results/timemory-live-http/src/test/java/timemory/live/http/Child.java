package timemory.live.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.WallClock;
import timemory.settings.SettingsBuilder;

/** Programs in separate processes, whose start and end are tested. */
public final class Child {

    private static final long PATIENCE_SECONDS = 120;

    private Child() {}

    /** Returns the output of the program {@code which} with variables of {@code environment}; it must end by itself. */
    static String run(List<String> environment, String which, String... options) throws IOException, InterruptedException {
        // It is too short for C2 compilation to pay off.
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName(), which));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TIMEMORY_FILE_OUTPUT", "false");
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        for (String variable : environment) {
            int sign = variable.indexOf('=');
            builder.environment().put(variable.substring(0, sign), variable.substring(sign + 1));
        }
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes());
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the program does not end: " + printed);
        }
        return printed;
    }

    /** Runs one of the programs. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("open")) {
            System.out.println("left open at " + LiveHttp.open(0));
            return;
        }
        if (arguments[0].equals("quiet")) {
            Bundles.of(WallClock.class).run("main", () -> {});
            return;
        }
        Timemory.init(new SettingsBuilder());
        try (Timed measuring = new Timed()) {
            String url = LiveHttp.url();
            System.out.println(
                    url == null ? "not open"
                            : "answered " + HttpTestClient.get(url.replace("0.0.0.0", "127.0.0.1") + "metrics").statusCode());
        }
        Timemory.finalize();
        System.out.println("after the session: " + LiveHttp.url());
        System.out.println("the program went on");
    }

    private static final class Timed implements AutoCloseable {
        private final OpenRegion open = Bundles.of(WallClock.class).open("main");

        @Override
        public void close() {
            open.close();
        }
    }
}
