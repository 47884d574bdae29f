package timemory.bridges;

import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;

/** Measures in separate sessions, without output. */
final class Sessions {

    private Sessions() {}

    static Results measure(ThrowingRunnable program) throws Exception {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        try {
            program.run();
        } finally {
            results = Timemory.finalize();
        }
        return results;
    }

    private static Results results;

    interface ThrowingRunnable {
        void run() throws Exception;
    }
}
