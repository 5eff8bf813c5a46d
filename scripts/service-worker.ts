import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

/** The URL must never change, because browsers look there for a new version of the worker. */
const NAME = 'service-worker.js';
export const SERVICE_WORKER = fileURLToPath(
  new URL('../app/chat/inbox/service-worker/service-worker.ts', import.meta.url),
);

/**
 * Bundles the service worker apart from the pages' code splitting: registrations of earlier releases expect a
 * classic script, which cannot import chunks.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const { code } = await bundleScript(SERVICE_WORKER);
      this.emitFile({ type: 'asset', fileName: NAME, source: code });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${NAME}`, (_request, response, next) => {
        bundleScript(SERVICE_WORKER).then(({ code }) => {
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.setHeader('Cache-Control', 'no-cache');
          response.end(code);
        }, next);
      });
    },
  };
}
