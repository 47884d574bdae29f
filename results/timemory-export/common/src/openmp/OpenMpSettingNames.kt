package timemory.openmp

import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.text

/** The settings for programs that use OpenMP. Names and defaults are timemory's. */
internal object OpenMpSettingNames : SettingList() {
    val enableOmpt = add(flag("ENABLE_OMPT", "Whether libtimemory-ompt.so measures OpenMP", true).fixed())
    val omptComponents = add(
        text(
            "OMPT_COMPONENTS",
            "The components of parallel regions, tasks and barriers of OpenMP, by their ids; if empty those of TRACE_COMPONENTS, " +
                "PROFILER_COMPONENTS, COMPONENTS or GLOBAL_COMPONENTS, a wall clock if all are; none for none",
            "",
        ).fixed(),
    )
}
