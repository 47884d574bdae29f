package timemory.agent.record;

import java.util.Map;
import timemory.Timemory;
import timemory.agent.option.AgentOptions;
import timemory.settings.SettingsBuilder;

/** Starts a timemory session if the program has not started one. */
public final class OwnSession {
    private OwnSession() {}

    /** Returns whether there was none, and one was started with the settings in {@code options}. */
    public static boolean begin(AgentOptions options) {
        boolean isOwn = !Timemory.isInitialized();
        if (isOwn) init(options);
        options.chooseComponents();
        return isOwn;
    }

    private static void init(AgentOptions options) {
        SettingsBuilder settings = new SettingsBuilder();
        if (options.trace) TraceSettings.applyTo(settings, options.settings.keySet());
        for (Map.Entry<String, String> setting : options.settings.entrySet()) settings.set(setting.getKey(), setting.getValue());
        if (options.apart) {
            String given = options.valueOf("output_path");
            String path = given == null ? Timemory.getSettings().getOutputPath() : given;
            settings.setOutputPath(path + "/process-" + ProcessHandle.current().pid());
        }
        Timemory.init(settings);
    }
}
