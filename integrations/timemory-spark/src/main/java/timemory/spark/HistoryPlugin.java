package timemory.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.util.kvstore.KVStore;
import org.apache.spark.util.kvstore.KVStoreIterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import timemory.export.tasks.JointTasks;
import timemory.spi.Problems;

/**
 * Adds a tab like the driver's to the history server, with the results of applications that have ended: the measurements of tasks, without
 * the driver's own regions. It requires timemory-spark on the class path of the server, which finds it as a service.
 */
public final class HistoryPlugin implements AppHistoryServerPlugin {
    private static final int BEHIND_SPARKS_OWN = 1_000;
    private static final int MAX_NODES = 100_000;

    /** Called by Spark. */
    public HistoryPlugin() {}

    @Override
    public Seq<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
        SparkListener listener = new SparkListener() {
            @Override
            public void onOtherEvent(SparkListenerEvent event) {
                if (event instanceof StageMeasured stage) store.write(stage);
            }
        };
        return CollectionConverters.asScala(List.of(listener)).toSeq();
    }

    @Override
    public void setupUI(SparkUI ui) {
        try {
            KVStore store = ui.store().store();
            if (store.count(StageMeasured.class) > 0) ResultsTab.attach(ui, () -> page(ui, store));
        } catch (Exception | LinkageError failure) {
            Problems.reportProblem("spark history", "the history server has no timemory tab: " + failure);
        }
    }

    private static String page(SparkUI ui, KVStore store) {
        List<StageMeasured> stages = new ArrayList<>();
        try (KVStoreIterator<StageMeasured> all = store.view(StageMeasured.class).closeableIterator()) {
            all.forEachRemaining(stages::add);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
        List<StageTotals> totals = stages.stream().map(stage -> stage.totals(MAX_NODES)).toList();
        // The server knows neither for all applications.
        String id = ui.appId() == null ? ui.getAppName() : ui.appId();
        String version = Objects.requireNonNullElse(ui.appSparkVersion(), "");
        Application application = new Application(id, version, totals, Map.of(), Map.of(), Map.of(), Map.of(), List.of(), Map.of());
        return JointTasks.page(new ApplicationResults(application, MAX_NODES).together(null), id);
    }

    @Override
    public int displayOrder() {
        return BEHIND_SPARKS_OWN;
    }
}
