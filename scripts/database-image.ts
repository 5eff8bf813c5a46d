/**
 * node scripts/database-image.ts FOLDER: writes the database image that a first start unpacks. Only
 * new migrations create a new image; other builds copy the cached one.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeImage } from '../app/platform/db/make-image.server.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node scripts/database-image.ts FOLDER');
const image = await makeImage();
mkdirSync(folder, { recursive: true });
copyFileSync(image, join(folder, basename(image)));
