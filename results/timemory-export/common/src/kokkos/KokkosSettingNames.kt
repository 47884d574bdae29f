package timemory.kokkos

import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.text

/** The settings for programs that use Kokkos. Names and defaults are timemory's. */
internal object KokkosSettingNames : SettingList() {
    val kokkospComponents = add(
        text(
            "KOKKOSP_COMPONENTS",
            "The components of what Kokkos programs do, by their ids; if empty those of KOKKOS_COMPONENTS, TRACE_COMPONENTS, " +
                "PROFILER_COMPONENTS, COMPONENTS or GLOBAL_COMPONENTS, wall_clock,peak_rss if all are; none for none",
            "",
        ).fixed(),
    )
    val kokkosComponents = add(text("KOKKOS_COMPONENTS", "As KOKKOSP_COMPONENTS, where that is empty", "").fixed())
    val kokkosKernelLogger = add(
        flag("KOKKOS_KERNEL_LOGGER", "Whether kp_timemory.so prints each event on the standard error stream", false).fixed(),
    )
}
