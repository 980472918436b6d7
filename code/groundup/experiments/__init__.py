"""Experiments that take longer than a page may, each with the results that it gave.

A module holds one experiment: its question, the quantity that decides and the threshold, both said
before the result; RECIPE, every setting; SHORT, the settings that differ in a run of a few seconds;
TOLERANCE, how far a result may move on another machine; measure(recipe), which returns the
results; and claims(results), the sentences that the book says, each with whether it holds.
The file of the same name that ends in .json holds the results, with recipe, date and versions.
"""

from groundup.experiments.record import recorded

__all__ = ["recorded"]
