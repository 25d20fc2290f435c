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


def plot_bars(csv_path, png_path):
    """Draws each column but the first, which has the names, as bars in the order of the rows. Returns whether it could.

    A column called "error" belongs to the one before it.
    """
    pyplot = _pyplot()
    if pyplot is None:
        return False
    with open(csv_path, newline="") as file:
        header, *rows = csv.reader(file)
    names, *columns = zip(*rows, strict=True)
    drawn = []  # title and what to draw, for each panel
    for title, column in zip(header[1:], columns, strict=True):
        numbers = [float(number) for number in column]
        if title == "error" and drawn:
            drawn[-1][1]["xerr"] = numbers
        else:
            drawn.append((title, {"width": numbers}))
    figure, panels = pyplot.subplots(1, len(drawn), figsize=(8, 5), sharey=True, squeeze=False)
    for axes, (title, bars) in zip(panels[0], drawn):
        axes.barh(names, capsize=4, color="steelblue", **bars)
        axes.axvline(0, color="black", linewidth=0.8)
        axes.set_xlabel(title)
        axes.grid(axis="x", alpha=0.3)
    panels[0][0].invert_yaxis()
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
