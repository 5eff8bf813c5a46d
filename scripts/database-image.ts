/**
 * node scripts/database-image.ts FOLDER: lays the database image there that a first start unpacks. Only
 * new migrations make a new one; a build that changes nothing about them copies it.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeImage } from '../app/platform/db/make-image.server.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Which folder?');
const image = await makeImage();
mkdirSync(folder, { recursive: true });
copyFileSync(image, join(folder, basename(image)));
