// A library that does not know about timemory: see ex_gotcha.cpp.
#include <vector>

namespace ext {

double sum_exp(const std::vector<double>& numbers);

class average {
public:
    void add(double number);
    double value() const;

private:
    double sum_ = 0;
    long count_ = 0;
};

}  // namespace ext
