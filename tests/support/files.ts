import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Files } from '../../app/files/server/open-files.server.ts';
import { openPictures } from '../../app/platform/files/pictures/pictures.server.ts';
import { FolderStore } from '../../app/platform/files/store/folder-store.server.ts';
import { uploadsInFolder } from '../../app/platform/files/uploads/unfinished-uploads.server.ts';

let shared: Files | undefined;

/** A folder for files that goes with this process. */
export function testFiles(): Files {
  return (shared ??= openTestFiles());
}

function openTestFiles(): Files {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['stored', 'uploads', 'work']) mkdirSync(join(folder, part));
  const pictures = openPictures(384);
  return {
    store: new FolderStore(join(folder, 'stored')),
    uploads: uploadsInFolder(join(folder, 'uploads')),
    pictures,
    scan: undefined,
    workFolder: join(folder, 'work'),
    close: () => pictures.close(),
  };
}
