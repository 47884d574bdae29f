package timemory.export.internal

import timemory.internal.platform.momentNow
import timemory.output.runMetadata
import timemory.results.Results
import timemory.settings.Settings

/**
 * What profiles of OpenTelemetry say of the process that they are of, by the names of its semantic conventions, and when they were made.
 *
 * @property atNanoseconds when that began which they tell of, since 1970; when they were written where that is not known
 * @property duringNanoseconds how long it took; 0 where that is not known
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

        /** Of the process that [results] are of. Its name is `OTEL_SERVICE_NAME`, else what the conventions have for one without a name. */
        fun of(results: Results, settings: Settings): OtlpResource {
            val facts = runMetadata(results, settings)
            val program = facts?.commandLine?.firstOrNull()?.substringAfterLast('/')
            val texts = LinkedHashMap<String, String>()
            texts["service.name"] = facts?.environment?.get("OTEL_SERVICE_NAME")?.ifBlank { null }
                ?: if (program.isNullOrBlank()) UNKNOWN else "$UNKNOWN:$program"
            facts?.info?.get("HOSTNAME")?.let { texts["host.name"] = it }
            return OtlpResource(texts, results.processId, momentNow().epoch * NANOSECONDS)
        }

        private const val UNKNOWN = "unknown_service"
        private const val NANOSECONDS = 1_000_000_000L
    }
}
