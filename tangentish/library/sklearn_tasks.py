"""Tasks of scikit-learn: those of joblib, with what is configured where they are made.  Here they run where they are made."""

from __future__ import annotations

from tangentish import library
from tangentish.library.joblib_tasks import run_tasks, task_of
from tangentish.rules.libraries import first_module, present

library.REPLACED |= {one: task_of for one in present(first_module("sklearn.utils.parallel"), "delayed")}
library.REPLACED |= {one.__call__: run_tasks for one in present(first_module("sklearn.utils.parallel"), "Parallel")
                     if "__call__" in vars(one)}
