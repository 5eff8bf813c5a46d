import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { openDashboard } from './inbox-views.ts';
import type { RunningProgram } from './installation.ts';
import { median, percentile, rounded, type Table } from './table.ts';

/** What one works in, each with the view that one comes from. */
const VIEWS = {
  Open: ['view=open', 'Snoozed'],
  'Open, longest waiting': ['view=open&order=longest-waiting', 'Snoozed'],
  'Open, everybody’s': ['scope=all&view=open', 'Snoozed'],
  Waiting: ['view=waiting', 'Open'],
  Snoozed: ['view=snoozed', 'Open'],
  Resolved: ['view=resolved', 'Open'],
} as const;

const ROUNDS = 7;
const FRAMES = 120;

/** In each view: coming there, going on with J, a message that comes, and scrolling. */
export async function measureWork(
  browser: Browser,
  program: RunningProgram,
  /** The cookies of visitors, by conversation. */
  visitors: ReadonlyMap<string, string>,
  on: string,
): Promise<Table> {
  const page = await openDashboard(browser, program.origin);
  const rows: string[][] = [];
  for (const [name, [query, from]] of Object.entries(VIEWS)) {
    const view = name.split(',', 1)[0] ?? name;
    const switched: number[] = [];
    const stepped: number[] = [];
    const heard: number[] = [];
    await page.goto(`${program.origin}/agentchat?${query}`);
    // A click before the page runs would load another one.
    await page.waitForLoadState('networkidle');
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.evaluate(switchTo, from);
      switched.push(await page.evaluate(switchTo, view));
    }
    await page.goto(`${program.origin}/agentchat?${query}`);
    await page.waitForLoadState('networkidle');
    for (let round = 0; round < ROUNDS; round += 1) {
      stepped.push(await page.evaluate(stepOn));
      heard.push(await hearOne(page, program, visitors, view));
    }
    const frames = await page.evaluate(scrollOn, FRAMES);
    rows.push([
      name,
      rounded(median(switched)),
      rounded(median(stepped)),
      rounded(Math.max(...stepped)),
      rounded(median(heard)),
      rounded(Math.max(...heard)),
      rounded(percentile(frames, 0.5), 1),
      rounded(percentile(frames, 0.95), 1),
    ]);
  }
  await page.close();
  return {
    title: `At work in each view with ${on}`,
    columns: [
      '',
      'switched to, ms',
      'J, ms',
      'longest',
      'a message comes, ms',
      'longest',
      'frame while scrolling, ms',
      'p95',
    ],
    rows,
    note: `Medians of ${ROUNDS}, as the browser shows it: the first line of the other view; the next thread with its messages; the row of a visitor who wrote, or its leaving a view that is no longer theirs, from the moment they sent it.`,
  };
}

/** The open thread's visitor writes. */
async function hearOne(
  page: Page,
  { origin }: RunningProgram,
  visitors: ReadonlyMap<string, string>,
  view: string,
): Promise<number> {
  const id = new URL(page.url()).searchParams.get('c') ?? '';
  const text = `Is there any news of ${randomUUID()}`;
  const leaves = view === 'Snoozed' || view === 'Resolved';
  const seen = page.evaluate(untilHeard, { text, leaves });
  const started = performance.now();
  const answer = await fetch(`${origin}/chat/conversations/${id}/messages`, {
    method: 'POST',
    headers: {
      Origin: origin,
      'Content-Type': 'application/json',
      Cookie: visitors.get(id) ?? '',
    },
    body: JSON.stringify({ clientId: randomUUID(), text }),
  });
  if (!answer.ok) throw new Error(`A message was answered with ${answer.status}`);
  await seen;
  return performance.now() - started;
}

/** Runs in the page: from the click until the other view's first line is there. */
async function switchTo(view: string): Promise<number> {
  const first = () => document.querySelector('aside [role=listitem] button')?.textContent;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('aside nav a')];
  const link = links.find(({ textContent }) => textContent?.startsWith(view));
  if (!link) throw new Error(`There is no view ${view}`);
  const before = first();
  const started = performance.now();
  link.click();
  while (link.ariaCurrent !== 'page' || first() === before || first() === undefined) {
    await new Promise((next) => requestAnimationFrame(next));
  }
  return performance.now() - started;
}

/** Runs in the page: from the key until the next thread and its messages are there. */
async function stepOn(): Promise<number> {
  const thread = () => document.querySelector('main[aria-label]');
  const before = thread()?.ariaLabel;
  const started = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  while (
    !thread() ||
    thread()?.ariaLabel === before ||
    !thread()?.querySelector('[data-testid=message]')
  ) {
    await new Promise((next) => requestAnimationFrame(next));
  }
  return performance.now() - started;
}

/** Runs in the page: until the row of the open thread says this, or is gone. */
async function untilHeard({ text, leaves }: { text: string; leaves: boolean }): Promise<void> {
  const email = document
    .querySelector('main[aria-label]')
    ?.ariaLabel?.replace('Conversation with ', '');
  const row = () =>
    [...document.querySelectorAll('aside [role=listitem]')].find((one) =>
      one.textContent?.includes(email ?? ''),
    );
  while (leaves ? row() !== undefined : !row()?.textContent?.includes(text)) {
    await new Promise((next) => requestAnimationFrame(next));
  }
}

/** Runs in the page: milliseconds of each frame while the list is pulled on. */
async function scrollOn(count: number): Promise<number[]> {
  let box = document.querySelector('aside [role=list]');
  while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
  const frames: number[] = [];
  let before = performance.now();
  while (frames.length < count) {
    if (box) box.scrollTop += 300;
    await new Promise((next) => requestAnimationFrame(next));
    const now = performance.now();
    frames.push(now - before);
    before = now;
  }
  return frames;
}
