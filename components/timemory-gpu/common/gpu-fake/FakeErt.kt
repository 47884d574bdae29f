package timemory

import timemory.internal.platform.Ffi
import timemory.internal.platform.withText

/** Controls the fake roofline kernels in `fake-ert.c`. */
internal object FakeErt {
    fun reset() = FakeGpu.call("fake_ert_reset")

    /**
     * Sets [fact] of the fake device: `l1`, `l2`, `dram` in GB/s; `f16`, `f32`, `f64`, `i32` in GFLOP/s, or GIPS, of the fused operation;
     * `l2_bytes`, ...
     */
    fun set(fact: String, value: Long) {
        Ffi.withText(fact) { FakeGpu.call("fake_ert_set", it, value) }
    }

    fun get(fact: String): Long = Ffi.withText(fact) { FakeGpu.call("fake_ert_get", it) }

    /** Makes [kernel] compute wrong results. */
    fun spoil(kernel: String) {
        Ffi.withText(kernel) { FakeGpu.call("fake_ert_spoil", it) }
    }

    /** Makes launches of [kernel] return [status]; after 700, all other launches do too. */
    fun refuse(kernel: String, status: Long) {
        Ffi.withText(kernel) { FakeGpu.call("fake_ert_refuse", it, status) }
    }
}
