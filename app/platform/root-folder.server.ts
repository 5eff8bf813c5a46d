import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of migrations, build and package.json, found from the sources as well as from the
 * bundle.
 */
export const ROOT_FOLDER = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('No package.json found above the program');
  return findRoot(above);
}
