package timemory.spark;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;
import timemory.export.wire.WireResults;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.spi.Problems;

/**
 * The executor's part of the plugin: it measures each task separately, and reports. In local mode driver and executor are one process,
 * which measures for the driver, and only tasks are reported.
 *
 * <p>Spark calls {@code onTaskStart} and one of the other two task methods on the thread that runs the task, everything else on threads of
 * its own.
 */
final class ExecutorSide implements ExecutorPlugin {
    /** The ID of the executor in the driver's process in local mode. */
    private static final String LOCAL = "driver";

    private static final String LABEL = "executor";

    /** The local property by which a Python task finds the socket. */
    private static final String SOCKET = "timemory.socket";

    private final ThreadLocal<RunningTask> running = new ThreadLocal<>();
    private final Map<Long, RunningTask> all = new ConcurrentHashMap<>();
    private @Nullable PythonResults python;
    private @Nullable RuntimeBundle bundle;
    private @Nullable Reporter reporter;
    private @Nullable OpenRegion region;

    @Override
    public void init(PluginContext context, Map<String, String> given) {
        if (!given.containsKey(Options.COMPONENTS)) return; // the driver measures nothing, and has reported why
        try {
            begin(context, Options.of(given));
        } catch (RuntimeException failure) {
            reporter = null;
            Problems.reportProblem("spark executor", "tasks of this executor are not measured: " + failure.getMessage());
        }
    }

    private void begin(PluginContext context, Options options) {
        boolean isLocal = context.executorID().equals(LOCAL);
        bundle = Bundles.of(options.components());
        PendingTasks pending = new PendingTasks(options.keepsApart(), options.maxNodes());
        if (!Timemory.isInitialized()) Timemory.init(isLocal ? new SettingsBuilder() : ofExecutor(new SettingsBuilder()));
        else if (!isLocal) Timemory.change(withoutFiles(new SettingsBuilder())); // the agent has already started a session
        if (!isLocal && !options.executorComponents().isEmpty()) region = Bundles.of(options.executorComponents()).open(LABEL);
        Reporter.Link link = isLocal ? DriverSide::takeLocally : report -> Boolean.TRUE.equals(context.ask(report));
        reporter = new Reporter(
                context.executorID(), pending, isLocal ? () -> new byte[0] : ExecutorSide::measuredSoFar, link,
                options.interval());
        if (isLocal) DriverSide.reportsLocally(reporter);
        openForPython();
        reporter.start();
        if (!isLocal) reportAtEndOfProcess();
    }

    /** An executor is often killed as soon as its application has ended, before its plugins are shut down. */
    private void reportAtEndOfProcess() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::endReports, "timemory-spark-end"));
    }

    private void openForPython() {
        try {
            python = new PythonResults((task, results) -> {
                RunningTask known = all.get(task);
                return known != null && known.take(results);
            });
        } catch (IOException | RuntimeException failure) {
            Problems.reportProblem("spark socket", "Python's results in tasks are not collected: " + failure);
        }
    }

    /** The driver writes the measurements of executors. */
    private static SettingsBuilder ofExecutor(SettingsBuilder settings) {
        settings.setBanner(false);
        return withoutFiles(settings);
    }

    /** Also keeps the session open until the last report, which is made when the process ends. */
    private static SettingsBuilder withoutFiles(SettingsBuilder settings) {
        settings.setAutoOutput(false);
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        return settings;
    }

    private static byte[] measuredSoFar() {
        Results results = Timemory.results();
        return results == null || results.getGraphs().isEmpty() ? new byte[0] : WireResults.encode(results);
    }

    @Override
    public void onTaskStart() {
        RuntimeBundle bundle = this.bundle;
        if (reporter == null || bundle == null) return;
        try {
            // A task that never ended, for example because of a JVM error; only the driver knows its outcome.
            if (running.get() != null) ended(false);
            TaskContext context = TaskContext.get();
            RunningTask task = context == null ? null : RunningTask.begin(context, bundle);
            if (task == null) return;
            running.set(task);
            all.put(task.id, task);
            if (python != null && context instanceof TaskContextImpl own) own.getLocalProperties().setProperty(SOCKET, python.address());
        } catch (Throwable failure) {
            failed("begin", failure);
        }
    }

    @Override
    public void onTaskSucceeded() {
        ended(true);
    }

    @Override
    public void onTaskFailed(TaskFailedReason reason) {
        ended(false);
    }

    private void ended(boolean succeeded) {
        RunningTask task = running.get();
        if (task == null) return;
        running.remove();
        try {
            all.remove(task.id);
            EndedTask ended = task.end(succeeded);
            if (reporter != null) reporter.ended(ended);
        } catch (Throwable failure) {
            failed("end", failure);
        }
    }

    /** Reports a failure; the task continues unaffected. */
    private static void failed(String what, Throwable failure) {
        Problems.reportProblem("spark task " + what, "a task could not be measured at its " + what + ": " + failure);
    }

    @Override
    public void shutdown() {
        if (python != null) python.close();
        endReports();
    }

    private void endReports() {
        try {
            if (reporter != null) reporter.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
