# The room in one image, for web, worker, beat and manage.py: `docker build -t montepremi .`
# No step is bound to a processor: amd64 and arm64 are built from the same lines.
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BASE} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates make python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/montepremi
# The packages alone first: they are installed again only when their list changes.
COPY Makefile requirements.txt ./
COPY poker_site/launch/bootstrap.py poker_site/launch/
RUN make install && rm -rf /root/.cache
COPY . .
# Translations and bytecode, since nothing is written once the room runs.
RUN .venv/bin/python manage.py messages --compile-only \
    && .venv/bin/python -m compileall -q -j 0 .

FROM ${BASE}
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates media-types python3 tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /tmp --shell /usr/sbin/nologin montepremi
COPY --from=build /srv/montepremi /srv/montepremi
WORKDIR /srv/montepremi
# Only /tmp is written to: the rest of the file system may be read-only.
ENV PATH=/srv/montepremi/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    VAR_DIR=/tmp/montepremi \
    METRICS_PORT=9100 \
    METRICS_HOST=0.0.0.0
USER 10001:10001
EXPOSE 8000 9100
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health/', timeout=4)"]
CMD ["python", "-m", "poker_site.launch.start", "web", "--host", "0.0.0.0"]
