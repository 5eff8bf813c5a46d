/**
 * `npm run emblems`: writes emblems.ts, the path data of the pictograms that the pictures use. Run it
 * after adding a name.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const NAMES: readonly string[] = [
  'anchor',
  'arrow-fat-up',
  'arrows-clockwise',
  'at',
  'barcode',
  'bathtub',
  'bed',
  'bell',
  'book-open',
  'briefcase',
  'butterfly',
  'camera',
  'cat',
  'chart-bar',
  'chart-line-up',
  'chat-circle',
  'chat-text',
  'check-fat',
  'clock',
  'closed-captioning',
  'cloud',
  'code',
  'coffee',
  'confetti',
  'cooking-pot',
  'copyright',
  'couch',
  'crown',
  'cube',
  'currency-dollar',
  'cursor-click',
  'cursor-text',
  'desktop',
  'drop',
  'ear',
  'eye',
  'feather',
  'film-slate',
  'fish',
  'flower-lotus',
  'game-controller',
  'gear-six',
  'gift',
  'globe-hemisphere-west',
  'hand-coins',
  'hand-pointing',
  'handshake',
  'heart',
  'identification-card',
  'image',
  'images',
  'key',
  'leaf',
  'lightbulb',
  'lightning',
  'map-pin',
  'megaphone',
  'megaphone-simple',
  'meteor',
  'microphone',
  'moon',
  'music-note',
  'music-notes',
  'paint-brush',
  'palette',
  'paper-plane-tilt',
  'paragraph',
  'pen-nib',
  'percent',
  'phone-call',
  'planet',
  'play',
  'puzzle-piece',
  'question',
  'quotes',
  'rabbit',
  'rocket-launch',
  'scissors',
  'shield-check',
  'shopping-cart',
  'signature',
  'smiley',
  'sparkle',
  'squares-four',
  'star',
  'strategy',
  'sun',
  'terminal',
  'text-aa',
  'thumbs-up',
  'tree',
  'trophy',
  'truck',
  'user',
  'user-check',
  'user-plus',
  'users-three',
  'waveform',
  'wrench',
];

async function pathData(name: string): Promise<string> {
  const file = import.meta.resolve(`@phosphor-icons/core/assets/fill/${name}-fill.svg`);
  const svg = await readFile(fileURLToPath(file), 'utf8');
  const paths = [...svg.matchAll(/ d="([^"]+)"/g)].map((match) => match[1]);
  if (paths.length === 0) throw new Error(`No path in the pictogram '${name}'`);
  return paths.join('');
}

const entries = await Promise.all(
  NAMES.map(async (name) => `  '${name}': '${await pathData(name)}',`),
);

await writeFile(
  new URL('../emblems.ts', import.meta.url),
  `/*
 * Path data of Phosphor Icons (fill), in a box of 256.
 * MIT License, Copyright (c) 2023 Phosphor Icons.
 * scripts/emblems.ts writes this file: change the names there.
 */

export const EMBLEMS = {
${entries.join('\n')}
} as const;

export type EmblemName = keyof typeof EMBLEMS;
`,
);
