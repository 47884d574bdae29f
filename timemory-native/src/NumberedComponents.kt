@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import kotlinx.cinterop.ExperimentalForeignApi
import timemory.Components

/** The components of timemory in the order of `TIMEMORY_NATIVE_COMPONENT` in `enum.h`. */
internal val NUMBERED_COMPONENTS: List<String> = """
    allinea_map caliper_marker caliper_config caliper_loop_marker cpu_clock cpu_roofline_dp_flops cpu_roofline_flops
    cpu_roofline_sp_flops cpu_util craypat_counters craypat_flush_buffer craypat_heap_stats craypat_record craypat_region cuda_event
    cuda_profiler cupti_activity cupti_counters cupti_pcsampling current_peak_rss data_tracker_integer data_tracker_unsigned
    data_tracker_floating gperftools_cpu_profiler gperftools_heap_profiler gpu_roofline_dp_flops gpu_roofline_flops
    gpu_roofline_hp_flops gpu_roofline_sp_flops hip_event kernel_mode_time likwid_marker likwid_nvmarker malloc_gotcha
    memory_allocations monotonic_clock monotonic_raw_clock network_stats num_io_in num_io_out num_major_page_faults
    num_minor_page_faults nvtx_marker ompt_handle page_rss papi_array papi_vector peak_rss perfetto_trace printer
    priority_context_switch process_cpu_clock process_cpu_util read_bytes read_char roctx_marker system_clock tau_marker
    thread_cpu_clock thread_cpu_util timestamp trip_count user_clock user_mode_time user_global_bundle user_kokkosp_bundle
    user_list_bundle user_mpip_bundle user_ncclp_bundle user_ompt_bundle user_tuple_bundle user_profiler_bundle user_trace_bundle
    virtual_memory voluntary_context_switch vtune_event vtune_frame vtune_profiler wall_clock written_bytes written_char
""".trim().split(Regex("\\s+"))

/** The numbers of custom components in `TIMEMORY_USER_COMPONENT_ENUM` of `enum.h`. */
private val USER_NUMBERS = NUMBERED_COMPONENTS.size + 1 until NUMBERED_COMPONENTS.size + 16

/** Custom components that have a number. */
internal object UserNumbers : SynchronizedObject() {
    @Volatile
    private var ids: Map<Int, String> = emptyMap()

    fun set(id: String, number: Int) {
        val type = requireNotNull(Components.find(id)) { "unknown component '$id': register it before giving it a number" }
        require(number in USER_NUMBERS) {
            "component ${type.id} cannot have the number $number: TIMEMORY_USER_COMPONENT_ENUM has ${USER_NUMBERS.first} to " +
                "${USER_NUMBERS.last}"
        }
        val known = numberOf(type.id)
        require(known == null || known == number) { "component ${type.id} already has the number $known" }
        synchronized(this) {
            val owner = ids[number]
            require(owner == null || owner == type.id) { "number $number already belongs to component $owner" }
            ids = ids + (number to type.id)
        }
    }

    fun idOf(number: Int): String? = ids[number]

    /** Returns the number of a component, timemory's or one that the program assigned, or `null`. */
    fun numberOf(id: String): Int? =
        NUMBERED_COMPONENTS.indexOf(id).takeIf { it >= 0 } ?: ids.entries.firstOrNull { it.value == id }?.key
}

internal fun numberComponent(id: NativePtr, number: Int, error: NativePtr): Int = orError(error, 0) {
    UserNumbers.set(textAt(id), number)
    1
}
