import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { parseSearch } from '../app/chat/protocol/search-query.ts';
import {
  AGENT,
  signIn,
  type BenchVisitor,
  type Installation,
  type RunningProgram,
} from './installation.ts';
import { median, rounded, type Table } from './table.ts';

const VIEWS: Readonly<Record<string, string>> = {
  Open: 'view=open',
  'Open, longest waiting': 'view=open&order=longest-waiting',
  Waiting: 'view=waiting',
  'Waiting, longest waiting': 'view=waiting&order=longest-waiting',
  Snoozed: 'view=snoozed',
  Resolved: 'view=resolved',
};

/** Searches with many matches, few matches and no match. */
const SEARCHES: Readonly<Record<string, string>> = {
  'a topic': 'topic:"Sales Inquiry"',
  'a topic and an agent': 'topic:"Sales Inquiry" agent:Nadia',
  'a service few asked about': 'service:"Service 7"',
  'a service nobody asked about': 'service:"No such service"',
  'nobody’s': 'agent:nobody',
  'days long ago': 'before:2020-01-01',
  'a label nobody has': 'label:urgent',
  'a topic and part of an address': 'topic:orders 77@',
  'a topic and a word': 'topic:orders files',
};

const ROUNDS = 15;

interface Figures {
  /** Milliseconds until the response, and CPU milliseconds of server and database. */
  readonly answer: number;
  readonly processor: number;
  /** Milliseconds until the browser shows the first row. */
  readonly shown: number;
}

export interface Filled {
  /** The visitor with as many messages as there are visitors in a state. */
  readonly longest: string;
  readonly visitors: ReadonlyMap<string, BenchVisitor>;
}

/**
 * Creates a manager with this many visitors in each state, each with two messages, and one with a
 * long thread.
 */
export async function fillViews(installation: Installation, size: number): Promise<Filled> {
  const added: BenchVisitor[] = [];
  for (let state = 0; state < 4; state += 1) added.push(...(await installation.addVisitors(size)));
  const database = await installation.open();
  const { db } = database;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // Managers have their own list and everybody's.
    await tx.execute(sql`update profiles set role = 'manager'`);
    await tx.execute(sql`
      create temporary table placed on commit drop as
      select c.id, row_number() over (order by c.id) as n from conversations c`);
    await tx.execute(sql`
      insert into visitor_messages
        (conversation_id, number, client_id, visitor_email, message, is_agent, agent_id, created_at)
      select c.id, m, gen_random_uuid(), 'visitor@shop.example',
        'Are the files of ' || p.n || ' ready' || repeat(' and a few words more', m % 7), m % 2 = 0,
        case when m % 2 = 0 then c.agent_id end, now() - make_interval(secs => ${size} - m)
      from placed p join conversations c on c.id = p.id,
        generate_series(1, case when p.n = 1 then ${size} else 2 end) m`);
    await tx.execute(sql`
      update conversations c set last_message_at = now() - make_interval(mins => p.n::int),
        last_number = case when p.n = 1 then ${size} else 2 end,
        visitor_message_count = case when p.n = 1 then ${size} / 2 else 1 end,
        topic = (array['General Questions', 'Sales Inquiry', 'Order Fulfillment', 'Product/Service Support'])[1 + (p.n / 4)::int % 4],
        service_section = 'graphics', service_slug = 'service-' || p.n % 997,
        service_title = 'Service ' || p.n % 997,
        waiting_since = case when p.n % 4 = 0 then now() - make_interval(mins => p.n::int) end,
        snoozed_until = case when p.n % 4 = 2 then now() + interval '1 day' end,
        completed_at = case when p.n % 4 = 3 then now() end
      from placed p where p.id = c.id`);
    await tx.execute(sql`
      update visitors v set updated_at = now() - make_interval(mins => p.n::int)
      from placed p where p.id = v.conversation_id`);
  });
  const { rows } = await db.execute<{ email: string; id: string; isLongest: boolean }>(sql`
    select v.email, c.id, c.last_number = ${size} as "isLongest"
    from visitors v join conversations c on c.id = v.conversation_id`);
  await db.execute(sql`vacuum analyze`);
  await database.close();
  const byConversation = new Map(added.map((visitor) => [visitor.conversationId, visitor]));
  return {
    longest: rows.find(({ isLongest }) => isLongest)!.email,
    visitors: new Map(rows.map(({ email, id }) => [email, byConversation.get(id)!])),
  };
}

export async function openDashboard(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(AGENT.email);
  await page.getByLabel('Password', { exact: true }).fill(AGENT.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/agentchat');
  return page;
}

export async function measureFloor(
  browser: Browser,
  installation: Installation,
  program: RunningProgram,
): Promise<Figures> {
  const answers = await ask(installation, program, '/list.json', '');
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const shown = await showing(page, `${program.origin}/`);
  await page.close();
  return { ...answers, shown };
}

export async function measureViews(
  browser: Browser,
  installation: Installation,
  program: RunningProgram,
  { size, floor }: { readonly size: number; readonly floor: Figures },
): Promise<Table[]> {
  const cookie = await signIn(program.origin);
  const page = await openDashboard(browser, program.origin);
  const rows = [rowOf('floor: fifty rows by one query', floor, floor)];
  for (const [name, query] of Object.entries(VIEWS)) {
    for (const [whose, scope] of [
      ['own', 'mine'],
      ['everybody’s', 'all'],
    ]) {
      const path = `/agentchat/inbox?scope=${scope}&${query}`;
      const answers = await ask(installation, program, path, cookie);
      const shown = await showing(page, `${program.origin}/agentchat?scope=${scope}&${query}`);
      rows.push(rowOf(`${name}, ${whose}`, { ...answers, shown }, floor));
    }
  }
  await page.close();
  const searches: string[][] = [];
  for (const [name, typed] of Object.entries(SEARCHES)) {
    const visitors = new URLSearchParams({ scope: 'all', search: typed });
    const words = new URLSearchParams({ text: typed });
    const found = await ask(installation, program, `/agentchat/inbox?${visitors}`, cookie);
    // Only words are searched in messages; filters alone find none.
    const hits = parseSearch(typed).text
      ? await ask(installation, program, `/agentchat/search?${words}`, cookie)
      : undefined;
    const figures = [found.answer, found.processor, hits?.answer, hits?.processor];
    searches.push([name, ...figures.map((one) => (one === undefined ? '' : rounded(one, 1)))]);
  }
  const counts = await ask(installation, program, '/agentchat/counts?scope=all', cookie);
  const on = `${rounded(size)} entries in each state, ${installation.engine} database`;
  return [
    {
      title: `Views of the list with ${on}`,
      columns: ['', 'answer, ms', 'processor, ms', ': floor', 'first shown, ms', ': floor'],
      rows,
      note: `Medians of ${ROUNDS}. Processor: of the server and of the database together, which other work on the computer changes least. What stands beside each view is counted in ${rounded(counts.answer, 1)} ms, ${rounded(counts.processor, 1)} of processor.`,
    },
    {
      title: `Search by filters with ${on}`,
      columns: ['', 'visitors, ms', 'processor, ms', 'messages, ms', 'processor, ms'],
      rows: searches,
    },
  ];
}

function rowOf(name: string, { answer, processor, shown }: Figures, floor: Figures): string[] {
  return [
    name,
    rounded(answer, 1),
    rounded(processor, 1),
    rounded(processor / floor.processor, 1),
    rounded(shown),
    rounded(shown / floor.shown, 1),
  ];
}

async function ask(
  { engine }: Installation,
  program: RunningProgram,
  path: string,
  cookie: string,
): Promise<Pick<Figures, 'answer' | 'processor'>> {
  const once = async () => {
    const started = performance.now();
    const answer = await fetch(program.origin + path, { headers: { Cookie: cookie } });
    await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return performance.now() - started;
  };
  const processor = () => program.cpuMs() + (engine === 'postgres' ? postgresMs() : 0);
  for (let warm = 0; warm < 5; warm += 1) await once();
  const before = processor();
  const answers: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) answers.push(await once());
  return { answer: median(answers), processor: (processor() - before) / ROUNDS };
}

/**
 * Sums the CPU time of all PostgreSQL processes: fields 14 and 15 (proc_pid_stat(5)); a tick is 10
 * ms.
 */
function postgresMs(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name).split(') '))
    .filter(([head]) => head?.endsWith('(postgres'))
    .reduce((sum, [, rest = '']) => {
      const fields = rest.split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) * 10;
    }, 0);
}

/** Returns '' for a process that has ended meanwhile. */
function statOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return '';
  }
}

async function showing(page: Page, address: string): Promise<number> {
  const shown: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    await page.goto(address);
    await page.getByRole('complementary').getByRole('listitem').first().waitFor();
    shown.push(performance.now() - started);
    await page.waitForLoadState('networkidle');
  }
  return median(shown.slice(1));
}
