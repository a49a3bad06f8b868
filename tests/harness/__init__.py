"""The machinery of the suite: servers, worlds, clocks, samples and how tests are shared out."""
