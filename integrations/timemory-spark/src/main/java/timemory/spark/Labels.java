package timemory.spark;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.storage.RDDInfo;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;

/**
 * What jobs and stages are called. Numbers are not in it: a job that is asked for a thousand times at one place is one node with a thousand
 * laps. Only queries of SQL have theirs, which people know them by.
 */
final class Labels {
    private static final int MAX_LENGTH = 200;
    private static final String QUERY = "spark.sql.execution.id";
    private static final String STREAM = "sql.streaming.queryId";
    private static final String DESCRIPTION = "spark.job.description";
    private static final String CALL_SITE = "callSite.short";

    private Labels() {}

    /**
     * A job whose last stage is called {@code stage}.
     *
     * @param queries descriptions of queries by their numbers
     */
    static String ofJob(String stage, Properties properties, Map<String, String> queries) {
        String description = property(properties, DESCRIPTION);
        String site = property(properties, CALL_SITE);
        String name = description != null ? description : site != null ? site : stage;
        if (property(properties, STREAM) != null) return bounded("stream " + streamName(name));
        String query = property(properties, QUERY);
        return bounded(query == null ? "job " + name : "query " + query + ": " + queries.getOrDefault(query, name));
    }

    /** Of a batch of a stream the description is its name, ids and the number of the batch, each in a line. */
    private static String streamName(String description) {
        String first = description.strip().lines().findFirst().orElse("").strip();
        return first.startsWith("id = ") || first.isEmpty() ? "without name" : first;
    }

    static String ofStage(StageInfo stage, Properties properties) {
        String operators = property(properties, QUERY) == null ? "" : operatorsOf(stage);
        return bounded("stage " + (operators.isEmpty() ? stage.name() : operators));
    }

    /** The physical operators of a stage of SQL, as its RDDs tell; empty where they do not. */
    private static String operatorsOf(StageInfo stage) {
        try {
            Set<String> names = new LinkedHashSet<>();
            Iterator<RDDInfo> all = stage.rddInfos().iterator();
            while (all.hasNext()) {
                RDDInfo info = all.next();
                if (info.scope().isDefined()) names.add(info.scope().get().name());
            }
            return String.join(", ", names);
        } catch (LinkageError ignored) {
            return ""; // a version of Spark whose interfaces are others
        }
    }

    static String bounded(String label) {
        return label.length() <= MAX_LENGTH ? label : label.substring(0, MAX_LENGTH) + "...";
    }

    private static @Nullable String property(@Nullable Properties properties, String name) {
        String value = properties == null ? null : properties.getProperty(name);
        return value == null || value.isBlank() ? null : value;
    }
}
