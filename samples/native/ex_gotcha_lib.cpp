#include "ex_gotcha_lib.hpp"

#include <cmath>

namespace ext {

double sum_exp(const std::vector<double>& numbers) {
    double sum = 0;
    for (double number : numbers) sum += std::exp(number);
    return sum;
}

void average::add(double number) {
    sum_ += number;
    count_++;
}

double average::value() const { return sum_ / static_cast<double>(count_); }

}  // namespace ext
