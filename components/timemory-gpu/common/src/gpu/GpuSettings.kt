package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.settings.Catalogue
import timemory.settings.Settings

/** What settings say of GPUs, kept from the begin of a session on: asking the session takes a lock that who makes results holds. */
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

    /** A session with [settings] begins. */
    private fun configure(settings: Settings) {
        eventBatchSize = settings.cudaEventBatchSize
        markersWaitForDevice = settings.nvtxMarkerDeviceSync
        kinds = settings.cuptiActivityKinds
        level = settings.cuptiActivityLevel
    }
}
