package timemory.tests;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Ends the processes that tests started and left, when the tests end and when their JVM is told to. JUnit finds it as a service, in every
 * module, also when Surefire looks for tests in the JVM of Maven, whose child processes belong to the build.
 */
public final class ChildProcesses implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (!isMaven()) Runtime.getRuntime().addShutdownHook(new Thread(ChildProcesses::end, "end of child processes"));
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        if (!isMaven()) end();
    }

    private static boolean isMaven() {
        try {
            Class.forName("org.codehaus.plexus.classworlds.launcher.Launcher", false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException ignored) {
            return false;
        }
    }

    /** Kills all descendants of this process, and reports each of them. */
    static void end() {
        ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).toList().forEach(process -> {
            String command = process.info().commandLine().orElseGet(() -> process.info().command().orElse("?"));
            System.err.println("a test left process " + process.pid() + " running, which is ended: "
                    + command.substring(0, Math.min(command.length(), 200)));
            process.destroyForcibly();
        });
    }
}
