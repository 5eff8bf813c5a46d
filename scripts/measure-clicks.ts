/**
 * `npm run clicks`: the time from a press to the next frame on a CPU four times slower. `thread` is
 * the CPU time of the main thread times four, median of three, independent of other load; `paint`
 * is the browser's own measurement, minimum of three.
 */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
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
const AGENT = 'maya.okafor@embarka.example';
const PRESS_EVENTS = ['pointerdown', 'pointerup', 'click'];

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Press {
  readonly path: string;
  readonly on: string;
  /** True for a press before anything is loaded; otherwise React has hydrated the page. */
  readonly isFirst?: boolean;
  readonly isAgents?: boolean;
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
  thread: {
    path: '/agentchat',
    on: 'aside[aria-label="Conversations"] [role="presentation"] button',
    isAgents: true,
  },
};

/** `npm run clicks -- search` measures the presses whose names begin with that. */
const asked = process.argv[2] ?? '';

const server = await startDemoServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArguments() });
try {
  const session = await signIn(browser);
  const table: Record<string, { readonly thread: number; readonly paint: number }> = {};
  for (const [name, press] of Object.entries(PRESSES)) {
    if (!name.startsWith(asked)) continue;
    const threads: number[] = [];
    const paints: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const options = press.isAgents ? { storageState: session } : {};
      threads.push(await withPage(options, press, timeOnThread));
      paints.push(await withPage(options, press, timeToPaint));
    }
    const thread = threads.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    table[name] = { thread, paint: Math.min(...paints) };
    console.log(name, table[name]);
  }
  console.table({ ...table, wanted: { thread: WANTED_MS, paint: WANTED_MS } });
} finally {
  await browser.close();
  await server.close();
}

async function signIn(from: Browser): Promise<Session> {
  const context = await from.newContext();
  const page = await context.newPage();
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill(AGENT);
  await page.getByLabel('Password', { exact: true }).fill(server.passwordOf(AGENT));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/agentchat');
  const session = await context.storageState();
  await context.close();
  return session;
}

async function withPage(
  options: { readonly storageState?: Session },
  press: Press,
  measure: (page: Page, doPress: () => Promise<void>) => Promise<number>,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(server.origin + press.path, { waitUntil: 'networkidle' });
  const target = page.locator(press.on).first();
  await target.waitFor();
  const box = await target.boundingBox();
  if (!box) throw new Error(`Element not found: ${press.on}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!press.isFirst) {
    await page.mouse.move(x - 9, y - 9);
    await page.mouse.move(x, y);
    await page.waitForFunction(() =>
      Object.keys(document.body).some((key) => key.startsWith('__react')),
    );
    await page.waitForLoadState('networkidle');
  }
  const ms = await measure(page, () => page.mouse.click(x, y));
  await context.close();
  return ms;
}

async function timeOnThread(page: Page, doPress: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await doPress();
  await page.evaluate(someFrames);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as Trace;
  return Math.round((untilFrame(traceEvents) * SLOWER) / 1000);
}

async function timeToPaint(page: Page, doPress: () => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => {
    const noted = window as { presses?: PerformanceEntry[] };
    noted.presses = [];
    new PerformanceObserver((list) => noted.presses?.push(...list.getEntries())).observe({
      type: 'event',
      durationThreshold: 16,
    } as PerformanceObserverInit);
  });
  await doPress();
  await page.evaluate(someFrames);
  return page.evaluate((kinds) => {
    const { presses = [] } = window as { presses?: PerformanceEntry[] };
    return Math.max(
      0,
      ...presses.filter(({ name }) => kinds.includes(name)).map(({ duration }) => duration),
    );
  }, PRESS_EVENTS);
}

/** Waits for the frame that shows the press and for its performance entry. */
async function someFrames(): Promise<void> {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

interface Trace {
  readonly traceEvents: readonly TraceEvent[];
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}

/**
 * Returns the main thread's work from the press, or from its click, until a frame was committed:
 * the larger of the two.
 */
function untilFrame(events: readonly TraceEvent[]): number {
  const waits = ['pointerdown', 'click'].map((type) => {
    const heard = events.find(
      ({ name, args }) => name === 'EventDispatch' && args?.data?.type === type,
    );
    if (!heard) throw new Error(`The page received no ${type} event`);
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
