/**
 * `npm run pictures`: takes the screenshots of the README, into docs/pictures. They show the built
 * product with demo data, including a real chat.
 */
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { openThread, reply, sendText } from '../tests/support/chat.ts';
import { startDemoServer, type DemoServer } from './demo-server.ts';
import { findChromium } from './find-chromium.ts';
import { sandboxArguments } from './sandbox-arguments.ts';

const AGENT = 'maya.okafor@embarka.example';
const VISITOR = 'jonas.weber@papermill.example';
const QUESTION = 'We have a 280-page manuscript with 30 pictures. Is the price still $1,750?';
const ANSWER = 'Hello Jonas! Yes, that is within the package. Shall I show you two sample spreads?';

const server = await startDemoServer();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: sandboxArguments(),
});
try {
  await takePages(browser, server);
  await takeChat(browser, server);
} finally {
  await browser.close();
  await server.close();
}

async function takePages(from: Browser, { origin }: DemoServer): Promise<void> {
  const light = await openPage(from, 'light');
  await light.goto(origin, { waitUntil: 'networkidle' });
  await save(light, 'home');
  await light.goto(`${origin}/services/graphics/book-design`, { waitUntil: 'networkidle' });
  await save(light, 'service');
  const dark = await openPage(from, 'dark');
  await dark.goto(origin, { waitUntil: 'networkidle' });
  await save(dark, 'dark');
}

async function takeChat(from: Browser, demo: DemoServer): Promise<void> {
  const agent = await openPage(from, 'light');
  await agent.goto(`${demo.origin}/login`);
  await agent.getByLabel('Email').fill(AGENT);
  await agent.getByLabel('Password', { exact: true }).fill(demo.passwordOf(AGENT));
  await agent.getByRole('button', { name: 'Sign In' }).click();
  await agent.waitForURL('**/agentchat');
  await agent.getByRole('heading', { name: 'Visitor Conversations' }).waitFor();

  const visitor = await openPage(from, 'light');
  await visitor.goto(`${demo.origin}/services/graphics/book-design`, { waitUntil: 'networkidle' });
  await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  await visitor.getByRole('button', { name: 'Sales Inquiry' }).click();
  await visitor.getByLabel('Your email').fill(VISITOR);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await visitor.getByPlaceholder('Write a message').waitFor();
  await sendText(visitor, QUESTION);
  await openThread(agent, VISITOR);
  await reply(agent, ANSWER);
  await visitor.getByText(ANSWER).waitFor();
  await visitor.mouse.move(0, 0);
  await save(visitor, 'chat');
  await save(agent, 'dashboard');
}

async function openPage(from: Browser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await from.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  });
  await page.screenshot({
    path: fileURLToPath(new URL(`../docs/pictures/${name}.png`, import.meta.url)),
  });
  console.log(`docs/pictures/${name}.png`);
}
