"""The loss curve as a picture. The numbers are in the CSV file in any case; the picture needs matplotlib."""

import csv


def plot(csv_path, png_path):
    """Draws training and validation loss over positions. Returns whether it could: matplotlib may be missing."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    with open(csv_path, newline="") as file:
        rows = list(csv.DictReader(file))
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
    figure.tight_layout()
    figure.savefig(png_path, dpi=120)
    pyplot.close(figure)
    return True
