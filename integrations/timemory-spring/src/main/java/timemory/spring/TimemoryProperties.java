package timemory.spring;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The program's configuration of timemory. Its names differ from those of timemory's own settings, whose environment variables Spring would
 * otherwise bind to these.
 *
 * @param requests how requests are measured
 * @param methods how bean methods annotated with {@link timemory.Measured} are measured
 * @param observations how Micrometer observations are measured
 * @param sql how SQL statements are measured
 * @param livePage where the live report is mounted
 * @param settings timemory's own settings by their names: {@code flush-interval: 30s} for {@code TIMEMORY_FLUSH_INTERVAL}. Environment
 * variables and system properties take precedence.
 */
@ConfigurationProperties("timemory")
public record TimemoryProperties(
        @DefaultValue Requests requests, @DefaultValue Methods methods, @DefaultValue Observations observations,
        @DefaultValue Sql sql, @DefaultValue LivePage livePage,
        @DefaultValue Map<String, String> settings) {

    /**
     * How requests are measured.
     *
     * @param enabled whether they are measured
     * @param components IDs of the components of their regions
     */
    public record Requests(@DefaultValue("true") boolean enabled, @DefaultValue("wall_clock") String components) {}

    /**
     * How bean methods annotated with {@link timemory.Measured} are measured.
     *
     * @param enabled whether they are measured; if timemory's agent is in the process, it measures them
     * @param components IDs of the components of methods that do not name any
     */
    public record Methods(@DefaultValue("true") boolean enabled, @DefaultValue("wall_clock") String components) {}

    /**
     * How Micrometer observations are measured.
     *
     * @param enabled whether they are measured
     * @param components IDs of the components of their regions
     */
    public record Observations(@DefaultValue("true") boolean enabled, @DefaultValue("wall_clock") String components) {}

    /**
     * How SQL statements are measured.
     *
     * @param enabled whether they are measured, by wrapping data sources
     * @param components IDs of the components of their regions
     */
    public record Sql(@DefaultValue("false") boolean enabled, @DefaultValue("wall_clock") String components) {}

    /**
     * Where the live report is mounted in the program's own server.
     *
     * @param path below the program's context path, such as {@code /timemory}; not mounted if empty
     * @param tokenFile a file with the token that clients must present. Without it no authentication is performed; use that only behind the
     * program's own access control.
     */
    public record LivePage(@DefaultValue("") String path, @Nullable Path tokenFile) {}
}
