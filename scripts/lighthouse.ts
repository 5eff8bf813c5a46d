/**
 * `npm run lighthouse`: the four scores of seven pages, on a mid-range phone and on a desktop. Exits
 * with 1 below 100. Performance is the median of three runs, because other load on the machine
 * affects it. Order form and account tell search engines to leave them out, so that audit is skipped there.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as playwright } from '@playwright/test';
import lighthouse, { defaultConfig, desktopConfig, type Config } from 'lighthouse';
import { readMailsIn } from '../tests/support/mails.ts';
import { startDemoServer, type DemoServer } from './demo-server.ts';
import { findChromium } from './find-chromium.ts';
import { MEASURED_PAGES, PRIVATE_PAGES } from './measured-pages.ts';
import { sandboxArguments } from './sandbox-arguments.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const WANTED: Figures = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const RUNS = 3;
const DEVICES: Readonly<Record<string, Config>> = {
  telephone: defaultConfig,
  desktop: desktopConfig,
};
const CLIENT = 'client@harbourmail.example';

type Figures = Record<(typeof CATEGORIES)[number], number>;

const server = await startDemoServer();
const chromium = await startChromium();
try {
  const table: Record<string, Figures> = {};
  await signInClient(server);
  for (const [device, config] of Object.entries(DEVICES)) {
    for (const path of [...MEASURED_PAGES, ...PRIVATE_PAGES]) {
      const isPrivate = PRIVATE_PAGES.some((one) => one === path);
      const settings = { ...config.settings, ...(isPrivate && { skipAudits: ['is-crawlable'] }) };
      const figures = await measure(server.origin + path, { ...config, settings });
      table[`${path}, ${device}`] = figures;
      console.log(`${path}, ${device}`, figures);
    }
  }
  console.table({ ...table, wanted: WANTED });
  const isBelow = (figures: Figures) => CATEGORIES.some((one) => figures[one] < WANTED[one]);
  if (Object.values(table).some(isBelow)) process.exitCode = 1;
} finally {
  await chromium.close();
  await server.close();
}

/** Signs a client in within the browser that Lighthouse uses, by the code of the email. */
async function signInClient({ origin, mailFolder }: DemoServer): Promise<void> {
  const browser = await playwright.connectOverCDP(`http://127.0.0.1:${chromium.port}`);
  const page = await browser.contexts()[0]!.newPage();
  await page.goto(`${origin}/account`);
  await page.getByLabel('Email address').fill(CLIENT);
  await page.getByRole('button', { name: 'Send code' }).click();
  const field = page.getByLabel('Six-digit code');
  await field.waitFor();
  let code: string | undefined;
  while (code === undefined) {
    await setTimeout(100);
    const mail = (await readMailsIn(mailFolder)).find((text) => text.includes(`To: ${CLIENT}`));
    code = /asked for it: (\d{6})/.exec(mail ?? '')?.[1];
  }
  await field.fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await page.close();
  await browser.close();
}

/** Returns the worst value of the stable scores and the median of performance. */
async function measure(url: string, config: Config): Promise<Figures> {
  const runs: Figures[] = [];
  const faults = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(url, { port: chromium.port, logLevel: 'error' }, config);
    if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
    const { categories, audits } = result.lhr;
    runs.push(
      Object.fromEntries(
        CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
      ) as Figures,
    );
    const judged = CATEGORIES.slice(1).flatMap((name) => categories[name]?.auditRefs ?? []);
    for (const { id, weight } of judged) {
      const audit = audits[id];
      if (audit && weight > 0 && audit.score !== null && audit.score < 1) faults.add(audit.title);
    }
    console.log(url, speedOf(audits));
  }
  for (const fault of faults) console.log(`  ✗ ${fault}`);
  const sorted = (name: keyof Figures) => runs.map((one) => one[name]).toSorted((a, b) => a - b);
  return {
    performance: sorted('performance')[Math.floor(RUNS / 2)] ?? 0,
    accessibility: sorted('accessibility')[0] ?? 0,
    'best-practices': sorted('best-practices')[0] ?? 0,
    seo: sorted('seo')[0] ?? 0,
  };
}

function speedOf(audits: Readonly<Record<string, { readonly displayValue?: string }>>): string {
  const parts = {
    FCP: 'first-contentful-paint',
    LCP: 'largest-contentful-paint',
    TBT: 'total-blocking-time',
    CLS: 'cumulative-layout-shift',
    SI: 'speed-index',
  };
  return Object.entries(parts)
    .map(([name, id]) => `${name} ${audits[id]?.displayValue ?? '?'}`)
    .join('  ');
}

async function startChromium(): Promise<{ port: number; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'embarka-chromium-'));
  const child = spawn(
    findChromium(),
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-extensions',
      ...sandboxArguments(),
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await new Promise<number>((ready, failed) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      const [, found] = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(said) ?? [];
      if (found) ready(Number(found));
    });
    child.once('exit', () => failed(new Error(`Chromium did not start:\n${said}`)));
  });
  return {
    port,
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
