"""A sample of the trials of all faults at all addresses of upstream; ``benchmarks/faults.py`` runs all of them."""

from __future__ import annotations

import pytest

from tests.sync.fault_rounds import TRIALS, FaultRounds, Trial


@pytest.fixture(scope="module")
def made() -> FaultRounds:
    return FaultRounds()


@pytest.mark.parametrize("trial", TRIALS[7::71], ids=str)
def test_a_failure_at_any_step_loses_nothing_reports_the_truth_and_is_repaired(made: FaultRounds, trial: Trial) -> None:
    judged = made.run(trial)
    assert (judged.lost, judged.lies, judged.errors) == ([], [], [])


def test_there_are_more_than_a_hundred_faults() -> None:
    assert len({(trial.case, trial.place) for trial in TRIALS}) > 100
