import { readOwner } from '../offline/kept-database.ts';
import { CACHE_PREFIX, SCOPE, type Keep } from './contract.ts';
import { wordsIn } from './words.ts';

/** An older page is fetched again while there is a network. */
const PAGE_FRESH_MS = 60 * 60 * 1000;
/** An older page is deleted. */
const PAGE_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** A network that does not answer within this time counts as none. */
const PATIENCE_MS = 8000;
const KEPT_FILES = 400;

/** Fetches the page, and serves the cached one if the network fails or does not answer in time. */
export async function openPage(request: Request): Promise<Response> {
  const kept = await readPage();
  const answered = fetch(request);
  if (!kept) return answered.catch(sayOffline);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([answered, late]).catch(() => kept);
}

async function readPage(): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHE_PREFIX)) continue;
    const cache = await caches.open(name);
    const page = await cache.match(SCOPE, { ignoreVary: true });
    if (page && ageOf(page) < PAGE_KEPT_MS) return page;
    if (page) await cache.delete(SCOPE, { ignoreVary: true });
  }
  return undefined;
}

function sayOffline(): Response {
  // The language of the agent is unknown here.
  const language = navigator.language.startsWith('es') ? 'es' : 'en';
  const { offline, notKept, tryAgain } = wordsIn(language);
  const page =
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${offline}</title>` +
    `<h1>${offline}</h1><p>${notKept} <a href="${SCOPE}">${tryAgain}</a></p></html>`;
  return new Response(page, {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

/** These paths contain a hash or a colour, so their content never changes. */
export function isBuilt(pathname: string): boolean {
  return /^\/(?:assets|brand)\/[\w./-]+$/.test(pathname);
}

export async function readBuilt(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/**
 * Caches the dashboard's page of this build with all files that it needs. Earlier builds are deleted once this
 * one is complete. The dashboard works without the cache, so failures are ignored.
 */
export async function keep(wanted: Keep): Promise<void> {
  if (!/^[\w.-]{1,80}$/.test(wanted.build)) return;
  await navigator.locks.request('agent_app:keep', () => fillCache(wanted)).catch(() => {});
}

async function fillCache({ build, owner, paths }: Keep): Promise<void> {
  const name = `${CACHE_PREFIX}${build}`;
  const cache = await caches.open(name);
  const known = await cache.match(SCOPE, { ignoreVary: true });
  const wanted = new Set(paths.filter(isBuilt));
  if (isFresh(known, owner)) {
    await keepFiles(cache, wanted);
  } else {
    const page = await fetch(SCOPE, { headers: { Accept: 'text/html' }, redirect: 'error' });
    if (!page.ok || !page.headers.get('Content-Type')?.startsWith('text/html')) return;
    const text = await page.text();
    for (const [path] of text.matchAll(/\/(?:assets|brand)\/[\w./-]+/g)) wanted.add(path);
    await keepFiles(cache, wanted);
    const headers = new Headers(page.headers);
    headers.set('Kept-At', new Date().toISOString());
    headers.set('Kept-For', owner);
    // The agent may have signed out meanwhile: nothing may be left behind.
    if ((await readOwner()) !== owner) return;
    await cache.put(SCOPE, new Response(text, { headers }));
  }
  for (const other of await caches.keys()) {
    if (other.startsWith(CACHE_PREFIX) && other !== name) await caches.delete(other);
  }
}

function isFresh(page: Response | undefined, owner: string): boolean {
  return page?.headers.get('Kept-For') === owner && ageOf(page) < PAGE_FRESH_MS;
}

function ageOf(page: Response): number {
  return Date.now() - Date.parse(page.headers.get('Kept-At') ?? '');
}

async function keepFiles(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...wanted].filter((path) => !kept.has(path)).slice(0, KEPT_FILES - kept.size);
  await Promise.all(missing.map((path) => cache.add(path)));
}
