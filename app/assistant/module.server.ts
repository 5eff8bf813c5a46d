import type { ChangeHost } from '../platform/change/change.server.ts';
import type { Room } from '../platform/module.ts';
import { forgetUnused } from './server/outcome/forget-unused.server.ts';
import { countDrafts, eraseDrafts, exportDrafts, resetDrafts } from './privacy.server.ts';

const TEN_MINUTES_MS = 10 * 60 * 1000;

/**
 * Deletion and export also run when drafts are turned off, because earlier drafts may exist. The drafting
 * code itself is loaded on the first draft.
 */
export const assistant: Room<ChangeHost, unknown> = {
  chores: (host) => [
    { name: 'unused drafts', everyMs: TEN_MINUTES_MS, run: () => forgetUnused(host) },
  ],
  holding: { count: countDrafts, export: exportDrafts, erase: eraseDrafts },
  reset: resetDrafts,
};
