/**
 * `npm run clicks`: how long a press waits until something can be seen of it, on a processor four times slower
 * than this one. What counts is the processor time of the page's thread from the press to the next frame, and
 * not the clock: other work on the machine does not move it. Medians of three.
 */
import { chromium, type Browser } from '@playwright/test';
import { startDemoServer } from './demo-server.ts';
import { findChromium } from './find-chromium.ts';
import { sandboxArguments } from './sandbox-arguments.ts';

const RUNS = 3;
const SLOWER = 4;
const WANTED_MS = 200;
const SERVICE = '/services/graphics/book-design';
const LAUNCHER = '[data-chat-launcher]';
const SEARCH = 'main [role="search"] input';
const LARGER = '.picture-button';

interface Press {
  readonly path: string;
  readonly on: string;
  /** Before anything is loaded; otherwise React has the page. */
  readonly isFirst?: boolean;
}

const PRESSES: Readonly<Record<string, Press>> = {
  'chat, first': { path: SERVICE, on: LAUNCHER, isFirst: true },
  chat: { path: SERVICE, on: LAUNCHER },
  'search of the first page, first': { path: '/', on: SEARCH, isFirst: true },
  'search of the first page': { path: '/', on: SEARCH },
  'search of the header': { path: SERVICE, on: 'header [role="search"] input' },
  'picture, first': { path: SERVICE, on: LARGER, isFirst: true },
  picture: { path: SERVICE, on: LARGER },
  'theme of the first page': { path: '/', on: '[data-theme-switch]' },
  'theme of the overview': { path: '/services', on: '[data-theme-switch]' },
};

const server = await startDemoServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArguments() });
try {
  const table: Record<string, { readonly ms: number }> = {};
  for (const [name, press] of Object.entries(PRESSES)) {
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(browser, server.origin, press));
    table[name] = { ms: runs.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0 };
  }
  console.table({ ...table, wanted: { ms: WANTED_MS } });
} finally {
  await browser.close();
  await server.close();
}

async function measure(from: Browser, origin: string, press: Press): Promise<number> {
  const context = await from.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  await page.goto(origin + press.path, { waitUntil: 'networkidle' });
  const target = page.locator(press.on).first();
  const box = await target.boundingBox();
  if (!box) throw new Error(`There is nothing to press: ${press.on}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!press.isFirst) {
    await page.mouse.move(x - 9, y - 9);
    await page.mouse.move(x, y);
    await page.waitForFunction(() =>
      Object.keys(document.body).some((key) => key.startsWith('__react')),
    );
    await page.waitForLoadState('networkidle');
  }
  await from.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await target.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await page.waitForTimeout(1000);
  const { traceEvents } = JSON.parse(String(await from.stopTracing())) as Trace;
  await context.close();
  return Math.round((untilFrame(traceEvents) * SLOWER) / 1000);
}

/** Times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** On the processor. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

interface Trace {
  readonly traceEvents: readonly TraceEvent[];
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}

/** What the page's thread did from the press, or the click that follows it, until a frame was handed on. */
function untilFrame(events: readonly TraceEvent[]): number {
  const waits = ['pointerdown', 'click'].map((type) => {
    const heard = events.find(
      ({ name, args }) => name === 'EventDispatch' && args?.data?.type === type,
    );
    if (!heard) throw new Error(`The page heard of no ${type}`);
    const own = events.filter(({ pid, tid }) => pid === heard.pid && tid === heard.tid);
    const frame = own
      .filter(({ name, ts }) => name === 'Commit' && ts >= endOf(heard))
      .toSorted((a, b) => a.ts - b.ts)[0];
    return own
      .filter(({ name }) => name.endsWith('RunTask'))
      .filter((task) => endOf(task) >= heard.ts && task.ts <= endOf(frame ?? heard))
      .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  });
  return Math.max(...waits);
}
