"""Steps over every element of large matrices. A GPU spends most of a training step on reading and writing these, one
operation after the other; compiled (`--compile`), each function here is a single kernel."""

import functools

import torch

_elementwise = []
_compiled = {}


def elementwise(function):
    """Marks a function that compile_elementwise() is to compile."""
    _elementwise.append(function)

    @functools.wraps(function)
    def call(*arguments):
        return _compiled.get(function, function)(*arguments)
    return call


def compile_elementwise():
    for function in _elementwise:
        _compiled[function] = torch.compile(function, dynamic=False)
