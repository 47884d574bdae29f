package timemory.live;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import timemory.settings.Settings;

/**
 * The module {@code timemory-live-http}, which stands on this one, and has more than this one may use: the page, all formats, and a server.
 * Nothing of it is loaded unless the settings of a session ask for it.
 */
final class HttpModule {

    private static final String NAME = "timemory.live.http.OpenPort";

    private HttpModule() {}

    static void begins(Settings settings) {
        try {
            Class<?> port = Class.forName(NAME, true, HttpModule.class.getClassLoader());
            Method begins = port.getDeclaredMethod("begins", Settings.class);
            begins.setAccessible(true); // no part of what users see
            begins.invoke(null, settings);
        } catch (ClassNotFoundException absent) {
            report("nothing is served: add dev.timemory:timemory-live-http to the class path");
        } catch (InvocationTargetException failure) {
            report("nothing is served: " + failure.getCause());
        } catch (ReflectiveOperationException | LinkageError failure) { // of another version
            report("nothing is served, as " + NAME + " cannot be used: " + failure);
        }
    }

    private static void report(String sentence) {
        System.err.println("timemory: TIMEMORY_LIVE_HTTP: " + sentence);
    }
}
