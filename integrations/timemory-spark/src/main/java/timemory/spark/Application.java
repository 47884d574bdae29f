package timemory.spark;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The measurements of an application, as far as they are known.
 *
 * @param id Spark's application ID
 * @param version of Spark
 * @param stages the measurements of tasks, by stage
 * @param regions durations of the regions of a Python driver, in nanoseconds, by labels
 * @param jobs durations of jobs, in nanoseconds, by call path
 * @param processes the executors' own measurements, in the wire format, by executor ID
 * @param hosts the machines of executors, by executor ID
 * @param problems the problems, as sentences
 * @param facts additional facts about the run, by names in capitals
 */
record Application(
        String id,
        String version,
        Collection<StageTotals> stages,
        Map<List<String>, long[]> regions,
        Map<List<String>, long[]> jobs,
        Map<String, byte[]> processes,
        Map<String, String> hosts,
        Collection<String> problems,
        Map<String, String> facts) {}
