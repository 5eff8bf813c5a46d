import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Where the product lies: migrations, build and package.json are found from here, whether Node runs
 * the sources or what was bundled from them.
 */
export const ROOT_FOLDER = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('There is no package.json above the program');
  return findRoot(above);
}
