package timemory.export.internal

import kotlin.jvm.JvmOverloads
import timemory.internal.platform.momentNow
import timemory.output.runMetadata
import timemory.results.Results
import timemory.settings.Settings

/**
 * The OpenTelemetry resource attributes of the measured process, named by the semantic conventions, and the time of the profiles.
 *
 * @property atNanoseconds start of the profiled time, since 1970; the time of writing if unknown
 * @property duringNanoseconds its duration; 0 if unknown
 */
internal class OtlpResource(
    private val texts: Map<String, String>,
    private val processId: Long,
    val atNanoseconds: Long,
    val duringNanoseconds: Long = 0L,
) {
    fun writeAttributes(proto: ProtoWriter) {
        for ((name, value) in texts) proto.message(ATTRIBUTES) {
            proto.field(KEY, name)
            proto.message(VALUE) { proto.field(TEXT, value) }
        }
        if (processId > 0L) proto.message(ATTRIBUTES) {
            proto.field(KEY, "process.pid")
            proto.message(VALUE) { proto.field(INTEGER, processId) }
        }
    }

    companion object {
        private const val ATTRIBUTES = 1
        private const val KEY = 1
        private const val VALUE = 2
        private const val TEXT = 1
        private const val INTEGER = 3

        /**
         * Returns the resource of the process that recorded [results], with the attributes in [given]. Its name is `OTEL_SERVICE_NAME`,
         * else the given one, else the conventions' default for a process without a name.
         */
        @JvmOverloads
        fun of(
            results: Results,
            settings: Settings,
            given: Map<String, String> = emptyMap(),
            atNanoseconds: Long = momentNow().epoch * NANOSECONDS,
            duringNanoseconds: Long = 0L,
        ): OtlpResource {
            val facts = runMetadata(results, settings)
            val program = facts?.commandLine?.firstOrNull()?.substringAfterLast('/')
            val texts = LinkedHashMap(given)
            texts[NAME] = facts?.environment?.get("OTEL_SERVICE_NAME")?.ifBlank { null } ?: given[NAME]
                ?: if (program.isNullOrBlank()) UNKNOWN else "$UNKNOWN:$program"
            facts?.info?.get("HOSTNAME")?.let { host -> if (HOST !in texts) texts[HOST] = host }
            return OtlpResource(texts, results.processId, atNanoseconds, duringNanoseconds)
        }

        private const val NAME = "service.name"
        private const val HOST = "host.name"
        private const val UNKNOWN = "unknown_service"
        private const val NANOSECONDS = 1_000_000_000L
    }
}
