/* Functions that are left by an exception, of templates, of namespaces, and before main. */
#include <cstdio>
#include <stdexcept>

namespace shop {
template <class Content>
struct Box {
    Content content;
    Content open() const { return content; }
};

static int hidden(int number) { return number; }
}  // namespace shop

struct Cleared {
    ~Cleared() { shop::hidden(1); }
};

int fails(int n) {
    Cleared cleared;
    if (n == 0) throw std::runtime_error("on purpose");
    return fails(n - 1);
}

int early = shop::hidden(2);

int main() {
    shop::Box<int> box{3};
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += box.open() + shop::hidden(i);
    try {
        fails(1);
    } catch (const std::exception&) {
        sum++;
    }
    std::printf("%d\n", sum);
}
