import { afterPaint } from '../after-paint.ts';
import { whenIdle } from '../when-idle.ts';

/** The scripts that take a page over: React, the router and the page itself. */
export interface PageScripts {
  /**
   * Fetches them, and runs them when nothing else is to be done: so that they are there when they are
   * needed. Tells nobody when they cannot be had.
   */
  prepare(): void;
  /** Runs them, once; when they cannot be had, `onFailure` is told and the next call tries again. */
  start(): void;
}

/** One file that fails is no reason to forget what was pressed: it is fetched again after these times. */
const RETRY_MS = [300, 1200];

/** A line that says nothing for so long says nothing more; another attempt may. */
const SILENCE_MS = 60_000;

interface PageScriptsOptions {
  readonly onStart: () => void;
  readonly onFailure: () => void;
}

/**
 * What the server left in the page to be run later (app/ui/start-after-paint.server.ts). All files
 * are there before any is run: a browser may remember for good that a module could not be had, and
 * then no second attempt would help.
 */
export function findPageScripts({ onStart, onFailure }: PageScriptsOptions): PageScripts {
  let fetching: Promise<unknown> | undefined;
  let isStarted = false;

  function fetchAll(priority: 'high' | 'low'): Promise<unknown> {
    if (!fetching) whenIdle(loadFormats);
    fetching ??= untilParsed()
      .then(() => Promise.all(moduleAddresses().map((href) => fetchFile(href, priority))))
      .catch((error: unknown) => {
        fetching = undefined;
        throw error;
      });
    return fetching;
  }

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    onStart();
    fetchAll('high')
      .then(untilAnswered)
      .then(runModule)
      .catch(() => {
        isStarted = false;
        onFailure();
      });
  }

  return {
    prepare: () => void fetchAll('low').then(() => whenIdle(start), ignore),
    start,
  };
}

const ignore = () => undefined;

/**
 * Whoever asks first how something is written has the browser find out which languages it knows, and a slow
 * telephone is busy with that for 50 ms: better while the files are on their way than with the first price.
 */
function loadFormats(): void {
  Intl.NumberFormat.supportedLocalesOf('en');
}

const LOOK_AGAIN_MS = 40;

/**
 * Running the scripts keeps a slow telephone busy: nothing is being pressed then, and what was pressed can be
 * seen to be.
 */
function untilAnswered(): Promise<void> {
  return new Promise((resolve) => {
    const look = () =>
      document.querySelector(':active') ? setTimeout(look, LOOK_AGAIN_MS) : afterPaint(resolve);
    look();
  });
}

/** Resolves when the whole page is there: what comes first may be needed before the rest is. */
export function untilParsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

const keptModule = () => document.querySelector<HTMLScriptElement>('script[type="text/plain"]');

function moduleAddresses(): readonly string[] {
  return keptModule()?.dataset.modules?.split(' ') ?? [];
}

/** Into the browser's cache. A link that preloads would remember a failure, and not try again. */
async function fetchFile(href: string, priority: 'high' | 'low', attempt = 0): Promise<void> {
  try {
    await fetchOnce(href, priority);
  } catch (error) {
    const pause = RETRY_MS[attempt];
    if (pause === undefined || !navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    await fetchFile(href, priority, attempt + 1);
  }
}

async function fetchOnce(href: string, priority: 'high' | 'low'): Promise<void> {
  const answer = await fetch(href, { priority, signal: AbortSignal.timeout(SILENCE_MS) });
  if (!answer.ok) throw new Error(`${href}: ${answer.status}`);
  await answer.arrayBuffer();
}

let policy: { createScript(script: string): unknown } | undefined;

/**
 * The text is the page's own, so a policy of the page's own vouches for it ('trusted-types' in
 * server/security-headers.ts).
 */
function vouchFor(script: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('page-start', { createScript: (own) => own });
  return (policy ? policy.createScript(script) : script) as string;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScript(script: string): string },
  ): { createScript(script: string): unknown };
}

function runModule(): Promise<void> {
  return new Promise((resolve, reject) => {
    const kept = keptModule();
    if (!kept) return resolve();
    const { nonce } = kept;
    const script = Object.assign(document.createElement('script'), {
      type: 'module',
      nonce,
      text: vouchFor(kept.text),
    });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The page could not be started'));
    });
    document.head.append(script);
    return undefined;
  });
}
