import type { ChangeContext } from '../platform/change/change.server.ts';
import type { Module } from '../platform/module.ts';
import {
  forgetUnused,
  countDrafts,
  eraseDrafts,
  exportDrafts,
  resetDrafts,
} from './privacy.server.ts';

const TEN_MINUTES_MS = 10 * 60 * 1000;

/**
 * Deletion and export also run when drafts are turned off, because earlier drafts may exist. The drafting
 * code itself is loaded on the first draft.
 */
export const assistantModule: Module<ChangeContext, unknown> = {
  scheduledJobs: (appContext) => [
    { name: 'unused drafts', everyMs: TEN_MINUTES_MS, run: () => forgetUnused(appContext) },
  ],
  holding: { count: countDrafts, export: exportDrafts, erase: eraseDrafts },
  reset: resetDrafts,
};
