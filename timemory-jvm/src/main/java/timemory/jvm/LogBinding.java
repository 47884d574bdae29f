package timemory.jvm;

import java.util.List;
import timemory.internal.platform.SystemEnvironment;

/**
 * Whether a log of the program's stands behind {@link System.Logger}: there is a provider of a {@link System.LoggerFinder}, as of SLF4J
 * ({@code slf4j-jdk-platform-logging}) and Log4j ({@code log4j-jpl}), or {@code java.util.logging} is configured by one of its properties.
 * Without, the JDK would show each sentence in two lines on the standard error stream.
 *
 * <p>Looks for names alone, and loads nothing: the caller may be within the log.
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

    /** Its own provider, in {@code java.logging}, is what there is without any. */
    private static boolean isOfTheJdk(String module) {
        return module.startsWith("java.") || module.startsWith("jdk.");
    }
}
