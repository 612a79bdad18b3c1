# To pin the base image, put its digest behind the tag here, once for both stages: python:3.13-slim@sha256:…
# (`docker buildx imagetools inspect python:3.13-slim` prints it); renew it when the base image gets security fixes.
ARG PYTHON_IMAGE=python:3.13-slim

# ---- build: the wheel, and an environment with exactly the locked packages -------------------------------------------
FROM ${PYTHON_IMAGE} AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_NO_INPUT=1 \
    PIP_ROOT_USER_ACTION=ignore

WORKDIR /build

# The locks alone first, so that a change of code does not install everything again.
COPY requirements-postgres.lock requirements-build.lock ./
RUN python -m pip install --require-hashes --requirement requirements-build.lock
RUN python -m venv --without-pip /opt/errdex
RUN python -m pip --python /opt/errdex/bin/python install --require-hashes --only-binary :all: --requirement requirements-postgres.lock

COPY pyproject.toml README.md LICENSE NOTICE ./
COPY app app
COPY migrations migrations
COPY data/records data/records
RUN python -m pip wheel --no-deps --no-build-isolation --no-index --wheel-dir /wheels .
RUN python -m pip --python /opt/errdex/bin/python install --no-deps --no-index --find-links /wheels errdex

# ---- final: that environment and nothing else ------------------------------------------------------------------------
FROM ${PYTHON_IMAGE}

LABEL org.opencontainers.image.title="errdex" \
      org.opencontainers.image.description="Paste a traceback, get the raise site, the reason and the fix." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0"

ENV PATH=/opt/errdex/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    ERRDEX_DATABASE_URL=sqlite:////data/errdex.db

# The only folder that is written; with it as a volume the root filesystem may be read-only.
RUN install --directory --owner=10001 --group=10001 --mode=0750 /data

COPY --from=build /opt/errdex /opt/errdex

USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8000

HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]

CMD ["errdex", "serve", "--host", "0.0.0.0", "--port", "8000", "--bundled"]
