"""Writes Extra-P's results (https://github.com/extra-p/extrap, 4.2.5) for series: src/test/resources/timemory/history/scale/extra-p.tsv.

    PYTHONPATH=extrap python3 src/test/python/extra_p_models.py > .../extra-p.tsv
"""
import math
import random

from extrap.entities.callpath import Callpath
from extrap.entities.coordinate import Coordinate
from extrap.entities.measurement import Measurement
from extrap.entities.metric import Metric
from extrap.modelers.single_parameter.basic import SingleParameterModeler

# constant, coefficient, power, logarithms
SHAPES = [(100, 3, 1, 0), (100, 3, 1, 1), (5, 2, .5, 0), (0, 7, 2, 0), (0, 2, 0, 1), (40, 9, 0, 2), (1000, 0, 0, 0), (3, 800, -1, 0),
          (0, 100, -1, 0), (50, 400, -.5, 0), (10, .02, 3, 0), (1, .3, 1.5, 1), (20, 1, 2 / 3, 0), (1000, -4, 1, 0), (0, 500, -.75, 0)]
PLACES = [[1, 2, 4, 8, 16, 32], [2, 3, 5, 8, 13], [64, 128, 256, 512, 1024, 2048, 4096]]


def model(xs, ys):
    modeler = SingleParameterModeler()
    if ys[-1] < ys[0]:  # powers below 0 then, and no logarithms
        modeler.hypotheses_building_blocks = modeler.create_default_building_blocks(False, True)
    measurements = [Measurement(Coordinate(x), Callpath("main"), Metric("time"), [y]) for x, y in zip(xs, ys)]
    return modeler.create_model(measurements).hypothesis


def exponents(function):
    coefficient, power, logarithms = 0.0, 0.0, 0
    for term in getattr(function, "compound_terms", []):
        coefficient = float(term.coefficient)
        for simple in term.simple_terms:
            if simple.term_type == "polynomial":
                power = float(simple.exponent)
            else:
                logarithms = int(simple.exponent)
    return coefficient, power, logarithms


random.seed(7)
print('# series, as "x:y ..."\tconstant\tcoefficient\tpower\tlogarithms\tSMAPE')
for noise in (0, .02, .1):
    for c, a, i, j in SHAPES:
        for xs in PLACES:
            ys = [round((c + a * x ** i * math.log2(x) ** j) * (1 + noise * random.gauss(0, 1)), 6) for x in xs]
            if min(ys) <= 0:
                continue
            best = model(xs, ys)
            coefficient, power, logarithms = exponents(best.function)
            print(" ".join(f"{x}:{y}" for x, y in zip(xs, ys)), repr(float(best.function.constant_coefficient)), repr(coefficient),
                  repr(power), logarithms, repr(float(best.SMAPE)), sep="\t")
