"""CSV files: tables that people write, and logs of what was measured."""

import csv

from .command import Problem


def read_table(path, **columns):
    """The rows of a file whose first line names these columns, as tuples; `columns` says what makes each value of its
    text."""
    try:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise Problem(f"cannot read {path}: {error.strerror}") from None
    if not rows:
        raise Problem(f"{path} has no rows")
    values = []
    for row in rows:
        try:
            values.append(tuple(make(row[name]) for name, make in columns.items()))
        except (KeyError, TypeError, ValueError):
            raise Problem(f"{path}: '{','.join(map(str, row.values()))}' is not {', '.join(columns)}") from None
    return values


class CsvLog:
    """A file that grows by a row for each result, and from which the same command goes on after an interruption."""

    def __init__(self, path, header):
        self._path, self._header = path, header

    def rows(self):
        """Those that are whole, without the header; none where there is no file yet."""
        try:
            with open(self._path, newline="") as file:
                rows = list(csv.reader(file))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise Problem(f"cannot read {self._path}: {error.strerror}") from None
        if not rows or rows[0] != self._header:
            raise Problem(f"{self._path} is the log of other numbers")
        return [row for row in rows[1:] if len(row) == len(self._header)]

    def add(self, row):
        try:
            with open(self._path, "a", newline="") as file:
                table = csv.writer(file)
                if file.tell() == 0:
                    table.writerow(self._header)
                table.writerow(row)
        except OSError as error:
            raise Problem(f"cannot write {self._path}: {error.strerror}") from None
