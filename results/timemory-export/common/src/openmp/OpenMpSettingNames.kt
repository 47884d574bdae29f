package timemory.openmp

import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.text

/** The settings for OpenMP programs. Names and defaults are timemory's. */
internal object OpenMpSettingNames : SettingList() {
    val enableOmpt = add(flag("ENABLE_OMPT", "Enable libtimemory-ompt.so, which measures OpenMP", true).fixed())
    val omptComponents = add(
        text(
            "OMPT_COMPONENTS",
            "Ids of the components of OpenMP parallel regions, tasks and barriers; if empty, those of TRACE_COMPONENTS, " +
                "PROFILER_COMPONENTS, COMPONENTS or GLOBAL_COMPONENTS, else a wall clock; 'none' for none",
            "",
        ).fixed(),
    )
}
