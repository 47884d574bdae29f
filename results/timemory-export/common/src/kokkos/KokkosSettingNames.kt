package timemory.kokkos

import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.text

/** The settings for Kokkos programs. Names and defaults are timemory's. */
internal object KokkosSettingNames : SettingList() {
    val kokkospComponents = add(
        text(
            "KOKKOSP_COMPONENTS",
            "Ids of the components of Kokkos events; if empty, those of KOKKOS_COMPONENTS, TRACE_COMPONENTS, PROFILER_COMPONENTS, " +
                "COMPONENTS or GLOBAL_COMPONENTS, else wall_clock,peak_rss; 'none' for none",
            "",
        ).fixed(),
    )
    val kokkosComponents = add(text("KOKKOS_COMPONENTS", "Used if KOKKOSP_COMPONENTS is empty", "").fixed())
    val kokkosKernelLogger = add(
        flag("KOKKOS_KERNEL_LOGGER", "Print each event of kp_timemory.so to stderr", false).fixed(),
    )
}
