import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { measureFloorMoves, measureQueuePositions } from './inbox-moves.ts';
import { fillViews, measureFloor, measureViews, openDashboard } from './inbox-views.ts';
import { Installation, type Engine, type RunningProgram } from './installation.ts';
import { median, percentile, rounded, type Benchmark, type Table } from './table.ts';

/** The dashboard in a real browser, with as much data in each view as anybody will have. */
export const inbox: Benchmark = {
  name: 'inbox',
  async run({ isQuick, postgres }): Promise<readonly Table[]> {
    const size = isQuick ? 1_000 : 10_000;
    const engines: Engine[] = postgres ? ['embedded', 'postgres'] : ['embedded'];
    const tables: Table[] = [];
    for (const engine of engines) tables.push(...(await onEngine(engine, postgres, size, isQuick)));
    return tables;
  },
};

async function onEngine(
  engine: Engine,
  postgres: string | undefined,
  size: number,
  isQuick: boolean,
): Promise<Table[]> {
  const installation = await Installation.create(engine, postgres);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox'],
  });
  try {
    const { longest, visitors } = await fillViews(installation, size);
    // Both use the same database; the embedded one allows one process at a time.
    const floor = await withProgram(await installation.serveFloor('list.ts'), async (program) => ({
      list: await measureFloor(browser, installation, program),
      moves: await measureFloorMoves(browser, program.origin),
    }));
    return await withProgram(await installation.serve(), async (program) => {
      const views = await measureViews(browser, installation, program, { size, floor: floor.list });
      const page = await openDashboard(browser, program.origin);
      const on = `${rounded(size)} entries in each state, ${engine} database`;
      const moves = await measureQueuePositions(page, program.origin, visitors, floor.moves, on);
      await page.close();
      // The rendering of rows does not depend on the database.
      if (engine === 'postgres') return [...views, moves];
      const scrolled = await measure(browser, program.origin, longest, size, isQuick ? 1 : 2);
      return [...views, moves, scrolled];
    });
  } finally {
    await browser.close();
    await installation.remove();
  }
}

async function withProgram<T>(
  program: RunningProgram,
  work: (program: RunningProgram) => Promise<T>,
): Promise<T> {
  try {
    return await work(program);
  } finally {
    await program.stop();
  }
}

async function measure(
  browser: Browser,
  origin: string,
  longest: string,
  size: number,
  rounds: number,
): Promise<Table> {
  const list: number[] = [];
  const thread: number[] = [];
  const page = await openDashboard(browser, origin);
  const items = page.getByRole('complementary').getByRole('listitem');
  // Requests of the first dashboard must not count for the next one.
  await page.waitForLoadState('networkidle');
  for (let round = 0; round < rounds; round += 1) {
    let started = performance.now();
    await page.goto(`${origin}/agentchat`);
    await items.first().waitFor();
    list.push(performance.now() - started);
    // Requests of the list must not count for the thread.
    await page.waitForLoadState('networkidle');
    started = performance.now();
    await page.getByRole('complementary').getByRole('button', { name: longest }).click();
    await page.getByTestId('message').last().waitFor();
    thread.push(performance.now() - started);
  }
  const scrolled = {
    list: await page.evaluate(scrollThrough, { selector: 'aside [role=list]', size, isUp: false }),
    thread: await page.evaluate(scrollThrough, { selector: '[role=log]', size, isUp: true }),
  };
  await page.close();
  const row = (what: string, opening: number[], { loaded, loading, back }: Scrolled) => [
    what,
    rounded(median(opening)),
    rounded(loaded),
    rounded(percentile(loading, 0.5), 1),
    rounded(percentile(back, 0.5), 1),
    rounded(percentile(back, 0.95), 1),
    rounded(Math.max(...back)),
  ];
  return {
    title: `An agent’s dashboard with ${rounded(size)} visitors and a thread of ${rounded(size)} messages`,
    columns: [
      '',
      'first shown, ms',
      'loaded',
      'frame while loading, ms',
      'frame while scrolling, ms',
      'p95',
      'longest',
    ],
    rows: [row('list of visitors', list, scrolled.list), row('thread', thread, scrolled.thread)],
    note: 'First shown: from requesting the page, or from the click, to the first line. Loading: scrolling by 1,200 pixels a frame for at most a minute, so that nearly every frame loads a new page. Scrolling: back through the loaded rows, 300 pixels a frame.',
  };
}

interface Scrolled {
  readonly loaded: number;
  /** Milliseconds per frame. */
  readonly loading: number[];
  readonly back: number[];
}

async function scrollThrough({
  selector,
  size,
  isUp,
}: {
  selector: string;
  size: number;
  isUp: boolean;
}): Promise<Scrolled> {
  let box = document.querySelector(selector);
  while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
  if (!box) throw new Error(`No scrollable element around ${selector}`);
  const scroller = box;
  const rows = () =>
    scroller.querySelectorAll(isUp ? '[data-testid=message]' : '[role=listitem]').length;
  const scroll = async (step: number, goOn: () => boolean) => {
    const frames: number[] = [];
    let before = performance.now();
    while (goOn()) {
      scroller.scrollTop += step;
      await new Promise((next) => requestAnimationFrame(next));
      const now = performance.now();
      frames.push(now - before);
      before = now;
    }
    return frames;
  };
  const until = performance.now() + 60_000;
  const onward = isUp ? -1 : 1;
  const loading = await scroll(1200 * onward, () => rows() < size && performance.now() < until);
  let left = 400;
  const back = await scroll(-300 * onward, () => left-- > 0);
  return { loaded: rows(), loading, back };
}
