"""The synthetic web: parameters in, a web of any size out, the same in every process."""

from lycosa.lab.synth.params import SynthParams, default_params
from lycosa.lab.synth.statistics import Statistics, describe
from lycosa.lab.synth.web import SynthWeb

__all__ = ["Statistics", "SynthParams", "SynthWeb", "default_params", "describe"]
