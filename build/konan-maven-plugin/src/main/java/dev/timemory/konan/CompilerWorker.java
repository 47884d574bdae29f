package dev.timemory.konan;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A process that runs the Kotlin/Native compiler again and again: a compiler that is warmed up compiles a small module in a quarter of the
 * time that a new process takes. {@link CompilerWorkers} starts it and sends requests over a socket in a folder that only its user may
 * access.
 *
 * <p>A request is a list of strings, the tool and its arguments; the answer is a status, 0 on success. Messages go to the standard streams,
 * which the starting process has redirected to a file: programs that the compiler runs write there too. It ends when the other side has
 * ended or has sent no request for a while.
 */
final class CompilerWorker {

    static final String COMPILER = "konanc";
    static final String METADATA_COMPILER = "metadata";

    private static final long IDLE_MILLISECONDS = 300_000;

    private final SocketChannel channel;

    /** When the last request was answered, by {@code System.nanoTime}; 0 while one is being served. */
    private volatile long idleSince = System.nanoTime();

    private CompilerWorker(SocketChannel channel) {
        this.channel = channel;
    }

    /** The only argument is the path of the socket to connect to. */
    public static void main(String[] arguments) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(Path.of(arguments[0])))) {
            CompilerWorker worker = new CompilerWorker(channel);
            Thread watch = new Thread(worker::endWhenIdle, "idle");
            watch.setDaemon(true);
            watch.start();
            worker.serve();
        }
        // Threads of the compiler that may still exist have nothing more to do.
        System.exit(0);
    }

    private void serve() throws IOException {
        DataInputStream requests = new DataInputStream(Channels.newInputStream(channel));
        DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
        try {
            while (true) {
                String[] request = new String[requests.readInt()];
                for (int i = 0; i < request.length; i++) {
                    byte[] text = requests.readNBytes(requests.readInt());
                    request[i] = new String(text, StandardCharsets.UTF_8);
                }
                idleSince = 0;
                int status = run(request);
                System.out.flush();
                System.err.flush();
                idleSince = System.nanoTime();
                answers.writeInt(status);
                answers.flush();
            }
        } catch (EOFException | ClosedChannelException ignored) {
            // Nothing more to do.
        }
    }

    private void endWhenIdle() {
        try {
            while (true) {
                Thread.sleep(IDLE_MILLISECONDS / 10);
                long since = idleSince;
                if (since != 0 && System.nanoTime() - since > IDLE_MILLISECONDS * 1_000_000) {
                    channel.close();
                    return;
                }
            }
        } catch (InterruptedException | IOException unused) {
            System.exit(1);
        }
    }

    private static int run(String[] request) {
        try {
            if (request[0].equals(METADATA_COMPILER)) {
                return metadata(Arrays.copyOfRange(request, 1, request.length));
            }
            // Throws an exception where main would exit.
            Class.forName("org.jetbrains.kotlin.cli.utilities.MainKt").getMethod("daemonMain", String[].class).invoke(null,
                    (Object) request);
            return 0;
        } catch (InvocationTargetException exception) {
            Throwable failure = exception.getCause();
            // The compiler has reported each error in the sources itself.
            if (!failure.getClass().getSimpleName().equals("KonanCompilationException")) {
                failure.printStackTrace();
            }
            return 1;
        } catch (Throwable failure) {
            failure.printStackTrace();
            return 1;
        }
    }

    private static int metadata(String[] arguments) throws ReflectiveOperationException {
        Class<?> compiler = Class.forName("org.jetbrains.kotlin.cli.metadata.KotlinMetadataCompiler");
        Object tool = compiler.getDeclaredConstructor().newInstance();
        Object exitCode = compiler.getMethod("exec", PrintStream.class, String[].class).invoke(tool, System.err, arguments);
        return (int) exitCode.getClass().getMethod("getCode").invoke(exitCode);
    }
}
