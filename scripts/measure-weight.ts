import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { saveData } from '../tests/support/save-data.ts';

/** What a page's first load is made of. */
export const KINDS = ['html', 'scripts', 'styles', 'fonts', 'images', 'other'] as const;

export type Kind = (typeof KINDS)[number];

export interface Load {
  readonly kind: Kind;
  readonly path: string;
  /** As it travelled: compressed, without headers. */
  readonly bytes: number;
}

/**
 * Budgets of a page before the visitor acts, in bytes as they travel. Scripts are those in the page:
 * the first one, and what the page is made of, for React. The total is that of a clip that plays.
 */
export const BUDGETS = { scripts: 14 * 1024, total: 240 * 1024 } as const;

/**
 * All scripts of a page that React has taken over, in bytes as they travel. A service's page has what
 * happens next since it was 127 KB (decision 049); folded searches, input methods, the direction of typed text
 * and parts that load again after a failure came later. The chat's are fetched after them and have a budget of
 * their own (tests/e2e/widget.spec.ts).
 */
export const TAKEN_OVER_BUDGET = 133 * 1024;

const KIND_OF_RESOURCE: Readonly<Record<string, Kind>> = {
  document: 'html',
  font: 'fonts',
  image: 'images',
  script: 'scripts',
  stylesheet: 'styles',
};

/**
 * Opens an address in a page that has loaded nothing yet and weighs everything it asks for. Scripts
 * that stand in the page are weighed as if they travelled alone. With `reach`, the same after
 * somebody reached for the search and React took the page over.
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
    // A script is fetched ahead, and then taken from the browser's cache.
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
  // So that what is weighed is what was reached for.
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

/** Scripts that run as the page is read; not those that lie in it as text or data. */
function weighInline(html = ''): number {
  const running = [...html.matchAll(/<script(?![^>]*\btype=)[^>]*>([\s\S]*?)<\/script>/g)];
  return brotliCompressSync(running.map(([, script]) => script).join('\n')).byteLength;
}

/** The bytes of one kind, or of everything. */
export function sumBytes(loads: readonly Load[], kind?: Kind): number {
  return loads
    .filter((load) => !kind || load.kind === kind)
    .reduce((total, { bytes }) => total + bytes, 0);
}
