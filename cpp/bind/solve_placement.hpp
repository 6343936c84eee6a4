#pragma once

#include <nanobind/nanobind.h>

void bind_solve_placement(nanobind::module_ &m);
