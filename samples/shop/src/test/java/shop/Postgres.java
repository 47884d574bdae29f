package shop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import timemory.tests.OptionalTools;

/**
 * A separate PostgreSQL, from Debian's package, with an empty database in a folder that is deleted with it. It only accepts connections
 * from this machine, without authentication. PostgreSQL does not run as root: if the tests do, it runs as the user that the package
 * created.
 */
final class Postgres implements AutoCloseable {
    static final String USER = "shop";
    private static final Path PACKAGE = Path.of("/usr/lib/postgresql");
    private static final String OWNER = "postgres";

    private final Path folder;
    private final int port;

    private Postgres(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    static boolean isThere() throws IOException {
        return tools().isPresent();
    }

    static Postgres start() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("timemory-postgres");
        if (isRoot()) run(List.of("chown", OWNER, folder.toString()));
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Postgres started = new Postgres(folder, port);
        started.tool("initdb", "-A", "trust", "-U", USER, "-N");
        started.tool("pg_ctl", "-w", "-t", "120", "-l", folder + "/log", "-o",
                "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1 -c fsync=off", "start");
        return started;
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    @Override
    public void close() throws IOException, InterruptedException {
        tool("pg_ctl", "-w", "-m", "immediate", "stop");
        run(List.of("rm", "-rf", folder.toString()));
    }

    private void tool(String name, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (isRoot()) command.addAll(List.of("runuser", "-u", OWNER, "--"));
        command.addAll(List.of(tools().orElseThrow().resolve(name).toString(), "-D", folder + "/data"));
        command.addAll(List.of(arguments));
        run(command);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("timemory-postgres", ".txt");
        try {
            Process process = new ProcessBuilder(command).directory(Path.of("/").toFile()).redirectErrorStream(true)
                    .redirectOutput(output.toFile()).start();
            if (!process.waitFor(180, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
            if (process.exitValue() != 0) throw new IOException(command + ": " + Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    private static Optional<Path> tools() throws IOException {
        if (OptionalTools.isHidden("pg_ctl") || !Files.isDirectory(PACKAGE)) return Optional.empty();
        try (Stream<Path> versions = Files.list(PACKAGE)) {
            return versions.map(version -> version.resolve("bin")).filter(bin -> Files.isExecutable(bin.resolve("pg_ctl"))).max(
                    Path::compareTo);
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }
}
