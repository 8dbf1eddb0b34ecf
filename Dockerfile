# The site in a container; docs/operations.md says how to run it.

FROM node:24-bookworm-slim AS build
# Needed to compile better-sqlite3 where no prebuilt one can be downloaded.
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
USER node
RUN mkdir /home/node/site
WORKDIR /home/node/site
COPY --chown=node:node package.json package-lock.json ./
COPY --chown=node:node scripts/native scripts/native
COPY --chown=node:node scripts/steps scripts/steps
COPY --chown=node:node server/src/edge/node/served-folder.mjs server/src/edge/node/
# As npm start installs: other versions of npm would run the install scripts of all packages.
RUN node -e "import('./scripts/steps/install.mjs').then((steps) => steps.ensureInstalled())"
COPY --chown=node:node . .
# Git is not here: docker build --build-arg GIT_COMMIT=$(git rev-parse HEAD)
ARG GIT_COMMIT
RUN node scripts/build.mjs \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  # What compiled better-sqlite3, and what only editors and debuggers read: more than half of the packages.
  && find node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/better-sqlite3/build -type f \
    ! -path '*/build/Release/better_sqlite3.node' -delete \
  && find node_modules -type f -regex '.*\.\([cm]?ts\|map\)' -delete \
  && find node_modules -type d -empty -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/var/lib/dubkit/site.db STATE_DIRECTORY=/var/lib/dubkit
WORKDIR /srv/dubkit
# Owned by root, so that the process cannot change its own code; it owns only the folder of the database.
COPY --from=build --chown=root:root /home/node/site/package.json ./
COPY --from=build --chown=root:root /home/node/site/node_modules node_modules
COPY --from=build --chown=root:root /home/node/site/dist dist
COPY --chown=root:root data data
RUN install -d -m 700 -o node -g node /var/lib/dubkit
USER node
VOLUME /var/lib/dubkit
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
