"""Steps compiled as parts of kernels.

A step is only ever called from a kernel, into which it is linked, so it is neither optimised nor turned into machine
code by itself: the kernel is, once, with all its parts. That more than halves the time of compilation.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.untyped_passes import IRProcessing


class _NowhereToRun:
    """Takes the environment of a function that is never run by itself."""

    def set_env(self, _name: str, _env: Any) -> None:
        """Forget it."""


class _Part(JITCodeLibrary):
    """Code to be linked into other code."""

    def _optimize_final_module(self) -> None:
        """Leave that to the kernel."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Where the machine code is: nowhere."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> _NowhereToRun:
        """Who would run it."""
        return _NowhereToRun()


@register_pass(mutates_CFG=False, analysis_only=False)
class _LinkOnly(FunctionPass):
    """Puts the code of a function into a part."""

    _name = "link_only"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Called by numba before the function is lowered."""
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class PartCompiler(CompilerBase):
    """The usual compiler, for steps."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes, and one more."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_LinkOnly, IRProcessing)
        passes.finalize()
        return [passes]


__all__ = ["PartCompiler"]
