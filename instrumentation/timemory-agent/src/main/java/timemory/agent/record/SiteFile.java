package timemory.agent.record;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.RootPlacement;
import timemory.Timemory;
import timemory.agent.option.AgentOptions;
import timemory.agent.lines.LineOutput;
import timemory.agent.lines.Lines;
import timemory.agent.option.OptionText;
import timemory.agent.option.Profile;

/**
 * The file in a rewritten program that tells of its woven functions: a line of the agent's options, then one for each function, in the
 * order of their numbers, with label and components; where lines are measured, what {@link Lines#rows} has of it.
 */
public final class SiteFile {
    private SiteFile() {}

    /** Where the file lies that belongs to the class {@code holder}, named as a resource from the root. */
    public static String pathOf(String holder) {
        return "META-INF/timemory/" + holder.substring(Math.max(holder.lastIndexOf('/'), holder.lastIndexOf('.')) + 1) + ".sites";
    }

    /**
     * The line of a function.
     *
     * @param arguments what its label tells of them, {@code null} for nothing
     */
    public static String line(String label, String components, @Nullable ArgumentText arguments) {
        return OptionText
                .join(arguments == null ? List.of(label, components) : List.of(label, components, "secret=" + arguments.secrets()));
    }

    /**
     * Reads the file of {@code holder} and adds its functions; returns the number of the first. Without one that can be read, they are not
     * measured.
     */
    static int register(Class<?> holder, Sites sites, Lines lines) {
        String path = pathOf(holder.getName());
        try (InputStream in = holder.getResourceAsStream('/' + path)) {
            if (in == null) throw new IOException("there is no such file");
            BufferedReader file = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            AgentOptions options = AgentOptions.parse(file.readLine());
            if (OwnSession.begin(options)) {
                RootPlacement.isRoot = true;
                Timemory.whenFinalized(new Report(options, () -> "a rewritten program was measured", Map.of(), sites));
                if (options.profile == Profile.LINES) Timemory.whenFinalized(new LineOutput(lines, options));
            }
            if (options.profile == Profile.LINES) {
                Bundling bundles = new Bundling(options.scope());
                return lines.addAll(file.lines().map(OptionText::split).toList(), list -> bundles.of(options.resolved(list)));
            }
            SiteMaker maker = new SiteMaker(sites, options.throttle, options.scope());
            List<Site> made = new ArrayList<>();
            for (String line = file.readLine(); line != null; line = file.readLine()) {
                List<String> parts = OptionText.split(line);
                String secrets = parts.size() > 2 ? parts.get(2).substring(parts.get(2).indexOf('=') + 1) : null;
                ArgumentText arguments = secrets == null ? null : ArgumentText.of(options.allowedArguments, secrets);
                made.add(maker.make(parts.get(0), options.resolved(parts.get(1)), arguments));
            }
            return sites.addAll(made);
        } catch (IOException | RuntimeException failure) {
            System.err.println(
                    "timemory: functions of a rewritten program are not measured: " + path + " cannot be read: " + failure.getMessage());
            return sites.unmeasured();
        }
    }
}
