import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

// What goes wrong around somebody who answers visitors, and what their desk makes of it.
test.slow();

test('a server that goes away while one types and resolves takes nothing along, and nothing is done twice', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Could you tell me the price?');
  await openThread(maya, VISITORS.elena);
  const box = maya.getByPlaceholder('Write a reply');
  await box.fill('The price is');
  await server.kill();
  await box.pressSequentially(' $80.');
  await box.press('Enter');
  await expect(messagesOf(maya).last()).toContainText('The price is $80.');
  // What cannot be done now is said, and what is shown is how it stands.
  await maya.getByRole('main').getByRole('button', { name: 'Resolve' }).click();
  await expect(maya.getByRole('main').getByRole('button', { name: 'Resolve' })).toBeVisible();
  await server.restart();
  await expect(messagesOf(visitor)).toHaveText([/tell me the price/, /The price is \$80\./], {
    timeout: 60_000,
  });
  await expect(messagesOf(maya)).toHaveCount(2);
  await expect(box).toHaveValue('');
  await maya.getByRole('main').getByRole('button', { name: 'Resolve' }).click();
  await expect(entryOf(maya, VISITORS.elena)).toHaveCount(0);
});

test('a limit below what somebody has takes nobody away from them, and gives them nobody either', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const has = [VISITORS.priya, VISITORS.noor];
  for (const email of has) {
    const visitor = await visit();
    await startChat(visitor, email);
    await sendText(visitor, 'Hello');
    await expect(entryOf(maya, email)).toContainText('Needs response');
  }
  const ines = await signIn('ines', '/desk');
  await ines.getByLabel('Chat limit of Maya Okafor', { exact: true }).fill('1');
  await ines.getByRole('button', { name: 'Save the chat limit of Maya Okafor' }).click();
  await expect(ines.getByText('Maya Okafor now answers up to 1 chat at once.')).toBeVisible();
  await expect(ines.getByTestId('agent').filter({ hasText: 'Maya' })).toContainText('2 of 1');
  const next = await visit();
  await startChat(next, VISITORS.kofi);
  await sendText(next, 'And me?');
  await expect(next.getByText('You are number 1 in the queue')).toBeVisible();
  for (const email of has) await expect(entryOf(maya, email)).toBeVisible();
  await expect(entryOf(maya, VISITORS.kofi)).toHaveCount(0);
  // One of two is one too many still; with none, there is room for whoever waits.
  for (const [index, email] of has.entries()) {
    await openThread(maya, email);
    await maya.getByRole('main').getByRole('button', { name: 'Resolve' }).click();
    await expect(entryOf(maya, email)).toHaveCount(0);
    if (index === 0) await expect(next.getByText('You are number 1 in the queue')).toBeVisible();
  }
  await expect(next.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
  await openThread(maya, VISITORS.kofi);
  await maya.getByRole('main').getByRole('button', { name: 'Resolve' }).click();
  await ines.getByLabel('Chat limit of Maya Okafor', { exact: true }).fill('');
  await ines.getByRole('button', { name: 'Save the chat limit of Maya Okafor' }).click();
});

test('a team that is deleted and a topic that is taken away leave their conversations where they are', async ({
  signIn,
  visit,
}) => {
  const leo = await signIn('leo');
  const ines = await signIn('ines', '/team');
  await ines.getByText('Add a team').click();
  await ines.getByLabel('Name').fill('Passing');
  await ines.getByLabel('Leo Marchetti').check();
  await ines.getByLabel('Sales Inquiry').check();
  await ines.getByRole('button', { name: 'Add team' }).click();
  await expect(ines.getByText('The team Passing is added.')).toBeVisible();
  const visitor = await visit();
  await startChat(visitor, VISITORS.walter);
  await sendText(visitor, 'Hello');
  await openThread(leo, VISITORS.walter);
  const team = ines.getByTestId('team');
  await team.locator('summary').click();
  await team.getByRole('button', { name: 'Delete Passing' }).click();
  await ines.getByRole('button', { name: 'Delete the team Passing' }).click();
  await expect(team).toHaveCount(0);

  await ines.goto('/team/content');
  await ines.getByRole('link', { name: 'Sales Inquiry', exact: true }).click();
  await ines.getByLabel('No longer offered').check();
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Draft saved.')).toBeVisible();
  await ines.goto('/team/content/publish');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live/)).toBeVisible();

  await sendText(visitor, 'Still there?');
  await leo.reload();
  await expect(entryOf(leo, VISITORS.walter)).toContainText('Needs response');
  await expect(leo.locator('main > header')).toContainText('Sales Inquiry');
  await leo.getByPlaceholder('Write a reply').fill('I am.');
  await leo.getByPlaceholder('Write a reply').press('Enter');
  await expect(messagesOf(visitor).last()).toContainText('I am.');
  await expect(entryOf(leo, VISITORS.walter)).not.toContainText('Needs response');
  await leo.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await expect(leo.getByRole('group', { name: 'Hand over to' })).toBeVisible();
  await expect(leo.getByRole('group', { name: 'Teams' })).toHaveCount(0);
  await expectAccessible(leo);

  // The settings name it still, and say that nobody chooses it.
  const henrik = await signIn('henrik', '/team/settings');
  await expect(henrik.getByLabel('Answer target: Sales Inquiry')).toHaveAccessibleDescription(
    /No longer offered\./,
  );
});
