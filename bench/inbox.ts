import { chromium } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { findChromium } from '../scripts/find-chromium.ts';
import { AGENT, Installation } from './installation.ts';
import { median, percentile, rounded, type Benchmark, type Table } from './table.ts';

/** An agent's dashboard in a real browser, with as much in it as anybody will have. */
export const inbox: Benchmark = {
  name: 'inbox',
  async run({ isQuick }): Promise<readonly Table[]> {
    const size = isQuick ? 1_000 : 10_000;
    const installation = await Installation.create('embedded', undefined);
    try {
      await fill(installation, size);
      const server = await installation.serve();
      try {
        return [await measure(server.origin, size, isQuick ? 1 : 2)];
      } finally {
        await server.stop();
      }
    } finally {
      await installation.remove();
    }
  },
};

/** So many visitors of one agent, and so many messages with the latest of them. */
async function fill(installation: Installation, size: number): Promise<void> {
  const visitors = await installation.addVisitors(size);
  const database = await installation.open();
  const { db } = database;
  const longest = visitors.at(-1)?.conversationId;
  await db.execute(sql`
    insert into visitor_messages
      (conversation_id, number, client_id, visitor_email, message, is_agent, agent_id, created_at)
    select c.id, n, gen_random_uuid(), v.email,
      'Message ' || n || repeat(' and a few words more', n % 7), n % 2 = 0,
      case when n % 2 = 0 then c.agent_id end, now() - make_interval(secs => ${size} - n)
    from conversations c join visitors v on v.id = c.visitor_id,
      generate_series(1, case when c.id = ${longest} then ${size} else 2 end) n`);
  await db.execute(sql`
    update conversations set last_message_at = now(),
      last_number = case when id = ${longest} then ${size} else 2 end,
      visitor_message_count = case when id = ${longest} then ${size} / 2 else 1 end`);
  await db.execute(sql`
    update visitors v set updated_at = case when conversation_id = ${longest} then now()
      else now() - make_interval(secs => (random() * 1000000)::int) end`);
  await db.execute(sql`analyze`);
  await database.close();
}

async function measure(origin: string, size: number, rounds: number): Promise<Table> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox'],
  });
  const list: number[] = [];
  const thread: number[] = [];
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(AGENT.email);
  await page.getByLabel('Password', { exact: true }).fill(AGENT.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/agentchat');
  const items = page.getByRole('complementary').getByRole('listitem');
  for (let round = 0; round < rounds; round += 1) {
    let started = performance.now();
    await page.goto(`${origin}/agentchat`);
    await items.first().waitFor();
    list.push(performance.now() - started);
    // What the list still loads is not the thread's time.
    await page.waitForLoadState('networkidle');
    started = performance.now();
    await items.first().getByRole('button').click();
    await page.getByTestId('message').last().waitFor();
    thread.push(performance.now() - started);
  }
  const scrolled = {
    list: await page.evaluate(scrollThrough, { selector: 'aside [role=list]', size, isUp: false }),
    thread: await page.evaluate(scrollThrough, { selector: '[role=log]', size, isUp: true }),
  };
  await browser.close();
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
    note: 'First shown: from asking for the page, or from the click, to the first line. Loading: pulled on by 1,200 pixels a frame for a minute at most, so that nearly every frame has a new page in it. Scrolling: back through what was loaded, 300 pixels a frame.',
  };
}

interface Scrolled {
  readonly loaded: number;
  /** Milliseconds of each frame. */
  readonly loading: number[];
  readonly back: number[];
}

/** Runs in the page: pulls on until everything is there, then scrolls back. */
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
  if (!box) throw new Error(`Nothing scrolls around ${selector}`);
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
