import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

test('a visitor rates a completed chat; the agent sees it, and a manager finds it in the report', async ({
  browser,
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Hello');
  await openThread(maya, VISITORS.elena);
  await reply(maya, 'Good morning, Elena');
  await expect(visitor.getByText('Good morning, Elena')).toBeVisible();
  await expect(visitor.getByText('How was this chat?')).toHaveCount(0);
  await maya.getByRole('button', { name: 'Resolve' }).click();

  // By keyboard alone: arrows rate, words may follow.
  const stars = visitor.getByRole('group', { name: 'How was this chat?' });
  await stars.getByRole('radio', { name: '1 of 5: Very bad' }).focus();
  for (let step = 0; step < 3; step += 1) await visitor.keyboard.press('ArrowRight');
  await expect(stars.getByRole('radio', { name: '4 of 5: Good' })).toBeChecked();
  const thread = maya.getByRole('main', { name: `Conversation with ${VISITORS.elena}` });
  await expect(thread.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
  await expect(visitor.getByText('Thank you. Your rating is saved.')).toBeVisible();
  await visitor.getByLabel('Anything we should know?').fill('=Friendly');
  await expectAccessible(visitor, 'dialog');
  await visitor.getByRole('button', { name: 'Add comment' }).press('Enter');
  await expect(thread.getByText('=Friendly')).toBeVisible();

  // After a reload it is still there, and can be changed.
  await visitor.reload();
  await visitor.getByRole('button', { name: /^Open chat/ }).click();
  await expect(stars.getByRole('radio', { name: '4 of 5: Good' })).toBeChecked();
  await stars.getByRole('radio', { name: '5 of 5: Very good' }).check();
  await expect(thread.getByRole('img', { name: '5 of 5 stars' })).toBeVisible();

  const ines = await signIn('ines', '/team/reports?period=today');
  await expect(ines.getByText('=Friendly')).toBeVisible();
  await expect(ines.getByRole('img', { name: /^Conversations by hour of day/ })).toBeVisible();
  await ines.getByText('Table by agent', { exact: true }).click();
  await expect(ines.getByRole('row', { name: /^Maya Okafor/ })).toContainText('not enough data');
  await expectAccessible(ines);
  await ines.setViewportSize({ width: 320, height: 800 });
  const width = await ines.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);

  const download = ines.waitForEvent('download');
  await ines.getByRole('button', { name: 'Download table by agent as CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.startsWith('\uFEFFAgent,Conversations,')).toBe(true);
  expect(csv).toContain('\r\nMaya Okafor,1,');

  // Without scripts: the period is a form that asks with GET.
  const plain = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(CAST.henrik.email);
  await page.getByLabel('Password', { exact: true }).fill(CAST.henrik.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto('/team/reports');
  await page.getByLabel('From', { exact: true }).fill('2026-03-02');
  await page.getByLabel('To', { exact: true }).fill('2026-03-01');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText("The first day can't be after the last day.")).toBeVisible();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-03-01');
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/period=7$/);
  await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true');
  await page.goto('/team/audit');
  await expect(page.getByRole('row').filter({ hasText: 'Report exported' })).toContainText(
    CAST.ines.email,
  );
  await plain.close();
});
