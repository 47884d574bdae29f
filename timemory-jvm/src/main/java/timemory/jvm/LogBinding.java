package timemory.jvm;

import java.util.List;
import timemory.internal.platform.SystemEnvironment;

/**
 * Detects whether {@link System.Logger} is bound to a log of the program: there is a provider of a {@link System.LoggerFinder}, such as
 * those of SLF4J ({@code slf4j-jdk-platform-logging}) and Log4j ({@code log4j-jpl}), or a system property configures {@code
 * java.util.logging}. Without a binding, the JDK would print each sentence as two lines on stderr.
 *
 * <p>Only checks for names, and loads nothing, because the caller may be inside the log.
 */
final class LogBinding {

    private static final String FINDER = "java.lang.System$LoggerFinder";
    private static final List<String> CONFIGURED =
            List.of("java.util.logging.manager", "java.util.logging.config.class", "java.util.logging.config.file");

    private LogBinding() {}

    static boolean isThere() {
        return CONFIGURED.stream().anyMatch(name -> SystemEnvironment.property(name) != null)
                || SystemEnvironment.canFindFiles() && ClassLoader.getSystemResource("META-INF/services/" + FINDER) != null
                || ModuleLayer.boot().modules().stream().filter(module -> !isOfTheJdk(module.getName()))
                        .anyMatch(module -> module.getDescriptor().provides().stream().anyMatch(one -> one.service().equals(FINDER)));
    }

    /** The JDK's own provider, in {@code java.logging}, is always present. */
    private static boolean isOfTheJdk(String module) {
        return module.startsWith("java.") || module.startsWith("jdk.");
    }
}
