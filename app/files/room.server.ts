import type { ChangeHost } from '../platform/change/change.server.ts';
import type { Room } from '../platform/room.ts';
import type { Files } from './open-files.server.ts';
import { removeDeleted } from './sweep/remove-deleted.server.ts';
import { forgetUnsent, OrphanSweep } from './sweep/sweep-orphans.server.ts';

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;

interface FilesHost extends ChangeHost {
  readonly files: Files;
}

/** Rows go with their conversations, which say what they hold; what follows is for this room. */
export const files: Room<FilesHost, object> = {
  chores(host) {
    const orphans = new OrphanSweep(host);
    return [
      { name: 'deleted files', everyMs: 5 * SECOND_MS, run: () => removeDeleted(host) },
      { name: 'unsent files', everyMs: HOUR_MS, run: () => forgetUnsent(host) },
      { name: 'files without a row', everyMs: HOUR_MS, run: () => orphans.sweep() },
    ];
  },
};
