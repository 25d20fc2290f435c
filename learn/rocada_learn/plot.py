"""Figures as pictures. The numbers are in CSV files in any case; the pictures need matplotlib."""

import csv


def _pyplot():
    """The library, or None where it is missing."""
    try:
        import matplotlib
    except ImportError:
        return None
    matplotlib.use("Agg")
    from matplotlib import pyplot
    return pyplot


def _rows(csv_path):
    with open(csv_path, newline="") as file:
        return list(csv.DictReader(file))


def _save(pyplot, figure, png_path):
    figure.tight_layout()
    figure.savefig(png_path, dpi=120)
    pyplot.close(figure)


def plot_strength(csv_path, png_path):
    """Draws the Elo of each row with its error, in the order of the rows. Returns whether it could."""
    pyplot = _pyplot()
    if pyplot is None:
        return False
    rows = _rows(csv_path)
    figure, axes = pyplot.subplots(figsize=(8, 5))
    axes.barh([row["name"] for row in rows], [float(row["elo"]) for row in rows],
              xerr=[float(row["error"]) for row in rows], capsize=4, color="steelblue")
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel(f"Elo against {rows[0]['opponent']}")
    axes.grid(axis="x", alpha=0.3)
    _save(pyplot, figure, png_path)
    return True


def plot(csv_path, png_path):
    """Draws training and validation loss over positions. Returns whether it could."""
    pyplot = _pyplot()
    if pyplot is None:
        return False
    rows = _rows(csv_path)
    positions = [float(row["positions"]) / 1e6 for row in rows]
    figure, losses = pyplot.subplots(figsize=(8, 5))
    for column, label in (("train_loss", "training"), ("validation_loss", "validation")):
        losses.plot(positions, [float(row[column]) for row in rows], label=label)
    losses.set_xlabel("million positions")
    losses.set_yscale("log")
    losses.set_ylabel("loss (mean squared error of the expected result)")
    losses.grid(alpha=0.3)
    rates = losses.twinx()
    rates.plot(positions, [float(row["lr"]) for row in rows], "grey", linestyle=":", label="learning rate (right)")
    rates.set_ylabel("learning rate")
    lines = losses.get_lines() + rates.get_lines()
    losses.legend(lines, [line.get_label() for line in lines])
    _save(pyplot, figure, png_path)
    return True
