import { chromium, expect, type Browser } from '@playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { CAST, VISITORS } from '../support/cast.ts';
import { waitForHydration } from '../support/hydrated.ts';
import { messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { TestCluster } from '../support/cluster.ts';
import { makeCast } from '../support/make-cast.ts';

let cluster: TestCluster;
let browser: Browser;

beforeAll(async () => {
  cluster = await TestCluster.start({ prepare: makeCast });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
});

afterAll(async () => {
  await browser.close();
  await cluster.stop();
});

const open = async (path: string) => {
  const context = await browser.newContext({ baseURL: cluster.origin });
  waitForHydration(context);
  const page = await context.newPage();
  await page.goto(path);
  return page;
};

test('a chat behind a balancer survives the death of one process, losing and doubling nothing', async () => {
  const agent = await open('/login');
  await agent.getByLabel('Email').fill(CAST.maya.email);
  await agent.getByLabel('Password', { exact: true }).fill(CAST.maya.password);
  await agent.getByRole('button', { name: 'Sign In' }).click();
  await expect(agent.getByText('No conversations assigned yet')).toBeVisible();
  const visitor = await open('/');
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'one');
  await openThread(agent, VISITORS.elena);
  await reply(agent, 'two');
  await expect(messagesOf(visitor)).toHaveText([/one/, /two/]);

  await cluster.processes[0]?.kill();
  await sendText(visitor, 'three');
  await reply(agent, 'four');
  await sendText(visitor, 'five');
  for (const page of [visitor, agent]) {
    await expect(messagesOf(page)).toHaveCount(5, { timeout: 20_000 });
  }
  const said = (await messagesOf(visitor).allTextContents()).join(' ');
  for (const word of ['one', 'two', 'three', 'four', 'five']) expect(said).toContain(word);
});
