package dev.timemory.konan;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The client side of a {@link CompilerWorker}. Used by one thread at a time. */
final class CompilerProcess {

    private final List<String> command;
    private final Map<String, String> environment;
    private final Process process;
    private final FileChannel log;
    private final SocketChannel channel;
    private boolean hasRun;

    private CompilerProcess(List<String> command, Map<String, String> environment, Process process, FileChannel log,
            SocketChannel channel) {
        this.command = command;
        this.environment = environment;
        this.process = process;
        this.log = log;
        this.channel = channel;
    }

    /** What a run printed, and its status, 0 on success. */
    record Outcome(int status, String output) {}

    /** {@code command} starts a worker; the socket that it connects to is appended. */
    static CompilerProcess start(List<String> command, Map<String, String> environment) throws IOException {
        Path folder = Files.createTempDirectory("konan"); // accessible to no other user
        Path address = folder.resolve("socket");
        Path output = folder.resolve("output");
        List<String> whole = new ArrayList<>(command);
        whole.add(address.toString());
        ProcessBuilder builder = new ProcessBuilder(whole).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(address));
            Process process = builder.start();
            process.getOutputStream().close();
            FileChannel log = FileChannel.open(output);
            process.onExit().thenRun(() -> closeQuietly(server)); // otherwise no worker would connect
            try {
                return new CompilerProcess(command, environment, process, log, server.accept());
            } catch (IOException failure) {
                process.destroy();
                throw new IOException("the compiler did not start:\n" + textOf(log, 0), failure);
            }
        } finally {
            // Both sides have opened it.
            Files.deleteIfExists(address);
            Files.deleteIfExists(output);
            Files.deleteIfExists(folder);
        }
    }

    boolean wasStartedBy(List<String> otherCommand, Map<String, String> otherEnvironment) {
        return command.equals(otherCommand) && environment.equals(otherEnvironment);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** {@code null} if it had already ended because it was idle. */
    Outcome run(List<String> request) throws IOException {
        long begin = log.size();
        boolean isNew = !hasRun;
        hasRun = true;
        try {
            send(request);
            int status = new DataInputStream(Channels.newInputStream(channel)).readInt();
            return new Outcome(status, textOf(log, begin));
        } catch (EOFException ignored) {
            return outcomeOfEnd(isNew, begin);
        } catch (IOException failure) {
            if (Thread.currentThread().isInterrupted()) {
                process.destroy();
                throw new IOException("interrupted while running " + request.get(0), failure);
            }
            return outcomeOfEnd(isNew, begin);
        }
    }

    private void send(List<String> request) throws IOException {
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
        out.writeInt(request.size());
        for (String text : request) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
        out.flush();
    }

    private Outcome outcomeOfEnd(boolean isNew, long begin) throws IOException {
        try {
            int status = process.waitFor();
            return status == 0 && !isNew ? null : new Outcome(status == 0 ? 1 : status, textOf(log, begin));
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the compiler ended", interrupted);
        }
    }

    void close() {
        closeQuietly(channel);
        closeQuietly(log);
    }

    private static void closeQuietly(AutoCloseable what) {
        try {
            what.close();
        } catch (Exception unused) {
            // It is no longer used.
        }
    }

    private static String textOf(FileChannel log, long begin) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(Math.toIntExact(log.size() - begin));
        while (text.hasRemaining() && log.read(text, begin + text.position()) > 0) {
            // until everything has been read
        }
        return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
    }
}
