"""Dates at the desk in Italian: in figures, since Django writes the months in capitals."""

DATE_FORMAT = "d/m/Y"
DATETIME_FORMAT = "d/m/Y H:i"
# Months and days stand in small letters, wherever they stand.
LOWER_CASE_DATES = True
