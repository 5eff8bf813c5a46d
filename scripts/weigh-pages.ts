/**
 * `npm run weight`: the transferred size of the first load of five pages, compared with the
 * budgets. `npm run weight -- --files` lists every file. Exits with 1 when a budget is exceeded.
 */
import { chromium } from '@playwright/test';
import { startDemoServer } from './demo-server.ts';
import { findChromium } from './find-chromium.ts';
import { BUDGETS, KINDS, measureWeight, sumBytes, type Load } from './measure-weight.ts';
import { MEASURED_PAGES } from './measured-pages.ts';
import { sandboxArguments } from './sandbox-arguments.ts';

const server = await startDemoServer();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: sandboxArguments(),
});
try {
  const weights: Record<string, readonly Load[]> = {};
  for (const path of MEASURED_PAGES) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    weights[path] = await measureWeight(await context.newPage(), server.origin + path);
    await context.close();
  }
  printTable(weights);
  if (process.argv.includes('--files')) printFiles(weights);
  if (Object.values(weights).some(isTooHeavy)) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}

function isTooHeavy(loads: readonly Load[]): boolean {
  return sumBytes(loads, 'scripts') > BUDGETS.scripts || sumBytes(loads) > BUDGETS.total;
}

function printTable(weights: Readonly<Record<string, readonly Load[]>>): void {
  const rows = Object.entries(weights).map(([path, loads]) => [
    path,
    {
      ...Object.fromEntries(KINDS.map((kind) => [kind, sumBytes(loads, kind)])),
      total: sumBytes(loads),
    },
  ]);
  console.table({ ...Object.fromEntries(rows), budget: BUDGETS });
}

function printFiles(weights: Readonly<Record<string, readonly Load[]>>): void {
  for (const [path, loads] of Object.entries(weights)) {
    console.log(`\n${path}`);
    for (const load of loads.toSorted((a, b) => b.bytes - a.bytes)) {
      console.log(`${String(load.bytes).padStart(8)}  ${load.kind.padEnd(8)} ${load.path}`);
    }
  }
}
