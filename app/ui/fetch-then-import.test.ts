import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type FetchThenImport = typeof import('./fetch-then-import.ts').fetchThenImport;

let fetchThenImport: FetchThenImport;
const fetched = vi.fn<(address: string) => Promise<Response>>();
const imported = vi.fn<() => Promise<string>>(async () => 'module');

beforeEach(async () => {
  vi.resetModules();
  fetched.mockReset().mockImplementation(async () => new Response('export {}'));
  imported.mockClear();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('document', {
    querySelector: () => ({ dataset: { modules: '/assets/react.js /assets/page.js' } }),
  });
  ({ fetchThenImport } = await import('./fetch-then-import.ts'));
});
afterEach(() => vi.unstubAllGlobals());

const addresses = () => fetched.mock.calls.map(([address]) => address);

test('nothing is imported before all of its files can be had, so no browser remembers a failure', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const files = ['assets/part.js', 'assets/shared.js'];
  await expect(fetchThenImport(imported, files)).rejects.toThrow('Failed to fetch');
  expect(imported).not.toHaveBeenCalled();
  expect(await fetchThenImport(imported, files)).toBe('module');
  expect(addresses()).toEqual(['/assets/part.js', '/assets/shared.js', '/assets/part.js']);
});

test('an answer that is no file is a failure, too', async () => {
  fetched.mockResolvedValueOnce(new Response('', { status: 502 }));
  await expect(fetchThenImport(imported, ['assets/part.js'])).rejects.toThrow('502');
  expect(imported).not.toHaveBeenCalled();
});

test('what the page started with, and what was fetched before, is not fetched again', async () => {
  await fetchThenImport(imported, ['assets/part.js', 'assets/react.js']);
  await fetchThenImport(imported, ['assets/part.js', 'assets/page.js']);
  expect(addresses()).toEqual(['/assets/part.js']);
  expect(imported).toHaveBeenCalledTimes(2);
});
