/**
 * `npm run favicons`: renders the brand's icons into the product's public/ with Chromium. Run it
 * after changing the mark in fleet.ts; the results are committed.
 */
import { writeFileSync } from 'node:fs';
import { drawMark, MARK_COLOURS } from '../fleet.ts';
import { PUBLIC_FOLDER } from '../product.ts';
import { openBrowser } from './open-browser.ts';

const CANVAS = '#faf9f5';

const browser = await openBrowser();
const page = await browser.newPage();

write('favicon.svg', adaptiveMark());
write('favicon.ico', icoOf(await render({ size: 32, share: 1 })));
// Home screens put icons on a background; a maskable icon may lose a fifth on each side.
write('apple-touch-icon.png', await render({ size: 180, share: 0.7, ground: CANVAS }));
write('icon-192.png', await render({ size: 192, share: 0.92 }));
write('icon-512.png', await render({ size: 512, share: 0.92 }));
write('icon-maskable-512.png', await render({ size: 512, share: 0.56, ground: CANVAS }));

await browser.close();

interface Rendering {
  readonly size: number;
  readonly share: number;
  readonly ground?: string;
}

async function render({ size, share, ground = 'transparent' }: Rendering): Promise<Buffer> {
  const edge = size * share;
  const mark = drawMark(MARK_COLOURS.light).replace(
    'width="32" height="32"',
    `width="${edge}" height="${edge}"`,
  );
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;height:${size}px;display:grid;place-items:center;background:${ground}">${mark}</body>`,
  );
  return page.screenshot({ omitBackground: true });
}

/** The dark hull would be invisible on dark browser tabs. */
function adaptiveMark(): string {
  const { light, dark } = MARK_COLOURS;
  return drawMark({ sail: 'var(--sail)', jib: light.jib, hull: 'var(--hull)' })
    .replace(' aria-hidden="true"', '')
    .replace(
      '>',
      `><style>:root{--sail:${light.sail};--hull:${light.hull}}@media(prefers-color-scheme:dark){:root{--sail:${dark.sail};--hull:${dark.hull}}}</style>`,
    );
}

/** Wraps a PNG in an .ico file: a header, one directory entry, the picture. */
function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return Buffer.concat([header, png]);
}

function write(name: string, content: string | Buffer): void {
  writeFileSync(new URL(name, PUBLIC_FOLDER), content);
}
