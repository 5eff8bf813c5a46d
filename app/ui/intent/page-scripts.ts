import { afterPaint, whenIdle } from '../when-idle.ts';

export interface PageScripts {
  /** Fetches the scripts and runs them when the page is idle. A failure is not reported. */
  prepare(): void;
  /** Runs the scripts once. On a failure `onFailure` is called, and the next call retries. */
  start(): void;
}

/** A failed file must not discard the recorded clicks, so it is fetched again after these delays. */
const RETRY_MS = [300, 1200];

/** A request without a response for this long has failed; a later attempt may succeed. */
const SILENCE_MS = 60_000;

interface PageScriptsOptions {
  readonly onStart: () => void;
  readonly onFailure: () => void;
}

/**
 * Finds the scripts that the server deferred (app/ui/start-after-paint.server.ts). All files are fetched
 * before any is run: browsers remember failed module imports, so a retry would fail too.
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
 * The first number format makes the browser load its list of locales, which takes a slow phone 50 ms. This
 * does that work while the files download.
 */
function loadFormats(): void {
  Intl.NumberFormat.supportedLocalesOf('en');
}

const LOOK_AGAIN_MS = 40;

/**
 * Running the scripts blocks a slow phone, so this waits until nothing is pressed and the pressed state is
 * painted.
 */
function untilAnswered(): Promise<void> {
  return new Promise((resolve) => {
    const look = () =>
      document.querySelector(':active') ? setTimeout(look, LOOK_AGAIN_MS) : afterPaint(resolve);
    look();
  });
}

/** Resolves when the whole document is parsed, because a script may need any part of it. */
export function untilParsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

const findCachedModule = () =>
  document.querySelector<HTMLScriptElement>('script[type="text/plain"]');

function moduleAddresses(): readonly string[] {
  return findCachedModule()?.dataset.modules?.split(' ') ?? [];
}

/** Fetches into the HTTP cache. A preload link would remember a failure and never retry. */
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
 * The script is part of this page, so a Trusted Types policy of this page may create it ('trusted-types' in
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
    const cached = findCachedModule();
    if (!cached) return resolve();
    const { nonce } = cached;
    const script = Object.assign(document.createElement('script'), {
      type: 'module',
      nonce,
      text: vouchFor(cached.text),
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
