// The family katarenga, with everything that searches and plays it.
#include "../erased.hpp"

#include "../families/katarenga_evaluation.hpp"
#include "../families/katarenga_refusals.hpp"

template class dreierlei::Erased<dreierlei::Katarenga>;
static const dreierlei::Registered<dreierlei::Katarenga> registered;
