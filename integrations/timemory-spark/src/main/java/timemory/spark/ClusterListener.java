package timemory.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.Resubmitted$;
import org.apache.spark.Success$;
import org.apache.spark.TaskEndReason;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.scheduler.TaskInfo;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * Passes jobs, stages and tasks to the ledger, on the ledger's own thread. Spark calls this listener from a single thread, which is never
 * blocked here.
 */
final class ClusterListener extends SparkListener {
    private static final long NANOSECONDS = 1_000_000;
    private static final String QUERY = "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart";
    private static final int MAX_QUERIES = 100_000;

    private final Map<String, String> queries = new HashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final TaskAccounting ledger;
    private final Jobs jobs;
    private final JobCallSites places;
    private final Executor keeper;

    ClusterListener(TaskAccounting ledger, Jobs jobs, JobCallSites places, Executor keeper) {
        this.ledger = ledger;
        this.jobs = jobs;
        this.places = places;
        this.keeper = keeper;
    }

    @Override
    public void onJobStart(SparkListenerJobStart event) {
        int job = event.jobId();
        long time = event.time();
        Properties properties = event.properties();
        TreeSet<Integer> stages = new TreeSet<>();
        String last = "job";
        // Not stageInfos(), whose return type differs between Scala versions.
        Iterator<?> all = ((Iterable<?>) event.productElement(2)).iterator();
        while (all.hasNext()) {
            StageInfo stage = (StageInfo) all.next();
            if (stages.isEmpty() || stage.stageId() > stages.last()) last = stage.name();
            stages.add(stage.stageId());
        }
        List<String> path = new ArrayList<>(places.of(properties));
        path.add(Labels.ofJob(last, properties, queries));
        keeper.execute(() -> jobs.started(job, stages, List.copyOf(path), time));
    }

    /** SQL queries have a description that their jobs lack, because other threads may submit those. */
    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        if (!event.getClass().getName().equals(QUERY)) return;
        try {
            String id = event.getClass().getMethod("executionId").invoke(event).toString();
            Object description = event.getClass().getMethod("description").invoke(event);
            if (description != null && queries.size() < MAX_QUERIES) queries.put(id, description.toString());
        } catch (ReflectiveOperationException ignored) {
            // a version of Spark with another event: the job's own description is used
        }
    }

    @Override
    public void onJobEnd(SparkListenerJobEnd event) {
        int job = event.jobId();
        long time = event.time();
        keeper.execute(() -> jobs.ended(job, time));
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted event) {
        StageInfo stage = event.stageInfo();
        int id = stage.stageId();
        int attempt = stage.attemptNumber();
        String label = Labels.ofStage(stage, event.properties());
        List<String> place = places.of(event.properties());
        keeper.execute(() -> {
            List<String> path = new ArrayList<>(jobs.pathOf(id, place));
            path.add(label);
            ledger.stageSubmitted(id, attempt, List.copyOf(path));
        });
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted event) {
        StageInfo stage = event.stageInfo();
        int id = stage.stageId();
        int attempt = stage.attemptNumber();
        boolean isTimed = stage.submissionTime().isDefined() && stage.completionTime().isDefined();
        long took = isTimed ? (long) stage.completionTime().get() - (long) stage.submissionTime().get() : 0;
        keeper.execute(() -> ledger.stageCompleted(id, attempt, Math.max(0, took) * NANOSECONDS));
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart event) {
        TaskInfo task = event.taskInfo();
        if (task == null) return;
        int stage = event.stageId();
        int attempt = event.stageAttemptId();
        long id = task.taskId();
        String executor = task.executorId();
        keeper.execute(() -> ledger.taskStarted(stage, attempt, id, executor));
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd event) {
        TaskInfo task = event.taskInfo();
        if (task == null) return;
        int stage = event.stageId();
        int attempt = event.stageAttemptId();
        TaskEndReason reason = event.reason();
        long id = task.taskId();
        String executor = task.executorId();
        String host = task.host();
        if (reason == Resubmitted$.MODULE$) {
            keeper.execute(() -> ledger.taskResubmitted(stage, attempt, id, executor));
            return;
        }
        int partition = task.partitionId();
        TaskOutcome fate = reason == Success$.MODULE$ ? TaskOutcome.USEFUL
                : reason instanceof ExecutorLostFailure ? TaskOutcome.LOST : TaskOutcome.WASTED;
        keeper.execute(() -> ledger.taskEnded(stage, attempt, id, partition, executor, host, fate));
    }

    @Override
    public void onApplicationEnd(SparkListenerApplicationEnd event) {
        ended.countDown();
    }

    /** Waits for the event that the application has ended, which Spark sends after all events of its jobs. */
    void awaitEnd(long milliseconds) throws InterruptedException {
        ended.await(milliseconds, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
        String executor = event.executorId();
        keeper.execute(() -> ledger.executorRemoved(executor));
    }
}
