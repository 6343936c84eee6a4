// The family katarenga, with everything that searches and plays it.
#include "../erased.hpp"

#include "../families/katarenga_evaluation.hpp"

template class dreierlei::Erased<dreierlei::Katarenga>;
static const dreierlei::Registered<dreierlei::Katarenga> registered;
