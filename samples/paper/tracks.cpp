// Measures objects instead of functions: listings 1.9 and 1.10 of timemory's paper, in which Geant4 measures the particles that it tracks.
// A profiler asks the program which objects are measured, under which label, and with which components. The objects' lifetimes overlap, so
// their regions are records, which may end in any order.
//
//     g++ tracks.cpp $(pkg-config --cflags --libs timemory) -o tracks
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <timemory/timemory.hpp>
#include <vector>

enum particle { electron, gamma_ray };

struct track {
    particle type;
    const char* volume;
    double energy; /* keV */
    int steps;
};

/* How one kind of object is measured: the paper's G4Profiler. The functions and components are set before anything is measured. */
template <std::size_t Category, typename Object>
class profiler {
public:
    using components = std::string;

    static std::function<bool(const Object&)>& query() {
        static std::function<bool(const Object&)> asked = [](const Object&) { return true; };
        return asked;
    }
    static std::function<std::string(const Object&)>& labeler() {
        static std::function<std::string(const Object&)> asked;
        return asked;
    }
    static std::function<void(components&, const Object&)>& tweak() {
        static std::function<void(components&, const Object&)> asked = [](components&, const Object&) {};
        return asked;
    }
    static void configure(const components& usual) { usually() = usual; }

    /* Measures the object until this one is destroyed, if it is to be measured. */
    explicit profiler(const Object& object) {
        if (!query()(object)) return;
        components chosen = usually();
        tweak()(chosen, object);
        region_.reset(new timemory::region(labeler()(object), chosen.c_str()));
    }

private:
    static components& usually() {
        static components usual = "wall_clock";
        return usual;
    }

    std::unique_ptr<timemory::region> region_;
};

enum category { tracks };
using track_profiler = profiler<tracks, track>;

/* A track that is followed step by step, interleaved with others. */
class followed {
public:
    explicit followed(const track& of) : track_(of), measuring_(of), left_(of.steps) {}
    bool step() {
        for (int i = 0; i < 20000; i++) path_ = path_ + 0.5 * i;
        return --left_ > 0;
    }

private:
    track track_;
    track_profiler measuring_;
    int left_;
    volatile double path_ = 0;
};

int main(int argc, char** argv) {
    timemory_init_library(argc, argv);
    track_profiler::query() = [](const track& t) { return t.type == electron; };
    track_profiler::labeler() = [](const track& t) { return std::string(t.volume); };
    track_profiler::tweak() = [](std::string& components, const track& t) {
        if (t.energy < 100) components += ",trip_count";
    };
    track_profiler::configure("wall_clock,thread_cpu_clock");

    const track all[] = {{electron, "calorimeter", 511, 8}, {electron, "tracker", 20, 2}, {gamma_ray, "calorimeter", 1200, 5},
                         {electron, "tracker", 80, 5},      {electron, "magnet", 300, 3}};
    std::vector<std::unique_ptr<followed>> open;
    for (const track& one : all) open.emplace_back(new followed(one));
    while (!open.empty())
        for (std::size_t i = 0; i < open.size();) {
            if (open[i]->step()) i++;
            else open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
        }
    timemory_finalize_library();
}
