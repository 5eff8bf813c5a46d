import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

async function find(page: Page, email: string): Promise<void> {
  await page.goto('/team/visitors');
  await page.getByLabel('Search', { exact: true }).fill(email);
  await page.getByLabel('Search', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: email })).toBeVisible();
}

test(
  'an admin exports and erases a visitor, whose open chat starts anew',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const maya = await signIn('maya');
    const elena = await visit();
    await startChat(elena, VISITORS.elena);
    await sendText(elena, 'Hello, my order is late.');
    await openThread(maya, VISITORS.elena);
    await reply(maya, 'Let me look, Elena.');
    await expect(messagesOf(elena)).toHaveCount(2);

    const henrik = await signIn('henrik');
    await find(henrik, VISITORS.elena);
    const card = henrik.getByRole('region', { name: VISITORS.elena });
    await expect(card).toContainText('1 conversation');
    await expect(card).toContainText('2 messages');
    // The address is nowhere it could be logged or remembered.
    expect(henrik.url()).not.toContain('elena');

    const download = henrik.waitForEvent('download');
    await card.getByRole('button', { name: 'Download as JSON' }).click();
    const file = await (await download).path();
    const held = JSON.parse(await readFile(file, 'utf8')) as {
      about: string;
      conversations: { messages: { from: string; text: string }[] }[];
    };
    expect(held.about).toBe(VISITORS.elena);
    expect(held.conversations[0]?.messages).toMatchObject([
      { from: 'you', text: 'Hello, my order is late.' },
      { from: 'us', text: 'Let me look, Elena.' },
    ]);

    await card.getByLabel('Type the address to confirm').fill('elena');
    await card.getByRole('button', { name: 'Erase permanently' }).click();
    await expect(card).toContainText('Enter the address exactly as shown.');
    await card.getByLabel('Type the address to confirm').fill(VISITORS.elena);
    await card.getByRole('button', { name: 'Erase permanently' }).click();
    await expect(henrik.getByRole('status')).toContainText(
      'Erased: 1 conversation, 2 messages, 1 browser, 0 reviews deleted.',
    );
    await expect(card).toContainText('No data stored about this address');
    await expect(card.getByTestId('history').first()).toContainText('Visitor erased');

    // Nobody touched the visitor's page or the agent's: their sockets told them.
    await expect(elena.getByText('This chat is no longer open in this browser.')).toBeVisible();
    await expect(elena.getByText('Hello, my order is late.')).toBeHidden();
    await expect(entryOf(maya, VISITORS.elena)).toHaveCount(0);

    await henrik.goto('/team/audit');
    const certificate = henrik.getByRole('row').filter({ hasText: 'Visitor erased' });
    await expect(certificate).toContainText('1 conversation, 2 messages');
    expect(await henrik.getByRole('main').innerText()).not.toContain(VISITORS.elena);
  },
);

test('a manager blocks a visitor: the chat says so kindly, notes attempts, and opens again', async ({
  signIn,
  visit,
}) => {
  await signIn('maya');
  const kofi = await visit();
  await startChat(kofi, VISITORS.kofi);
  await sendText(kofi, 'You are all useless.');
  await expect(messagesOf(kofi)).toHaveText([/Sent/]);

  const ines = await signIn('ines');
  await find(ines, VISITORS.kofi);
  const card = ines.getByRole('region', { name: VISITORS.kofi });
  await expect(card.getByRole('button', { name: 'Erase permanently' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Download as JSON' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Block the visitor' }).click();
  await expect(card).toContainText('Enter a reason for your colleagues.');
  await card.getByLabel('Reason').fill('Insults the team.');
  await card.getByRole('button', { name: 'Block the visitor' }).click();
  await expect(ines.getByRole('status')).toContainText('The visitor is blocked');

  await sendText(kofi, 'And another thing.');
  await expect(kofi.getByText("The chat isn't available to you at the moment.")).toBeVisible();
  await kofi.getByRole('button', { name: 'Discard' }).click();
  await kofi.getByRole('button', { name: 'Start new chat' }).click();
  await kofi.getByRole('button', { name: 'General Questions', exact: true }).click();
  await expect(kofi.getByText("The chat isn't available to you at the moment.")).toBeVisible();

  await ines.goto('/team/visitors?show=blocked');
  const block = ines.getByTestId('block');
  await expect(block).toContainText('Insults the team.');
  await expect(block).toContainText('by Ines Duarte');
  await expect(block).toContainText('1 refused chat');
  await block.getByRole('button', { name: 'Unblock' }).click();
  await expect(ines.getByRole('status')).toContainText('This visitor can chat again.');
  await kofi.getByRole('button', { name: 'General Questions', exact: true }).click();
  await expect(kofi.getByPlaceholder('Write a message')).toBeEnabled();
});

test('agents and support open none of it, a manager does not export or erase, an admin may', async ({
  signIn,
  visit,
}) => {
  await startChat(await visit(), VISITORS.noor);
  const post = (page: Page, path: string, form: Record<string, string>) =>
    page.request.post(path, { form, headers: { Origin: new URL(page.url()).origin } });
  const erase = {
    intent: 'erase',
    email: VISITORS.noor,
    confirmation: VISITORS.noor,
    reviews: 'delete',
  };
  for (const name of ['maya', 'sam', 'ines'] as const) {
    const page = await signIn(name);
    const isManager = name === 'ines';
    const visitors = await page.request.get('/team/visitors');
    expect(visitors.status(), name).toBe(isManager ? 200 : 403);
    expect((await post(page, '/team/visitors', erase)).status(), name).toBe(403);
    const form = { email: VISITORS.noor };
    expect((await post(page, '/team/visitors/export', form)).status(), name).toBe(403);
    await page.context().close();
  }
  const henrik = await signIn('henrik');
  await find(henrik, VISITORS.noor);
  await expect(henrik.getByRole('region', { name: VISITORS.noor })).toContainText('1 conversation');
  await henrik.getByLabel('Reason').fill('To be seen in the list.');
  await henrik.getByRole('button', { name: 'Block the visitor' }).click();
  await expect(henrik.getByTestId('block')).toContainText('To be seen in the list.');
  await expectAccessible(henrik);
});
