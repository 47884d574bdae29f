package timemory.live;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;

/**
 * Access control: only processes of the same user and of root are allowed, according to the kernel's credentials of the peer ({@code
 * SO_PEERCRED}, unix(7)). Others cannot get here, because only the user can access the folder and the socket; this check is for the case
 * that those permissions are changed.
 */
final class Peers {

    private static final String ROOT = "root";

    private final UserPrincipal owner;

    Peers(UserPrincipal owner) {
        this.owner = owner;
    }

    /**
     * Without the module {@code jdk.net}, as in a JVM made by jlink, the peer is unknown, and only the permissions of folder and socket
     * protect.
     */
    boolean mayAsk(SocketChannel channel) throws IOException {
        if (!Known.CREDENTIALS) {
            return true;
        }
        if (!channel.supportedOptions().contains(ExtendedSocketOptions.SO_PEERCRED)) {
            return true;
        }
        UserPrincipal user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        return user.equals(owner) || isRoot(user);
    }

    private static boolean isRoot(UserPrincipal user) throws IOException {
        try {
            return user.equals(FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(ROOT));
        } catch (UserPrincipalNotFoundException ignored) {
            return false;
        }
    }

    private static final class Known {
        static final boolean CREDENTIALS = areKnown();

        private static boolean areKnown() {
            try {
                return !Set.of(ExtendedSocketOptions.SO_PEERCRED).isEmpty();
            } catch (LinkageError unused) {
                return false;
            }
        }
    }
}
