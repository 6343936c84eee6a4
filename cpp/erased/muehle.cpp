// The family muehle, with everything that searches and plays it.
#include "../erased.hpp"

#include "../families/muehle_evaluation.hpp"
#include "../families/muehle_playout.hpp"
#include "../families/muehle_refusals.hpp"

template class dreierlei::Erased<dreierlei::Muehle>;
static const dreierlei::Registered<dreierlei::Muehle> registered;
