package timemory.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;
import timemory.Bundles;
import timemory.Timemory;
import timemory.export.data.UnreadableResultsException;
import timemory.export.tasks.JointTasks;
import timemory.spi.Problems;
import timemory.spi.SessionListener;

/**
 * The driver's part of the plugin: it tracks all jobs, stages and tasks, receives the executors' reports, and writes the results when the
 * application ends. One thread keeps the ledger; Spark's threads only pass events to it.
 */
final class DriverSide implements DriverPlugin {
    private static final long MAX_QUEUED = 256L << 20;
    private static final long PATIENCE_MILLISECONDS = 3_000;
    private static final long STEP_MILLISECONDS = 20;
    private static final long WRITING_SECONDS = 120;

    /** The instance of this process, for the executor in the same process in local mode. */
    private static volatile @Nullable DriverSide local;

    private final ExecutorService keeper = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "timemory-spark-driver");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicLong queued = new AtomicLong();
    private final AtomicLong reports = new AtomicLong();
    private final AtomicLong reportedBytes = new AtomicLong();
    private final JobCallSites places = new JobCallSites();
    private final Jobs jobs = new Jobs();
    private final PythonRegions regions = new PythonRegions();

    /** Set by {@link #init}, which Spark calls first, like the next two fields. */
    @SuppressWarnings("NullAway.Init")
    private TaskAccounting ledger;

    @SuppressWarnings("NullAway.Init")
    private Options options;

    @SuppressWarnings("NullAway.Init")
    private SparkContext spark;

    /** Whether {@link #init} has set up the ledger. */
    private volatile boolean isMeasured;

    private @Nullable ClusterListener listener;
    private @Nullable Flushing flushing;
    private @Nullable ApplicationFiles soFar;
    private volatile @Nullable Reporter localReporter;
    private final SessionListener threads = new SessionListener() {
        @Override
        public void threadStarted() {
            followThread();
        }
    };

    @Override
    public Map<String, String> init(SparkContext spark, PluginContext context) {
        try {
            return begin(spark);
        } catch (RuntimeException | LinkageError failure) {
            isMeasured = false;
            report("spark driver", "the application's tasks are not measured: " + failure.getMessage());
            return Map.of();
        }
    }

    private Map<String, String> begin(SparkContext spark) {
        this.spark = spark;
        options = Options.of(spark.conf());
        Options.unknownIn(spark.conf()).forEach((name, sentence) -> report("spark option " + name, sentence));
        Bundles.of(options.components());
        if (!options.executorComponents().isEmpty()) Bundles.of(options.executorComponents());
        ledger = new TaskAccounting(options.maxNodes());
        isMeasured = true;
        listener = new ClusterListener(ledger, jobs, places, this::keep);
        // With its own queue it loses no events if another listener is slow.
        spark.listenerBus().addToQueue(listener, "timemory");
        followThreads();
        local = this;
        if (options.ui()) addTab();
        if (options.flush() > 0) flushing = new Flushing(options.flush(), this::flush);
        return options.toMap();
    }

    private void followThreads() {
        try {
            PlacedThreads.follow(spark, places);
        } catch (ReflectiveOperationException | RuntimeException exception) {
            // This at least follows threads that start measuring later.
            followThread();
            threads.register();
            report("spark threads", "jobs of threads that measured before the application started have no region, because this version of "
                    + "Spark stores local properties differently: " + exception);
        }
    }

    /** Makes jobs that the calling thread submits carry its call path. */
    private void followThread() {
        SparkContext spark = this.spark;
        if (spark == null || spark.isStopped()) return;
        Properties now = spark.getLocalProperties();
        if (!(now instanceof CallSiteProperties)) spark.setLocalProperties(new CallSiteProperties(places, now));
    }

    private void addTab() {
        try {
            if (spark.ui().isDefined()) ResultsTab.attach(spark.ui().get(), this::page);
        } catch (Exception | LinkageError failure) {
            report("spark tab", "Spark's web interface has no timemory tab: " + failure);
        }
    }

    private String page() {
        try {
            Application application = inLedger(() -> application(ledger.soFar()));
            return JointTasks.page(new ApplicationResults(application, options.maxNodes()).together(Timemory.results()), application.id());
        } catch (Exception failure) {
            return SparkPage.sentence("The results cannot be shown: " + (failure.getMessage() == null ? failure : failure.getMessage()));
        }
    }

    private void keep(Runnable action) {
        try {
            keeper.execute(() -> guarded(action));
        } catch (RejectedExecutionException ignored) {
            report("spark late", "some events of the application arrived after its results were made");
        }
    }

    private static void guarded(Runnable action) {
        try {
            action.run();
        } catch (Throwable failure) {
            report("spark ledger", "some results of tasks are lost because the driver failed to process them: " + failure);
        }
    }

    private static void report(String kind, String sentence) {
        Problems.reportProblem(kind, sentence);
    }

    /** Takes the report of an executor; returns {@code false} if too many are waiting, so that it is sent again. */
    @Override
    public Object receive(Object message) {
        if (!isMeasured || !(message instanceof byte[] bytes)) return false;
        return take(bytes);
    }

    private boolean take(byte[] bytes) {
        if (queued.get() > MAX_QUEUED) return false;
        queued.addAndGet(bytes.length);
        reports.incrementAndGet();
        reportedBytes.addAndGet(bytes.length);
        keep(() -> {
            queued.addAndGet(-bytes.length);
            try {
                ledger.reported(Report.of(bytes));
            } catch (IOException exception) {
                ledger.problem("a report of an executor is lost: it " + exception.getMessage());
            }
        });
        return true;
    }

    /** Takes the report of an executor in this process, like {@link #receive}. */
    static boolean takeLocally(byte[] report) {
        DriverSide driver = local;
        return driver != null && driver.isMeasured && driver.take(report);
    }

    /** Returns the Python regions of this process's application; {@code null} if none is being measured. */
    static @Nullable PythonRegions pythonRegions() {
        DriverSide driver = local;
        return driver == null || !driver.isMeasured ? null : driver.regions;
    }

    /** Registers the {@code reporter} of the executor in this process. */
    static void reportsLocally(Reporter reporter) {
        DriverSide driver = local;
        if (driver != null) driver.localReporter = reporter;
    }

    @Override
    public void shutdown() {
        if (!isMeasured) return;
        threads.unregister();
        try {
            if (flushing != null) flushing.close();
            if (!hasBegun()) return; // Spark reports the reason
            awaitReports();
            Application application = inLedger(() -> application(ledger.finish()));
            Thread writing = new Thread(() -> guardedEnd(application), "timemory-spark-results");
            writing.setDaemon(true);
            writing.start();
            writing.join(TimeUnit.SECONDS.toMillis(WRITING_SECONDS));
            if (writing.isAlive()) {
                report("spark slow", "the results of the application were not written within " + WRITING_SECONDS + " s and were abandoned");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (Exception failure) {
            report("spark results", "the results of the application are lost: " + failure);
        } finally {
            keeper.shutdown();
            local = null;
        }
    }

    /** Returns whether the context has started: if it fails to start, Spark shuts down plugins before it has an ID. */
    private boolean hasBegun() {
        return spark.applicationId() != null;
    }

    private void guardedEnd(Application application) {
        try {
            if (options.events()) postEvents(application.stages());
        } catch (RuntimeException | LinkageError failure) {
            report("spark events", "the event log lacks results of tasks: " + failure);
        }
        try {
            ApplicationFiles files = ApplicationFiles.of(options, spark);
            files.writeAll(new ApplicationResults(application, options.maxNodes()), Timemory.results());
            if (files.problems().isEmpty()) {
                System.out.println("timemory: wrote the results of " + application.id() + " to '" + files.name() + "'");
            } else {
                System.err.println("timemory: the results of " + application.id() + " are incomplete in '" + files.name() + "': "
                        + String.join("; ", files.problems()));
            }
        } catch (Exception | LinkageError failure) {
            report("spark results", "the results of the application are lost: " + failure);
        }
    }

    private void postEvents(Collection<StageTotals> stages) {
        int number = 0;
        for (StageTotals stage : stages) {
            try {
                spark.listenerBus().post(StageMeasured.of(number++, stage));
            } catch (UnreadableResultsException exception) {
                report("spark event", "the event log lacks results of tasks of " + stage.path() + ": " + exception.getMessage());
            }
        }
    }

    /** Writes the results so far, separately from the final ones. */
    private void flush() throws Exception {
        if (!hasBegun()) return;
        Application application = inLedger(() -> application(ledger.soFar()));
        if (soFar == null) soFar = ApplicationFiles.of(options, spark);
        soFar.writeSoFar(new ApplicationResults(application, options.maxNodes()), Timemory.results());
    }

    private Application application(Collection<StageTotals> stages) {
        return new Application(
                spark.applicationId(), spark.version(), List.copyOf(new ArrayList<>(stages)), regions.laps(), jobs.laps(),
                new TreeMap<>(ledger.processes()),
                new TreeMap<>(ledger.hosts()), List.copyOf(ledger.problems()),
                Map.of("SPARK_REPORTS", reports.get() + " reports of executors, " + reportedBytes.get() + " bytes"));
    }

    /** Waits for the last reports: executors have been asked to stop by now, and report before they do. */
    private void awaitReports() throws Exception {
        if (listener != null) listener.awaitEnd(PATIENCE_MILLISECONDS);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLISECONDS);
        Reporter own = localReporter;
        if (own != null) own.report(true, true);
        while (inLedger(ledger::awaited) > 0 && System.nanoTime() - deadline < 0) {
            Thread.sleep(STEP_MILLISECONDS);
        }
    }

    private <T> T inLedger(Callable<T> question) throws InterruptedException, TimeoutException, ExecutionException {
        return keeper.submit(question).get(WRITING_SECONDS, TimeUnit.SECONDS);
    }
}
