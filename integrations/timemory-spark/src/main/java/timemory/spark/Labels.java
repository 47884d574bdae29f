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
 * Labels of jobs and stages. They do not include numbers: a job submitted a thousand times at one call path is one node with a thousand
 * laps. Only SQL queries keep their number, by which users know them.
 */
final class Labels {
    private static final int MAX_LENGTH = 200;
    private static final String QUERY = "spark.sql.execution.id";
    private static final String STREAM = "sql.streaming.queryId";
    private static final String DESCRIPTION = "spark.job.description";
    private static final String CALL_SITE = "callSite.short";

    private Labels() {}

    /**
     * Returns the label of a job whose last stage is {@code stage}.
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

    /** Returns the name of a stream: the description of its batches has the name, IDs and the batch number, one per line. */
    private static String streamName(String description) {
        String first = description.strip().lines().findFirst().orElse("").strip();
        return first.startsWith("id = ") || first.isEmpty() ? "without name" : first;
    }

    static String ofStage(StageInfo stage, Properties properties) {
        String operators = property(properties, QUERY) == null ? "" : operatorsOf(stage);
        return bounded("stage " + (operators.isEmpty() ? stage.name() : operators));
    }

    /** Returns the physical operators of an SQL stage, from its RDDs; empty if unknown. */
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
            return ""; // a version of Spark with other interfaces
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
