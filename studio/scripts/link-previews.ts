/**
 * `npm run link-previews`: renders the link preview pictures into the product's public/previews.
 * Only changed drawings are rendered; `--all` renders all.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { drawLinkPreviews, type LinkPreview } from '../draw-link-previews.ts';
import { PREVIEW_SIZE } from '../picture-path.ts';
import { PUBLIC_FOLDER } from '../product.ts';
import { openBrowser } from './open-browser.ts';

/** A lower quality frays the letters; a higher one only makes larger files. */
const QUALITY = 60;

const FONTS = {
  'Bricolage Grotesque':
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
  'Instrument Sans':
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
};

const manifestFile = new URL('../link-previews.json', import.meta.url);
const rendered = existsSync(manifestFile)
  ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, string>)
  : {};
const previews = drawLinkPreviews();
const all = process.argv.includes('--all');
const wanted = previews.filter(
  (preview) => all || rendered[preview.path] !== preview.stamp || !existsSync(fileOf(preview.path)),
);
if (wanted.length > 0) await renderPreviews(wanted);
const stamps = Object.fromEntries(previews.map(({ path, stamp }) => [path, stamp]));
writeFileSync(manifestFile, `${JSON.stringify(stamps, null, 2)}\n`);
console.log(`${wanted.length} previews`);

async function renderPreviews(queue: readonly LinkPreview[]): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: PREVIEW_SIZE });
    await page.setContent(`<style>${fontFaces()}</style><body></body>`);
    for (const { path, html } of queue) {
      mkdirSync(dirname(fileOf(path)), { recursive: true });
      writeFileSync(fileOf(path), await renderPreview(page, html));
    }
  } finally {
    await browser.close();
  }
}

async function renderPreview(page: Page, html: string): Promise<Buffer> {
  await page.evaluate(async (body) => {
    document.body.innerHTML = body;
    await document.fonts.ready;
  }, html);
  return page.screenshot({ type: 'jpeg', quality: QUALITY });
}

function fontFaces(): string {
  return Object.entries(FONTS)
    .map(([family, file]) => {
      const font = readFileSync(fileURLToPath(import.meta.resolve(file)));
      const source = `url(data:font/woff2;base64,${font.toString('base64')})`;
      return `@font-face { font-family: '${family}'; font-weight: 200 800; src: ${source} }`;
    })
    .join('');
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(`.${path}`, PUBLIC_FOLDER));
}
