// The family placement, with everything that searches and plays it.
#include "../erased.hpp"

#include "../families/placement_evaluation.hpp"

template class dreierlei::Erased<dreierlei::Placement>;
static const dreierlei::Registered<dreierlei::Placement> registered;
