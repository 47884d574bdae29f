package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.settings.Catalogue
import timemory.settings.Settings

/**
 * The GPU settings of the current session, copied when it starts: asking the session would take a lock that is held while results are
 * collected.
 */
internal object GpuSettings {
    @Volatile
    var eventBatchSize: Int = GpuSettingNames.cudaEventBatchSize.default
        private set

    @Volatile
    var markersWaitForDevice: Boolean = GpuSettingNames.nvtxMarkerDeviceSync.default
        private set

    @Volatile
    private var kinds = GpuSettingNames.cuptiActivityKinds.default

    @Volatile
    private var level = GpuSettingNames.cuptiActivityLevel.default

    val activityKinds: Set<ActivityKind> get() = ActivityKind.of(kinds).orEmpty().ifEmpty { ActivityKind.upTo(level) }

    init {
        SessionHooks.onBegin(::configure)
    }

    /** Called when a session with [settings] starts. */
    private fun configure(settings: Settings) {
        eventBatchSize = settings.cudaEventBatchSize
        markersWaitForDevice = settings.nvtxMarkerDeviceSync
        kinds = settings.cuptiActivityKinds
        level = settings.cuptiActivityLevel
    }
}
