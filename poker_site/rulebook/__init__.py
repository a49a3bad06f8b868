"""The rules section: the rulebook in two languages, and calculators by the code that pays."""
