import { setTimeout } from 'node:timers/promises';
import {
  expect,
  test as base,
  request,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { CAST } from './cast.ts';
import { waitForHydration } from './hydrated.ts';
import { copyDatabase } from './postgres-template.ts';
import { TestServer } from './server.ts';

export { expect };

type Name = keyof typeof CAST;

/** The people visitors are given to by themselves. */
const AGENTS = ['maya', 'leo'] as const satisfies readonly Name[];

interface Fixtures {
  /** A server for the tests of one file, on a fresh copy of the template. */
  readonly server: TestServer;
  /** For `test.use`: a file whose tests change nothing shares its server with others like it. */
  readonly changesNothing: boolean;
  /**
   * Somebody of the cast in a browser of their own, signed in and on the dashboard, or on the page they
   * came for. Agents who are not signed in by the test are off duty, so that it is certain who gets a
   * visitor.
   */
  readonly signIn: (name: Name, path?: string) => Promise<Page>;
  /** A visitor's browser that nobody else has used. */
  readonly visit: (path?: string, device?: BrowserContextOptions) => Promise<Page>;
}

interface WorkerFixtures {
  /** What the servers of a file are told besides: the addresses of its payment services. */
  readonly environment: NodeJS.ProcessEnv;
  readonly servers: { forFile(file: string): Promise<Started> };
}

interface Started {
  readonly file: string;
  readonly server: TestServer;
  readonly duty: Duty;
  remove(): Promise<void>;
}

/** Stands for all the files that change nothing. */
const UNCHANGED = 'unchanged';

/** End-to-end tests against the built server. */
export const test = base.extend<Fixtures & { readonly duty: Duty }, WorkerFixtures>({
  environment: [async ({}, use) => use({}), { scope: 'worker' }],
  servers: [
    async ({ environment }, use) => {
      const template = process.env.EMBARKA_E2E_TEMPLATE;
      if (!template) throw new Error('Run the end-to-end tests with npm run test:e2e');
      const started = new Map<'own' | 'shared', Started>();
      await use({
        async forFile(file) {
          const place = file === UNCHANGED ? 'shared' : 'own';
          const current = started.get(place);
          if (current?.file === file) return current;
          await current?.remove();
          const next = await start(file, template, environment);
          started.set(place, next);
          return next;
        },
      });
      for (const one of started.values()) await one.remove();
    },
    { scope: 'worker' },
  ],
  changesNothing: [false, { option: true }],
  // Whichever test is the first of its file waits for a server, which is no part of what it takes.
  server: [
    async ({ servers, changesNothing }, use, testInfo) => {
      await use((await servers.forFile(changesNothing ? UNCHANGED : testInfo.file)).server);
    },
    { timeout: 180_000 },
  ],
  duty: [
    async ({ servers, changesNothing }, use, testInfo) => {
      await use((await servers.forFile(changesNothing ? UNCHANGED : testInfo.file)).duty);
    },
    { timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) waitForHydration(context);
    await use(context);
  },
  signIn: async ({ browser, server, duty }, use) => {
    const contexts: BrowserContext[] = [];
    const present = new Set<Name>();
    await use(async (name, path = '/agentchat') => {
      present.add(name);
      for (const agent of AGENTS) await duty.set(agent, present.has(agent));
      const page = await newPage(browser, server, contexts);
      await openSession(page.request, server, name);
      await page.goto(path);
      // Who was not let in stands at the sign-in.
      expect(new URL(page.url()).pathname).toBe(new URL(path, server.origin).pathname);
      return page;
    });
    await closeAll(contexts);
  },
  visit: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (path = '/', device) => {
      const page = await newPage(browser, server, contexts, device);
      await page.goto(path);
      return page;
    });
    await closeAll(contexts);
  },
});

async function start(
  file: string,
  template: string,
  environment: NodeJS.ProcessEnv,
): Promise<Started> {
  // On PostgreSQL the template is a database, and what lies in files is the folder's alone.
  const database = template.startsWith('postgres') ? await copyDatabase(template) : undefined;
  const server = database
    ? await TestServer.start(undefined, { env: { ...environment, DATABASE_URL: database.url } })
    : await TestServer.start(template, { env: environment });
  return {
    file,
    server,
    duty: new Duty(server),
    async remove() {
      await server.remove();
      await database?.drop();
    },
  };
}

/** Who accepts chats, said by each agent's own session. */
class Duty {
  readonly #server: TestServer;
  readonly #sessions = new Map<Name, APIRequestContext>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  async set(name: Name, acceptsChats: boolean): Promise<void> {
    const session = this.#sessions.get(name) ?? (await this.#open(name));
    const answer = await session.post('/agentchat/availability', { data: { acceptsChats } });
    // Who was suspended, or signed out everywhere, is off duty for good.
    if (!answer.ok() && answer.status() !== 401) {
      throw new Error(`${name} could not be put on or off duty: ${answer.status()}`);
    }
  }

  async #open(name: Name): Promise<APIRequestContext> {
    const session = await request.newContext({
      baseURL: this.#server.origin,
      extraHTTPHeaders: { Origin: this.#server.origin },
    });
    await openSession(session, this.#server, name);
    this.#sessions.set(name, session);
    return session;
  }
}

/**
 * Leaves the session's cookie with `session`, as the form would; the form itself has tests of its
 * own (accounts.spec.ts, start.spec.ts), and costs each other test a page.
 */
export async function openSession(
  session: APIRequestContext,
  server: TestServer,
  name: Name,
): Promise<void> {
  const { email, password } = CAST[name];
  const enter = () =>
    session.post(`${server.origin}/login`, {
      form: { email, password },
      headers: { Origin: server.origin },
    });
  let answer = await enter();
  // One file may sign the same person in more often than anybody does: it waits as they would.
  while (answer.status() === 429) {
    await setTimeout(1000 * Number(answer.headers()['retry-after'] ?? 1));
    answer = await enter();
  }
}

/** Closes the browsers of a test. A routed request that is still on its way would fail the next test of the worker. */
async function closeAll(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await Promise.all(contexts.map((context) => context.close()));
}

async function newPage(
  browser: Browser,
  server: TestServer,
  contexts: BrowserContext[],
  device: BrowserContextOptions = {},
) {
  const context = await browser.newContext({ ...device, baseURL: server.origin });
  waitForHydration(context);
  contexts.push(context);
  return context.newPage();
}
