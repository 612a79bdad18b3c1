#include <stdexcept>

void fire(int cone) {
    if (cone > 10) throw std::out_of_range("cone 12 is above the limit of 10");
}

int main() {
    fire(12);
}
