import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawSettings } from './draw-settings.ts';

writeFileSync(join(import.meta.dirname, '../docs/settings.md'), drawSettings());
