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
 * The file in a rewritten program that describes its woven functions: a line with the agent's options, then one for each function, in the
 * order of their numbers, with label and components; if lines are measured, {@link Lines#rows}.
 */
public final class SiteFile {
    private SiteFile() {}

    /** Returns the location of the file for the class {@code holder}, as a resource path from the root. */
    public static String pathOf(String holder) {
        return "META-INF/timemory/" + holder.substring(Math.max(holder.lastIndexOf('/'), holder.lastIndexOf('.')) + 1) + ".sites";
    }

    /**
     * The line of a function.
     *
     * @param arguments how its label shows them, {@code null} for not at all
     */
    public static String line(String label, String components, @Nullable ArgumentText arguments) {
        return OptionText
                .join(arguments == null ? List.of(label, components) : List.of(label, components, "secret=" + arguments.secrets()));
    }

    /**
     * Reads the file of {@code holder} and adds its functions; returns the number of the first. If it cannot be read, they are not
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
