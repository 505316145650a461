"""The notebook, run from its first cell to its last on an archive."""

import pathlib

import nbclient
import nbformat

NOTEBOOK = pathlib.Path(__file__).parent.parent / "notebooks" / "archive.ipynb"


def test_the_notebook_draws_four_pictures(league, monkeypatch, tmp_path):
    monkeypatch.setenv("ADJUTANT_ARCHIVE", str(league))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "the notebook is kept without its outputs"
    nbclient.NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 4
    assert not [output for output in outputs if output.output_type == "error"]
