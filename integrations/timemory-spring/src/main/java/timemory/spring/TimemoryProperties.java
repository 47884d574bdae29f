package timemory.spring;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the program's configuration says of timemory. No name is that of one of timemory's own settings, whose environment variables Spring
 * would take for these.
 *
 * @param requests how requests are measured
 * @param methods how methods of beans are measured that are marked by {@link timemory.Measured}
 * @param observations how observations of Micrometer are measured
 * @param sql how statements of SQL are measured
 * @param livePage where the live page is mounted
 * @param settings timemory's own settings by their names: {@code flush-interval: 30s} for {@code TIMEMORY_FLUSH_INTERVAL}. The
 *     environment and system properties are stronger.
 */
@ConfigurationProperties("timemory")
public record TimemoryProperties(
        @DefaultValue Requests requests, @DefaultValue Methods methods, @DefaultValue Observations observations,
        @DefaultValue Sql sql, @DefaultValue LivePage livePage,
        @DefaultValue Map<String, String> settings) {

    /**
     * How requests are measured.
     *
     * @param enabled whether they are
     * @param components ids of the components that their regions have
     */
    public record Requests(@DefaultValue("true") boolean enabled, @DefaultValue("wall_clock") String components) {}

    /**
     * How methods of beans are measured that are marked by {@link timemory.Measured}.
     *
     * @param enabled whether they are; where timemory's agent is in the process, it measures them
     * @param components ids of the components of those that name none
     */
    public record Methods(@DefaultValue("true") boolean enabled, @DefaultValue("wall_clock") String components) {}

    /**
     * How observations of Micrometer are measured.
     *
     * @param enabled whether they are
     * @param components ids of the components that their regions have
     */
    public record Observations(@DefaultValue("true") boolean enabled, @DefaultValue("wall_clock") String components) {}

    /**
     * How statements of SQL are measured.
     *
     * @param enabled whether they are: then data sources are wrapped
     * @param components ids of the components that their regions have
     */
    public record Sql(@DefaultValue("false") boolean enabled, @DefaultValue("wall_clock") String components) {}

    /**
     * Where the live page is mounted in the program's own server.
     *
     * @param path below the program's context path: {@code /timemory}; nowhere where it is empty
     * @param tokenFile a file with the token that whoever asks has to show. Without it everybody is answered who gets as far: for programs
     *     that decide that themselves.
     */
    public record LivePage(@DefaultValue("") String path, @Nullable Path tokenFile) {}
}
