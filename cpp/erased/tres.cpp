// The family tres, with everything that searches and plays it.
#include "../erased.hpp"

#include "../families/tres_evaluation.hpp"

template class dreierlei::Erased<dreierlei::Tres>;
static const dreierlei::Registered<dreierlei::Tres> registered;
