# Builds the product and keeps what it needs to run: no compiler, no test tool, no root.
FROM node:26.10.0-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY package.json ./
COPY app ./app
COPY content ./content
COPY db ./db
COPY scripts ./scripts
COPY server ./server
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "scripts/check-health.ts"]
CMD ["node", "build/process/index.js"]
