package timemory.live;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/** A Unix-domain socket that uses the JDK's channels, available since Java 16. */
final class UnixListener implements ListeningSocket {

    private static final int WAITING = 16;

    private final ServerSocketChannel channel;
    private final Selector selector;
    private final Peers peers;

    private UnixListener(ServerSocketChannel channel, Selector selector, Peers peers) {
        this.channel = channel;
        this.selector = selector;
        this.peers = peers;
    }

    /** Creates the socket in the same order of steps as the JVM's own attach socket (attachListener_posix.cpp). */
    static UnixListener at(Path path, Path unfinished) throws IOException {
        if (!SystemEnvironment.canFindFiles()) {
            throw new IOException("the system property java.home is missing, which Java needs to open a socket");
        }
        Files.deleteIfExists(unfinished);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(unfinished), WAITING);
            Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rw-------"));
            Peers peers = new Peers(Files.getOwner(unfinished));
            channel.configureBlocking(false);
            Selector selector = Selector.open();
            try {
                channel.register(selector, SelectionKey.OP_ACCEPT);
                Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (Throwable failure) {
                selector.close();
                throw failure;
            }
            return new UnixListener(channel, selector, peers);
        } catch (Throwable failure) {
            channel.close();
            Files.deleteIfExists(unfinished);
            throw failure;
        }
    }

    @Override
    public @Nullable Connection accept(int milliseconds) {
        return Failing.orNull(() -> {
            selector.select(milliseconds);
            selector.selectedKeys().clear();
            SocketChannel accepted = channel.accept();
            return accepted == null ? null : UnixConnection.of(accepted, peers);
        });
    }

    @Override
    public void wake() {
        selector.wakeup();
    }

    @Override
    public void close() {
        Failing.orNull(() -> {
            channel.close();
            selector.close();
            return null;
        });
    }
}
