package dev.timemory.konan;

import java.util.Map;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.logging.Log;

/** Whether this build creates native code; if not, one line in its log says why. */
final class NativeBuild {

    private static final String ANSWER = NativeBuild.class.getName();

    private NativeBuild() {}

    /** @param wanted false with {@code -Dnative=false} */
    static boolean isPossible(boolean wanted, MavenSession session, Log log) {
        synchronized (session.getRequest()) {
            Map<String, Object> told = session.getRequest().getData();
            Boolean known = (Boolean) told.get(ANSWER);
            if (known != null) {
                return known;
            }
            Optional<String> reason = NativeHost.reasonAgainst(wanted);
            reason.ifPresent(text -> {
                String line = "Kotlin/Native is not built or tested: " + text;
                if (wanted) {
                    log.warn(line);
                } else {
                    log.info(line);
                }
            });
            told.put(ANSWER, reason.isEmpty());
            return reason.isEmpty();
        }
    }
}
