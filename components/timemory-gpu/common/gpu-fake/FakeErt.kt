package timemory

import timemory.internal.platform.Ffi
import timemory.internal.platform.withText

/** What `fake-ert.c` makes of the kernels of the roofline toolkit. */
internal object FakeErt {
    fun reset() = FakeGpu.call("fake_ert_reset")

    /**
     * [fact] of the made-up device: `l1`, `l2`, `dram` in GB/s; `f16`, `f32`, `f64`, `i32` in GFLOP/s, or GIPS, of the fused operation;
     * `l2_bytes`, ...
     */
    fun set(fact: String, value: Long) {
        Ffi.withText(fact) { FakeGpu.call("fake_ert_set", it, value) }
    }

    fun get(fact: String): Long = Ffi.withText(fact) { FakeGpu.call("fake_ert_get", it) }

    /** [kernel] computes something wrong. */
    fun spoil(kernel: String) {
        Ffi.withText(kernel) { FakeGpu.call("fake_ert_spoil", it) }
    }

    /** Launches of [kernel] give [status]; after 700 all others do. */
    fun refuse(kernel: String, status: Long) {
        Ffi.withText(kernel) { FakeGpu.call("fake_ert_refuse", it, status) }
    }
}
