import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { saveData } from '../tests/support/save-data.ts';

export const KINDS = ['html', 'scripts', 'styles', 'fonts', 'images', 'other'] as const;

export type Kind = (typeof KINDS)[number];

export interface Load {
  readonly kind: Kind;
  readonly path: string;
  /** Bytes transferred: compressed, without headers. */
  readonly bytes: number;
}

/**
 * Budgets before the visitor acts, in transferred bytes. Scripts are the inline ones: the start
 * script and the hydration data. The total includes a playing video.
 */
export const BUDGETS = { scripts: 14 * 1024, total: 240 * 1024 } as const;

/**
 * The budget of all scripts of a hydrated page, in transferred bytes (127 KB in decision 049; folded searches, input
 * methods, text direction, reloading after failures, the routes of subscriptions, proofs and the setup guide, the steps
 * of a direct order, and the focus on a new page's content came later). It has room for some bytes, because the names of
 * files change with their content and compress differently. The chat has its own budget (tests/e2e/widget.spec.ts).
 */
export const TAKEN_OVER_BUDGET = 134 * 1024;

const KIND_OF_RESOURCE: Readonly<Record<string, Kind>> = {
  document: 'html',
  font: 'fonts',
  image: 'images',
  script: 'scripts',
  stylesheet: 'styles',
};

/**
 * Opens an address with an empty cache and measures everything it loads. Inline scripts are
 * measured separately. With `reach`, measures after the search was focused and React has hydrated.
 */
export async function measureWeight(
  page: Page,
  address: string,
  { reach = false } = {},
): Promise<readonly Load[]> {
  const measuring: Promise<Load[]>[] = [];
  const seen = new Set<string>();
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    // A preloaded script is later taken from the browser's cache.
    if (seen.has(path)) return;
    seen.add(path);
    const measure = async (): Promise<Load[]> => {
      const fetched = path.endsWith('.js') ? 'scripts' : 'other';
      const kind = KIND_OF_RESOURCE[request.resourceType()] ?? fetched;
      const load = { kind, path, bytes: (await request.sizes()).responseBodySize };
      if (kind !== 'html') return [load];
      const inline = weighInline(await (await request.response())?.text());
      return [
        { ...load, bytes: load.bytes - inline },
        { kind: 'scripts', path: `${load.path} (in the page)`, bytes: inline },
      ];
    };
    measuring.push(measure());
  });
  // Data saving turns off prefetching, so only what the action needs is measured.
  if (reach) await saveData(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  if (reach) {
    await page
      .getByRole('combobox', { name: /^(?:Search all services|Buscar en todos los servicios)$/ })
      .first()
      .focus();
    await page.waitForFunction(() =>
      Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
    );
    await page.waitForLoadState('networkidle');
  }
  return (await Promise.all(measuring)).flat();
}

/** Measures executable inline scripts, not data blocks. */
function weighInline(html = ''): number {
  const running = [...html.matchAll(/<script(?![^>]*\btype=)[^>]*>([\s\S]*?)<\/script>/g)];
  return brotliCompressSync(running.map(([, script]) => script).join('\n')).byteLength;
}

export function sumBytes(loads: readonly Load[], kind?: Kind): number {
  return loads
    .filter((load) => !kind || load.kind === kind)
    .reduce((total, { bytes }) => total + bytes, 0);
}
