import type { ChangeContext } from '../platform/change/change.server.ts';
import type { Module } from '../platform/module.ts';
import { pruneMedia } from './server/photos/prune-media.server.ts';
import { seedCatalogue } from './server/seed-catalogue.server.ts';

const HOUR_MS = 60 * 60 * 1000;

export const catalogueModule: Module<ChangeContext, unknown> = {
  prepare: seedCatalogue,
  scheduledJobs: (appContext) => [
    { name: 'unnamed photos', everyMs: HOUR_MS, run: () => pruneMedia(appContext) },
  ],
};
