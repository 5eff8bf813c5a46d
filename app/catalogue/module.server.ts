import type { ChangeHost } from '../platform/change/change.server.ts';
import type { Room } from '../platform/module.ts';
import { sweepMedia } from './server/photos/sweep-media.server.ts';
import { seedCatalogue } from './server/seed-catalogue.server.ts';

const HOUR_MS = 60 * 60 * 1000;

export const marketplace: Room<ChangeHost, unknown> = {
  prepare: seedCatalogue,
  chores: (host) => [{ name: 'unnamed photos', everyMs: HOUR_MS, run: () => sweepMedia(host) }],
};
