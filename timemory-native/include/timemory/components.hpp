/* The components of native programs, as types in timemory::component; see timemory/timemory.hpp. */
#ifndef TIMEMORY_COMPONENTS_HPP
#define TIMEMORY_COMPONENTS_HPP

#include <type_traits>

/* Declares a component as a type in the current namespace; its name is the one in settings and files. */
#define TIMEMORY_COMPONENT(component_name)                                 \
    struct component_name {                                                \
        static constexpr const char* name() { return #component_name; }    \
    };

namespace timemory {
namespace component {

/* Time. */
TIMEMORY_COMPONENT(wall_clock)
TIMEMORY_COMPONENT(system_clock)
TIMEMORY_COMPONENT(user_clock)
TIMEMORY_COMPONENT(cpu_clock)
TIMEMORY_COMPONENT(cpu_util)
TIMEMORY_COMPONENT(monotonic_clock)
TIMEMORY_COMPONENT(monotonic_raw_clock)
TIMEMORY_COMPONENT(process_cpu_clock)
TIMEMORY_COMPONENT(process_cpu_util)
TIMEMORY_COMPONENT(thread_cpu_clock)
TIMEMORY_COMPONENT(thread_cpu_util)
TIMEMORY_COMPONENT(user_mode_time)
TIMEMORY_COMPONENT(kernel_mode_time)
TIMEMORY_COMPONENT(thread_user_mode_time)
TIMEMORY_COMPONENT(thread_kernel_mode_time)
TIMEMORY_COMPONENT(timestamp)

/* Memory and other resources. */
TIMEMORY_COMPONENT(peak_rss)
TIMEMORY_COMPONENT(current_peak_rss)
TIMEMORY_COMPONENT(page_rss)
TIMEMORY_COMPONENT(virtual_memory)
TIMEMORY_COMPONENT(num_minor_page_faults)
TIMEMORY_COMPONENT(num_major_page_faults)
TIMEMORY_COMPONENT(num_io_in)
TIMEMORY_COMPONENT(num_io_out)
TIMEMORY_COMPONENT(voluntary_context_switch)
TIMEMORY_COMPONENT(priority_context_switch)
TIMEMORY_COMPONENT(thread_num_minor_page_faults)
TIMEMORY_COMPONENT(thread_num_major_page_faults)
TIMEMORY_COMPONENT(thread_num_io_in)
TIMEMORY_COMPONENT(thread_num_io_out)
TIMEMORY_COMPONENT(thread_voluntary_context_switch)
TIMEMORY_COMPONENT(thread_priority_context_switch)

/* Stack samples; allocation and lock samples are available on the JVM only. */
TIMEMORY_COMPONENT(cpu_samples)
TIMEMORY_COMPONENT(wall_samples)
TIMEMORY_COMPONENT(alloc_samples)
TIMEMORY_COMPONENT(lock_samples)

/* Input and output, control groups, energy. */
TIMEMORY_COMPONENT(read_char)
TIMEMORY_COMPONENT(read_bytes)
TIMEMORY_COMPONENT(written_char)
TIMEMORY_COMPONENT(written_bytes)
TIMEMORY_COMPONENT(thread_read_char)
TIMEMORY_COMPONENT(thread_read_bytes)
TIMEMORY_COMPONENT(thread_written_char)
TIMEMORY_COMPONENT(thread_written_bytes)
TIMEMORY_COMPONENT(network_stats)
TIMEMORY_COMPONENT(cgroup_cpu_time)
TIMEMORY_COMPONENT(cgroup_throttled_time)
TIMEMORY_COMPONENT(cgroup_memory)
TIMEMORY_COMPONENT(malloc_gotcha)
TIMEMORY_COMPONENT(memory_allocations)
TIMEMORY_COMPONENT(memory_leaks)
TIMEMORY_COMPONENT(energy)

/* Events counted by the processor and the kernel. */
TIMEMORY_COMPONENT(perf_events)
TIMEMORY_COMPONENT(papi_vector)
TIMEMORY_COMPONENT(papi_array)
TIMEMORY_COMPONENT(cpu_roofline_flops)
TIMEMORY_COMPONENT(cpu_roofline_sp_flops)
TIMEMORY_COMPONENT(cpu_roofline_dp_flops)

/* GPUs. */
TIMEMORY_COMPONENT(cuda_event)
TIMEMORY_COMPONENT(cupti_activity)
TIMEMORY_COMPONENT(cupti_counters)
TIMEMORY_COMPONENT(cupti_profiler)
TIMEMORY_COMPONENT(cupti_pcsampling)
TIMEMORY_COMPONENT(nvtx_marker)
TIMEMORY_COMPONENT(cuda_profiler)
TIMEMORY_COMPONENT(gpu_memory)
TIMEMORY_COMPONENT(gpu_roofline_flops)
TIMEMORY_COMPONENT(gpu_roofline_hp_flops)
TIMEMORY_COMPONENT(gpu_roofline_sp_flops)
TIMEMORY_COMPONENT(gpu_roofline_dp_flops)

/* Regions in other tools. */
TIMEMORY_COMPONENT(likwid_marker)
TIMEMORY_COMPONENT(likwid_nvmarker)
TIMEMORY_COMPONENT(caliper_marker)
TIMEMORY_COMPONENT(caliper_loop_marker)
TIMEMORY_COMPONENT(caliper_config)
TIMEMORY_COMPONENT(tau_marker)
TIMEMORY_COMPONENT(gperftools_cpu_profiler)
TIMEMORY_COMPONENT(gperftools_heap_profiler)
TIMEMORY_COMPONENT(vtune_event)
TIMEMORY_COMPONENT(vtune_frame)
TIMEMORY_COMPONENT(vtune_profiler)
TIMEMORY_COMPONENT(craypat_record)
TIMEMORY_COMPONENT(craypat_region)
TIMEMORY_COMPONENT(craypat_counters)
TIMEMORY_COMPONENT(craypat_heap_stats)
TIMEMORY_COMPONENT(craypat_flush_buffer)
TIMEMORY_COMPONENT(allinea_map)
TIMEMORY_COMPONENT(roctx_marker)

/* Counts, the program's own data, and coroutines. */
TIMEMORY_COMPONENT(trip_count)
TIMEMORY_COMPONENT(data_tracker_integer)
TIMEMORY_COMPONENT(data_tracker_unsigned)
TIMEMORY_COMPONENT(data_tracker_floating)
TIMEMORY_COMPONENT(mpi_comm_data)
TIMEMORY_COMPONENT(nccl_comm_data)
TIMEMORY_COMPONENT(mpip_handle)
TIMEMORY_COMPONENT(ncclp_handle)
TIMEMORY_COMPONENT(kokkos_memory)
TIMEMORY_COMPONENT(ompt_data_tracker)
TIMEMORY_COMPONENT(ompt_handle)
TIMEMORY_COMPONENT(active_time)
TIMEMORY_COMPONENT(suspended_time)
TIMEMORY_COMPONENT(suspensions)
TIMEMORY_COMPONENT(thread_changes)

/* User bundles, whose components are chosen at run time. */
TIMEMORY_COMPONENT(user_global_bundle)
TIMEMORY_COMPONENT(user_list_bundle)
TIMEMORY_COMPONENT(user_profiler_bundle)
TIMEMORY_COMPONENT(user_trace_bundle)
TIMEMORY_COMPONENT(user_tuple_bundle)

}  // namespace component

namespace list {

template <typename Sought, typename... Components>
struct contains {
    static constexpr bool value = false;
};
template <typename Sought, typename First, typename... Others>
struct contains<Sought, First, Others...> {
    static constexpr bool value = std::is_same<Sought, First>::value || contains<Sought, Others...>::value;
};

/* The index of a component in the list; 0 if it is missing, which is reported as an error elsewhere. */
template <typename Sought, typename... Components>
struct index_of {
    static constexpr int value = 0;
};
template <typename Sought, typename First, typename... Others>
struct index_of<Sought, First, Others...> {
    static constexpr int value = std::is_same<Sought, First>::value || !contains<Sought, Others...>::value ? 0 : 1 + index_of<Sought, Others...>::value;
};

}  // namespace list
}  // namespace timemory

#endif
