/**
 * `npm run contact-sheet`: draws every picture of the catalogue on one page,
 * build/contact-sheet.html.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawContactSheet } from '../draw-contact-sheet.ts';
import { VIEWS } from '../picture-path.ts';

const folder = fileURLToPath(new URL('../build/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}contact-sheet.html`, drawContactSheet({ views: VIEWS }));
console.log(`${folder}contact-sheet.html`);
