import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { accountManifest, visitorsManifest } from './app/routing/visitors-manifest.ts';

const BEFORE = 'window.__reactRouterManifest=';

export default {
  ssr: true,
  // The route table is small; sending it at once leaves no discovery endpoint to guard.
  routeDiscovery: { mode: 'initial' },
  // Visitors and clients get theirs without the portal's routes.
  buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, 'client/assets');
    const file = readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name));
    if (!file) throw new Error(`There is no list of routes in ${folder}`);
    const whole = readFileSync(join(folder, file), 'utf8');
    if (!whole.startsWith(BEFORE)) throw new Error(`${file} is not the list of routes`);
    const manifest = JSON.parse(whole.slice(BEFORE.length).replace(/;$/, ''));
    for (const part of [visitorsManifest(manifest), accountManifest(manifest)]) {
      const path = join(folder, basename(part.url));
      writeFileSync(path, `${BEFORE}${JSON.stringify(part)};`);
    }
  },
} satisfies Config;
