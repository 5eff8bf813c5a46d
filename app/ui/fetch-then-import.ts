/** A request without a response for this long has failed; a later attempt may succeed. */
const SILENCE_MS = 60_000;

const fetched = new Map<string, Promise<void>>();

/**
 * Replaces Vite's preload helper (scripts/fetch-then-import.ts): fetches the files of a dynamic import before
 * the import. Browsers remember failed module imports until the page closes, but not failed fetches, so a
 * retry can work.
 */
export async function fetchThenImport<T>(
  importModule: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  const here = initialModules();
  await Promise.all(files.filter((file) => !here.has(`/${file}`)).map(fetchOnce));
  return importModule();
}

function fetchOnce(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known) return known;
  const address = `/${file}`;
  const fetching = file.endsWith('.css') ? loadStyles(address) : fetchFile(address);
  fetched.set(file, fetching);
  fetching.catch(() => fetched.delete(file));
  return fetching;
}

/** Fills the HTTP cache, from which the import then loads the file. */
async function fetchFile(address: string): Promise<void> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(SILENCE_MS) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await answer.arrayBuffer();
}

function loadStyles(address: string): Promise<void> {
  const isLoaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some(
    (link) => new URL(link.href).pathname === address,
  );
  if (isLoaded) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address} could not be loaded`));
    });
    document.head.append(link);
  });
}

let initial: ReadonlySet<string> | undefined;

/** The modules that the page started with (app/ui/intent/page-scripts.ts). */
function initialModules(): ReadonlySet<string> {
  return (initial ??= new Set(
    document.querySelector<HTMLElement>('script[data-modules]')?.dataset.modules?.split(' '),
  ));
}
