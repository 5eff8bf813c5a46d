/**
 * `npm run intent [-- ADDRESS …]`: on a slow phone, the longest task before a user acts and the
 * time until React and the chat respond; then the longest task afterwards, as CPU time times four.
 * About 35 ms of that are caused by DevTools. Medians of five.
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import { startDemoServer } from './demo-server.ts';
import { findChromium } from './find-chromium.ts';
import { MEASURED_PAGES } from './measured-pages.ts';
import { sandboxArguments } from './sandbox-arguments.ts';

const RUNS = 5;
const SLOWER = 4;
const LOOKING_MS = 3000;
const SETTLING_MS = 700;
const TELEPHONE = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };

interface Reach {
  /** The longest task until then, in ms; 0 below 50, which browsers do not report. */
  readonly longestTask: number;
  /** From the touch until React has hydrated, in ms. */
  readonly waited: number;
  /** From a press of the chat button, in a fresh page, until the chat is open, in ms. */
  readonly opened: number;
}

const FIRST_ACTIONS = {
  'the first touch': async () => undefined,
  'after scrolling': async (page: Page) => {
    await page.evaluate(() => window.dispatchEvent(new Event('touchstart')));
    await page.waitForTimeout(LOOKING_MS);
  },
} as const;

const server = await startDemoServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArguments() });
try {
  const table: Record<string, Record<string, number>> = {};
  const named = process.argv.slice(2);
  for (const path of named.length > 0 ? named : MEASURED_PAGES) {
    const row: Record<string, number> = {};
    for (const [name, act] of Object.entries(FIRST_ACTIONS)) {
      const runs: Reach[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        runs.push(await reach(browser, server.origin + path, act));
      }
      row['longest task before, ms'] = Math.max(
        row['longest task before, ms'] ?? 0,
        median(runs.map(({ longestTask }) => longestTask)),
      );
      row[`${name}, ms`] = median(runs.map(({ waited }) => waited));
      row[`${name}, chat open, ms`] = median(runs.map(({ opened }) => opened));
    }
    const tasks: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      tasks.push(await longestTaskAfter(browser, server.origin + path));
    }
    row['longest task after, ms of processor'] = median(tasks);
    table[path] = row;
  }
  console.table(table);
} finally {
  await browser.close();
  await server.close();
}

async function reach(
  browser: Browser,
  address: string,
  before: (page: Page) => Promise<unknown>,
): Promise<Reach> {
  const acting = await openOnTelephone(browser, address);
  const longestTask = await acting.evaluate(() => Math.max(0, ...globalThis.longTasks));
  await before(acting);
  const waited = await acting.evaluate(reachForChat);
  await acting.context().close();
  const pressing = await openOnTelephone(browser, address);
  await before(pressing);
  const opened = await pressing.evaluate(openChat);
  await pressing.context().close();
  return {
    longestTask: Math.round(longestTask),
    waited: Math.round(waited),
    opened: Math.round(opened),
  };
}

async function openOnTelephone(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext(TELEPHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(LOOKING_MS);
  return page;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
}

async function longestTaskAfter(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(TELEPHONE);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: 'networkidle' });
  await browser.startTracing(page, { categories: ['toplevel', 'v8'] });
  await page.evaluate(reachForChat);
  await page.waitForTimeout(SETTLING_MS);
  const trace = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  await context.close();
  const { traceEvents } = trace;
  const own = traceEvents.find(({ name }) => name === 'v8.evaluateModule');
  if (!own) throw new Error('No module was executed');
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === own.pid && tid === own.tid,
  );
  return Math.round((Math.max(...tasks.map(({ tdur = 0 }) => tdur)) * SLOWER) / 1000);
}

async function reachForChat(): Promise<number> {
  const start = performance.now();
  document.querySelector<HTMLElement>('button[data-chat-launcher]')?.focus();
  await globalThis.takenOver;
  return performance.now() - start;
}

async function openChat(): Promise<number> {
  const start = performance.now();
  const isOpen = () => document.querySelector('dialog.chat-panel[open]') !== null;
  document.querySelector<HTMLElement>('button[data-chat-launcher]')?.click();
  while (!isOpen()) await new Promise(requestAnimationFrame);
  // The chat is painted in the next frame.
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}

declare global {
  var longTasks: number[];
  var takenOver: Promise<unknown>;
}

function watch(): void {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });
  globalThis.takenOver = new Promise((resolve) => {
    window.addEventListener('embarka:listens', resolve);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
