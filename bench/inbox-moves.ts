import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import type { BenchVisitor } from './installation.ts';
import { median, rounded, type Table } from './table.ts';

/** A list, which the agent opens by a link of another list. */
interface Place {
  readonly name: string;
  readonly from: string;
  readonly link: string;
  readonly back: string;
}

const PLACES: readonly Place[] = [
  ['Open', 'Snoozed', 'newest'],
  ['Open, longest waiting', 'Waiting', 'longest-waiting'],
  ['Waiting', 'Snoozed', 'newest'],
  ['Waiting, longest waiting', 'Open', 'longest-waiting'],
  ['Snoozed', 'Open', 'newest'],
  ['Resolved', 'Open', 'newest'],
].map(([name = '', back = '', order = '']) => ({
  name,
  from: `/agentchat?scope=all&view=${back.toLowerCase()}&order=${order}`,
  link: name.split(',')[0]!,
  back,
}));

const FLOOR: Place = {
  name: 'floor: a page that does nothing else',
  from: '/',
  link: 'Open',
  back: 'Snoozed',
};

const ROUNDS = 5;

type SendText = (email: string, text: string) => Promise<void>;

/** Milliseconds of each action, once for each round. */
export interface Moves {
  readonly switched: readonly number[];
  readonly marked: readonly number[];
  readonly read: readonly number[];
  readonly opened: readonly number[];
  readonly heard: readonly number[];
}

/**
 * Measures the same actions on the baseline page with fifty rows, a thread of fifty messages and an
 * event stream.
 */
export async function measureFloorMoves(browser: Browser, origin: string): Promise<Moves> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const moves = await measureMoves(page, origin, FLOOR, (email, text) =>
    post(`${origin}/say`, {}, { email, text }),
  );
  await page.close();
  return moves;
}

export async function measureQueuePositions(
  page: Page,
  origin: string,
  visitors: ReadonlyMap<string, BenchVisitor>,
  floor: Moves,
  on: string,
): Promise<Table> {
  const sendText: SendText = (email, text) => {
    const { conversationId, cookie } = visitors.get(email)!;
    return post(
      `${origin}/chat/conversations/${conversationId}/messages`,
      { Cookie: cookie },
      { clientId: randomUUID(), text },
    );
  };
  const rows = [rowOf(FLOOR.name, floor, floor)];
  for (const place of PLACES) {
    rows.push(rowOf(place.name, await measureMoves(page, origin, place, sendText), floor));
  }
  return {
    title: `Moves on the dashboard with ${on}`,
    columns: [
      '',
      'view shown, ms',
      ': floor',
      'J or K, ms',
      ': floor',
      'its thread, ms',
      ': floor',
      'thread by a click, ms',
      ': floor',
      'message arrives, ms',
      ': floor',
    ],
    rows,
    note: `Medians of ${ROUNDS} rounds, until the next frame. View: from the click on its link to its first row. J or K: from the key press to the marked row; its thread: to its messages. Message: from the visitor's send to the row that shows it, or that has left its list.`,
  };
}

function rowOf(name: string, moves: Moves, floor: Moves): string[] {
  const cells = (key: keyof Moves) => [
    rounded(median(moves[key])),
    rounded(median(moves[key]) / median(floor[key]), 1),
  ];
  return [
    name,
    ...cells('switched'),
    ...cells('marked'),
    ...cells('read'),
    ...cells('opened'),
    ...cells('heard'),
  ];
}

async function measureMoves(
  page: Page,
  origin: string,
  place: Place,
  sendText: SendText,
): Promise<Moves> {
  const moves = { switched: [], marked: [], read: [], opened: [], heard: [] } as {
    readonly [name in keyof Moves]: number[];
  };
  await page.goto(origin + place.from);
  await page.getByRole('complementary').getByRole('listitem').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(isAtHand);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await page.evaluate(switchTo, place.back);
    moves.switched.push(await page.evaluate(switchTo, place.link));
    // Opens a thread first, which the next key leaves.
    await page.evaluate(stepBy, 'j');
    for (const key of ['j', 'k'] as const) {
      const { marked, read } = await page.evaluate(stepBy, key);
      moves.marked.push(marked);
      moves.read.push(read);
    }
    moves.opened.push(await page.evaluate(openRow, 5));
    const text = `Said ${randomUUID()} just now`;
    const email = await page.evaluate(watchRow, { row: 8, text });
    const sent = performance.timeOrigin + performance.now();
    await sendText(email, text);
    moves.heard.push((await page.evaluate(() => window.heardAt!)) - sent);
  }
  return moves;
}

async function post(
  address: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { ...headers, Origin: new URL(address).origin, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.text();
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
}

declare global {
  interface Window {
    /**
     * The time at which the awaited element was visible, by the wall clock that all processes
     * share.
     */
    heardAt?: Promise<number>;
  }
}

/* The following functions run in the page, each on its own. */

/** A link that is clicked before hydration loads a new page. */
function isAtHand(): boolean {
  const isDashboard = document.querySelector('#inbox-search') !== null;
  return !isDashboard || Object.keys(document.body).some((key) => key.startsWith('__reactFiber'));
}

async function switchTo(name: string): Promise<number> {
  const first = () => document.querySelector('aside [role=listitem]');
  const links = [...document.querySelectorAll<HTMLElement>('nav[aria-label=Views] a')];
  const link = links.find(({ textContent }) => textContent.startsWith(name))!;
  // Two views may begin with the same visitor, but never with the same element.
  const before = first();
  const started = performance.now();
  link.click();
  while (first() === null || first() === before) {
    await new Promise((next) => requestAnimationFrame(next));
  }
  await new Promise((next) => requestAnimationFrame(next));
  return performance.now() - started;
}

async function stepBy(key: string): Promise<{ marked: number; read: number }> {
  const current = () => document.querySelector('aside [role=listitem] [aria-current=true]');
  const before = current();
  const started = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  while (current() === before || current() === null) {
    await new Promise((next) => requestAnimationFrame(next));
  }
  await new Promise((next) => requestAnimationFrame(next));
  const marked = performance.now() - started;
  const words = /(?:files of|Said) \S+ /.exec(current()!.textContent)![0];
  const isShown = () =>
    [...document.querySelectorAll('[role=log] [data-testid=message]')]
      .at(-1)
      ?.textContent.includes(words) ?? false;
  while (!isShown()) await new Promise((next) => requestAnimationFrame(next));
  await new Promise((next) => requestAnimationFrame(next));
  return { marked, read: performance.now() - started };
}

async function openRow(index: number): Promise<number> {
  const button = document.querySelectorAll<HTMLElement>('aside [role=listitem] button')[index]!;
  const words = /(?:files of|Said) \S+ /.exec(button.textContent)![0];
  const isShown = () =>
    [...document.querySelectorAll('[role=log] [data-testid=message]')]
      .at(-1)
      ?.textContent.includes(words) ?? false;
  const started = performance.now();
  button.click();
  while (!isShown()) await new Promise((next) => requestAnimationFrame(next));
  await new Promise((next) => requestAnimationFrame(next));
  return performance.now() - started;
}

/** Begins to watch a row; returns the email address of its visitor. */
function watchRow({ row, text }: { row: number; text: string }): string {
  const rows = () => [...document.querySelectorAll('aside [role=listitem]')];
  const email = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@visitors\.example/.exec(
    rows()[row]!.textContent,
  )![0];
  window.heardAt = (async () => {
    const own = () => rows().find(({ textContent }) => textContent.includes(email));
    while (own()?.textContent.includes(text) === false) {
      await new Promise((next) => requestAnimationFrame(next));
    }
    await new Promise((next) => requestAnimationFrame(next));
    return performance.timeOrigin + performance.now();
  })();
  return email;
}
