import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { CAST } from './cast.ts';
import { TestServer } from './server.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Somebody of the cast in a browser of their own, signed in and on the dashboard. */
  readonly signIn: (name: keyof typeof CAST) => Promise<Page>;
  /** A visitor's browser that nobody else has used. */
  readonly visit: (path?: string) => Promise<Page>;
}

interface WorkerFixtures {
  /** One server for all tests of a worker; a test that kills it restarts it. */
  readonly server: TestServer;
}

/** End-to-end tests against the built server. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const template = process.env.EMBARKA_E2E_TEMPLATE;
      if (!template) throw new Error('Run the end-to-end tests with npm run test:e2e');
      const server = await TestServer.start(template);
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  signIn: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name) => {
      const page = await newPage(browser, server, contexts);
      await page.goto('/login');
      await page.getByLabel('Email').fill(CAST[name].email);
      await page.getByLabel('Password', { exact: true }).fill(CAST[name].password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL('**/agentchat');
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  visit: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (path = '/') => {
      const page = await newPage(browser, server, contexts);
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

async function newPage(browser: Browser, server: TestServer, contexts: BrowserContext[]) {
  const context = await browser.newContext({ baseURL: server.origin });
  contexts.push(context);
  return context.newPage();
}
