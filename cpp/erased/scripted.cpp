// The family of rules written in another language, with everything that searches and plays it.
#include "../erased.hpp"

#include "../families/scripted.hpp"

template class dreierlei::Erased<dreierlei::Scripted>;
static const dreierlei::Registered<dreierlei::Scripted> registered;
