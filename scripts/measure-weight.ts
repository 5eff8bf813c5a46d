import type { Page } from '@playwright/test';

/** What a page's first load is made of. */
export const KINDS = ['html', 'scripts', 'styles', 'fonts', 'images', 'other'] as const;

export type Kind = (typeof KINDS)[number];

export interface Load {
  readonly kind: Kind;
  readonly path: string;
  /** As it travelled: compressed, without headers. */
  readonly bytes: number;
}

/** Budgets of a page before the visitor acts, in bytes as they travel. */
export const BUDGETS = { scripts: 115 * 1024, total: 300 * 1024 } as const;

const KIND_OF_RESOURCE: Readonly<Record<string, Kind>> = {
  document: 'html',
  font: 'fonts',
  image: 'images',
  script: 'scripts',
  stylesheet: 'styles',
};

/** Opens an address in a page that has loaded nothing yet and weighs everything it asks for. */
export async function measureWeight(page: Page, address: string): Promise<readonly Load[]> {
  const measuring: Promise<Load>[] = [];
  page.on('requestfinished', (request) => {
    const measure = async (): Promise<Load> => ({
      kind: KIND_OF_RESOURCE[request.resourceType()] ?? 'other',
      path: new URL(request.url()).pathname,
      bytes: (await request.sizes()).responseBodySize,
    });
    measuring.push(measure());
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  return Promise.all(measuring);
}

/** The bytes of one kind, or of everything. */
export function sumBytes(loads: readonly Load[], kind?: Kind): number {
  return loads
    .filter((load) => !kind || load.kind === kind)
    .reduce((total, { bytes }) => total + bytes, 0);
}
