/**
 * `npm run clips`: renders the sample videos into the product's public/clips. Only changed clips are
 * rendered; `--all` renders all, a name or prefix only those. Needs ffmpeg and Chromium.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEIGHT, WIDTH } from '../clips/frame.ts';
import { CLIP_FORMATS, listReels } from '../clips/reel.ts';
import type { Reel } from '../clips/reel.ts';
import { PUBLIC_FOLDER } from '../product.ts';
import { encodeClip, encodePoster } from './encode-clip.ts';
import { openBrowser } from './open-browser.ts';

interface Rendered {
  readonly stamp: string;
  /**
   * The difference between the last frame and the first, and a large one inside the clip, in grey
   * levels.
   */
  readonly seam: number;
  readonly step: number;
}

const folder = fileURLToPath(new URL('clips/', PUBLIC_FOLDER));
const manifestFile = fileURLToPath(new URL('../clips/rendered.json', import.meta.url));
/** Two pages keep both the browser and the encoders busy. */
const PAGES = 2;

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const all = process.argv.includes('--all');

if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status !== 0) {
  console.error(
    'Rendering the sample videos needs ffmpeg on the path (Debian: apt install ffmpeg).',
  );
  process.exit(1);
}

const manifest = existsSync(manifestFile)
  ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Rendered>)
  : {};

function isRendered(reel: Reel): boolean {
  return (
    manifest[reel.file]?.stamp === reel.stamp &&
    CLIP_FORMATS.every((format) => existsSync(join(folder, `${reel.file}.${format}`)))
  );
}

const queue = listReels().filter(
  (reel) =>
    (wanted.length === 0 || wanted.some((name) => reel.file.startsWith(name))) &&
    (all || !isRendered(reel)),
);
mkdirSync(folder, { recursive: true });
const started = Date.now();
const total = queue.length;
if (total > 0) await renderAll();
console.log(`${total} clips in ${Math.round((Date.now() - started) / 1000)} s`);

async function renderAll(): Promise<void> {
  const browser = await openBrowser();
  const work = async (): Promise<void> => {
    const page = await browser.newPage();
    await page.setContent('<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>');
    const session = await page.context().newCDPSession(page);
    for (let reel = queue.shift(); reel !== undefined; reel = queue.shift()) {
      const frames: Buffer[] = [];
      await page.setViewportSize({
        width: WIDTH * reel.sharpness,
        height: HEIGHT * reel.sharpness,
      });
      for (const frame of reel.frames()) {
        await page.evaluate((svg) => {
          document.body.innerHTML = svg;
        }, frame);
        const { data } = await session.send('Page.captureScreenshot', {
          format: 'png',
          optimizeForSpeed: true,
        });
        frames.push(Buffer.from(data, 'base64'));
      }
      const target = join(folder, reel.file);
      const { sizes, seam, step } = await encodeClip(frames, reel, target);
      const poster = await encodePoster(frames[reel.poster] ?? Buffer.alloc(0), target);
      manifest[reel.file] = { stamp: reel.stamp, seam, step };
      writeManifest();
      console.log(
        `${reel.file}: ${frames.length} frames, ${[...sizes, poster].join(' + ')} bytes, seam ${seam}/${step}`,
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: PAGES }, work));
  } finally {
    await browser.close();
  }
}

/** Written after each clip, so that finished clips survive a later failure. */
function writeManifest(): void {
  const entries = Object.entries(manifest).sort(([a], [b]) => a.localeCompare(b));
  writeFileSync(manifestFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
