/**
 * `npm run shifts [-- ADDRESS …]`: layout shifts of every public and team page and of the chat, on
 * desktop and phone, while the typefaces are delayed by 1.5 seconds. Exits with 1 above the limit.
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import { startDemoServer } from './demo-server.ts';
import { findTeamPages, PUBLIC_PAGES } from './every-page.ts';
import { startChat } from '../tests/support/chat.ts';
import { findChromium } from './find-chromium.ts';
import { SHIFT_AT_MOST, shiftsOf, sumOf } from './late-typefaces.ts';
import { sandboxArguments } from './sandbox-arguments.ts';

const ADMIN = 'henrik.dahl@embarka.example';
const HELD_MS = 1500;
const SIZES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

const CHAT = '/services/graphics/book-design';
const openChat = (page: Page) => page.getByRole('button', { name: 'Open chat' }).click();

const asked = process.argv.slice(2).filter((argument) => argument.startsWith('/'));
const isAsked = (path: string) => asked.length === 0 || asked.includes(path);

const server = await startDemoServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArguments() });
try {
  const visitor = await openPage(browser, server.origin);
  const admin = await openPage(browser, server.origin);
  await signIn(admin, server.passwordOf(ADMIN));
  const table: Record<string, Record<string, number>> = {};
  const walk = async (page: Page, paths: readonly string[]) => {
    for (const path of paths.filter(isAsked)) table[path] = await measure(page, path);
  };
  await walk(visitor, PUBLIC_PAGES);
  await walk(admin, await findTeamPages(admin));
  if (asked.length === 0) {
    table['chat, topics'] = await measure(visitor, CHAT, openChat);
    table['chat, address'] = await measure(visitor, CHAT, async (page) => {
      await openChat(page);
      await page.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
      await page.getByLabel('Your email').waitFor();
    });
    await visitor.goto(CHAT);
    await startChat(visitor, 'jonas.weber@papermill.example');
    table['chat, conversation'] = await measure(visitor, CHAT);
  }
  console.table({ ...table, 'at most': { desktop: SHIFT_AT_MOST, phone: SHIFT_AT_MOST } });
} finally {
  await browser.close();
  await server.close();
}

async function openPage(from: Browser, baseURL: string): Promise<Page> {
  // The dashboard's service worker would serve the typefaces from its cache, without the delay.
  return (await from.newContext({ baseURL, serviceWorkers: 'block' })).newPage();
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMIN);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(/\/(?:agentchat|team\/setup)$/);
}

async function measure(
  page: Page,
  path: string,
  act?: (page: Page) => Promise<void>,
): Promise<Record<string, number>> {
  const row: Record<string, number> = {};
  for (const [name, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    const shifts = await shiftsOf(page, path, { heldMs: HELD_MS, ...(act && { act }) });
    const sum = Math.round(sumOf(shifts) * 10_000) / 10_000;
    row[name] = sum;
    if (sum <= SHIFT_AT_MOST) continue;
    process.exitCode = 1;
    for (const { value, of } of shifts) console.log(path, name, value.toFixed(4), of);
  }
  return row;
}
