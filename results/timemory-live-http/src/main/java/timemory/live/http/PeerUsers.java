package timemory.live.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.live.LiveFolder;

/**
 * Finds the user at the other end of a local connection: the kernel lists each socket with its user in {@code /proc/net/tcp} and {@code
 * tcp6} (proc(5); net/ipv4/tcp_ipv4.c, get_tcp4_sock).
 */
final class PeerUsers {

    /** Connected at both ends. In other states, sockets that no longer belong to a process are listed as root's. */
    private static final String ESTABLISHED = "01";

    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;
    private static final long ROOT = 0;
    private static final long NONE = -1;
    private static final long ALL_USERS = 4_294_967_295L;

    private final Path proc;
    private final int port;

    /** The last part of an address with this port. */
    private final String portField;
    private final long owner;
    private final boolean isOwnerAmbiguous;

    /** The users of the connections to {@link #port}, by both endpoints. */
    private final SharedReading<Map<List<InetSocketAddress>, Long>> users = new SharedReading<>(this::read);

    /** Watches connections to {@code port} of this process, whose user is {@code owner}, using the files in {@code proc}. */
    PeerUsers(Path proc, int port, long owner) {
        this.proc = proc;
        this.port = port;
        this.portField = String.format(Locale.ROOT, ":%04X ", port);
        this.owner = owner;
        this.isOwnerAmbiguous = owner != NONE && isAmbiguous(owner, proc);
    }

    static PeerUsers ofThisProcess(int port) {
        Path proc = Path.of("/proc");
        return new PeerUsers(proc, port, Files.exists(proc.resolve("self/net")) ? LiveFolder.Companion.ownUser() : NONE);
    }

    /**
     * Returns whether other users may appear with the ID {@code user} as well: a user namespace shows all unmapped users as {@code nobody}
     * (user_namespaces(7)).
     */
    private static boolean isAmbiguous(long user, Path proc) {
        try {
            if (user != Long.parseLong(Files.readString(proc.resolve("sys/kernel/overflowuid")).strip())) {
                return false;
            }
            long mapped = 0;
            for (String line : Files.readAllLines(proc.resolve("self/uid_map"))) {
                mapped += Long.parseLong(line.strip().split("\\s+")[2]);
            }
            return mapped < ALL_USERS;
        } catch (NoSuchFileException withoutNamespaces) {
            return false;
        } catch (IOException | RuntimeException unknown) {
            return true;
        }
    }

    /**
     * Returns why the process with {@code peer}, connected to {@code own}, does not belong to the owner or root; {@code null} if it does.
     */
    @Nullable
    String whyNotOwner(InetSocketAddress peer, InetSocketAddress own) {
        if (owner == NONE) {
            return "this system does not report which user connects, so a token is required";
        }
        if (isOwnerAmbiguous) {
            return "this container shows several users as user " + owner + ", so a token is required";
        }
        try {
            long user = users.get().getOrDefault(List.of(peer, own), NONE);
            if (user == owner || user == ROOT) {
                return null;
            }
            return user == NONE ? "the connecting user is unknown, so that a token is needed"
                    : "without a token, only the owner of this process (user " + owner + ") and root may connect, not user " + user;
        } catch (IOException failure) {
            return "the connecting user cannot be determined (" + failure + "), so that a token is needed";
        }
    }

    private Map<List<InetSocketAddress>, Long> read() throws IOException {
        Map<List<InetSocketAddress>, Long> found = new HashMap<>();
        addFrom("tcp", found);
        addFrom("tcp6", found);
        return found;
    }

    private void addFrom(String file, Map<List<InetSocketAddress>, Long> found) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(proc.resolve("self/net").resolve(file))) {
            lines.readLine(); // column names
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.contains(portField)) {
                    continue; // most lines, which need no further parsing
                }
                String[] fields = line.strip().split("\\s+");
                if (fields.length <= INODE || !fields[STATE].equals(ESTABLISHED) || fields[INODE].equals("0")) {
                    continue;
                }
                InetSocketAddress remote = addressOf(fields[REMOTE]);
                if (remote.getPort() == port) {
                    found.putIfAbsent(List.of(addressOf(fields[LOCAL]), remote), Long.parseLong(fields[USER]));
                }
            }
        } catch (NoSuchFileException withoutIpv6) {
            // No such connections exist.
        }
    }

    /** Parses an address such as {@code 0100007F:20E5}. */
    private static InetSocketAddress addressOf(String field) throws UnknownHostException {
        int colon = field.indexOf(':');
        // Words of four bytes, each in the processor's byte order, which is little-endian wherever Java runs here. IPv4-mapped addresses
        // become IPv4.
        byte[] bytes = HexFormat.of().parseHex(field.substring(0, colon));
        for (int i = 0; i < bytes.length; i += 4) {
            swap(bytes, i, i + 3);
            swap(bytes, i + 1, i + 2);
        }
        return new InetSocketAddress(InetAddress.getByAddress(bytes), Integer.parseInt(field.substring(colon + 1), 16));
    }

    private static void swap(byte[] bytes, int i, int j) {
        byte kept = bytes[i];
        bytes[i] = bytes[j];
        bytes[j] = kept;
    }
}
