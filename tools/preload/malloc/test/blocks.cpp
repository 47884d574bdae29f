// Containers that grow and shrink, on several threads; with an argument, the program ends by _exit.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

static void work(int seed) {
    std::map<int, std::string> names;
    for (int i = 0; i < 500; i++) names[i * seed % 97] = std::string(static_cast<size_t>(i % 50 + 20), 'x');
    std::vector<std::unique_ptr<double[]>> blocks;
    for (size_t i = 1; i < 200; i++) blocks.emplace_back(new double[i]);
}

int main(int argc, char** argv) {
    int count = argc > 1 ? atoi(argv[1]) : 0;
    std::vector<std::thread> threads;
    for (int i = 1; i < count; i++) threads.emplace_back(work, i);
    for (auto& thread : threads) thread.join();
    work(7);
    std::puts("done");
    std::fflush(stdout);
    if (argc > 2 && std::strcmp(argv[2], "_exit") == 0) _exit(3);
    if (argc > 2 && std::strcmp(argv[2], "exec") == 0) execlp("true", "true", nullptr);
    return 0;
}
