package timemory.live.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import timemory.live.LiveFolder;

/**
 * Whose the other end of a connection within this machine is: the kernel lists each socket with its user in {@code /proc/net/tcp} and
 * {@code tcp6} (proc(5); net/ipv4/tcp_ipv4.c, get_tcp4_sock).
 */
final class PeerUsers {

    /** Connected at both ends. In other states, sockets that no process has any more are listed as root's. */
    private static final String ESTABLISHED = "01";

    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;
    private static final long ROOT = 0;
    private static final long NONE = -1;

    private final Path folder;
    private final long owner;

    private PeerUsers(Path folder, long owner) {
        this.folder = folder;
        this.owner = owner;
    }

    static PeerUsers ofThisProcess() {
        Path folder = Path.of("/proc/self/net");
        return new PeerUsers(folder, Files.exists(folder) ? LiveFolder.Companion.ownUser() : NONE);
    }

    /** By files of {@code folder}, and with {@code owner} for the user whose process this is. */
    static PeerUsers in(Path folder, long owner) {
        return new PeerUsers(folder, owner);
    }

    /** Why the process that has {@code peer}, connected to {@code own}, is not the owner's or root's; {@code null} where it is. */
    @Nullable
    String whyNotOwner(InetSocketAddress peer, InetSocketAddress own) {
        if (owner == NONE) {
            return "this system does not tell who connects, so that a token is needed";
        }
        try {
            long user = userOf(peer, own);
            if (user == owner || user == ROOT) {
                return null;
            }
            return user == NONE ? "who connected is not known, so that a token is needed"
                    : "without a token, only the user whose process this is (" + owner + ") and root may ask, and not user " + user;
        } catch (IOException failure) {
            return "who connected cannot be found out (" + failure + "), so that a token is needed";
        }
    }

    private long userOf(InetSocketAddress peer, InetSocketAddress own) throws IOException {
        long user = userOf(peer, own, "tcp");
        return user == NONE ? userOf(peer, own, "tcp6") : user;
    }

    private long userOf(InetSocketAddress peer, InetSocketAddress own, String file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(folder.resolve(file))) {
            lines.readLine(); // names of columns
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] fields = line.strip().split("\\s+");
                if (fields.length > INODE && fields[STATE].equals(ESTABLISHED) && !fields[INODE].equals("0") && is(fields[LOCAL], peer)
                        && is(fields[REMOTE], own)) {
                    return Long.parseLong(fields[USER]);
                }
            }
            return NONE;
        } catch (NoSuchFileException withoutIpv6) {
            return NONE;
        }
    }

    /** Whether {@code field}, {@code 0100007F:20E5}, is {@code address}. */
    private static boolean is(String field, InetSocketAddress address) throws UnknownHostException {
        int colon = field.indexOf(':');
        if (Integer.parseInt(field.substring(colon + 1), 16) != address.getPort()) {
            return false;
        }
        // Words of four bytes, each as a number of this processor, of which Java runs on little-endian ones. IPv4 within IPv6 becomes IPv4.
        byte[] bytes = HexFormat.of().parseHex(field.substring(0, colon));
        for (int i = 0; i < bytes.length; i += 4) {
            swap(bytes, i, i + 3);
            swap(bytes, i + 1, i + 2);
        }
        return InetAddress.getByAddress(bytes).equals(address.getAddress());
    }

    private static void swap(byte[] bytes, int i, int j) {
        byte kept = bytes[i];
        bytes[i] = bytes[j];
        bytes[j] = kept;
    }
}
