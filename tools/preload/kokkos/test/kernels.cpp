/* Kernels, regions, sections, data and copies in numbers that are known exactly: see test_kokkos.py. */
#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ProfileSection.hpp>
#include <cstdio>

using Vector = Kokkos::View<double*, Kokkos::HostSpace>;

int main(int argc, char** argv) {
    Kokkos::initialize(argc, argv);
    {
        Vector a(Kokkos::ViewAllocateWithoutInitializing("a"), 1000), b(Kokkos::ViewAllocateWithoutInitializing("b"), 1000);
        Kokkos::Profiling::pushRegion("solve");
        for (int step = 0; step < 5; step++) {
            Kokkos::parallel_for("fill", 1000, KOKKOS_LAMBDA(int i) { a(i) = i + step; });
            double sum = 0;
            Kokkos::parallel_reduce("sum", 1000, KOKKOS_LAMBDA(int i, double& to) { to += a(i); }, sum);
            Kokkos::Profiling::pushRegion("prefix");
            Kokkos::parallel_scan("running", 1000, KOKKOS_LAMBDA(int i, double& to, bool last) {
                to += a(i);
                if (last) b(i) = to;
            });
            Kokkos::Profiling::popRegion();
            if (sum != 999.0 * 500 + 1000.0 * step) return 1;
        }
        Kokkos::Profiling::popRegion();

        Kokkos::Profiling::ProfilingSection outer("outer"), inner("inner");
        for (int i = 0; i < 3; i++) {
            outer.start();
            inner.start();
            Kokkos::parallel_for("_fill", 10, KOKKOS_LAMBDA(int at) { b(at) = 0; });
            outer.stop();
            inner.stop();
        }
        for (int i = 0; i < 4; i++) Kokkos::Profiling::markEvent("mark");
        Kokkos::deep_copy(a, b);
        Kokkos::deep_copy(a, b);
        auto* block = Kokkos::kokkos_malloc<Kokkos::HostSpace>("block", 12345);
        Kokkos::kokkos_free<Kokkos::HostSpace>(block);
    }
    Kokkos::finalize();
    std::puts("done");
    return 0;
}
