import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { listMails, readMails } from '../support/mails.ts';
import type { TestServer } from '../support/server.ts';

const showAll = (page: Page) => page.getByRole('button', { name: 'All', exact: true }).click();
const mails = async (server: TestServer) =>
  (await Promise.all((await listMails(server)).map((file) => readFile(file, 'utf8')))).join('\n');
const writeNote = async (page: Page, text: string) => {
  await page.getByRole('button', { name: 'Private note' }).click();
  await page.getByPlaceholder('Write a private note').fill(text);
};

test('two people of the team see each other write, and taking over from one asks first', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const ines = await signIn('ines');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Is anybody there?');
  await openThread(maya, VISITORS.elena);
  await showAll(ines);
  await openThread(ines, VISITORS.elena);

  await writeNote(ines, 'Careful with');
  await expect(maya.getByText('Ines Duarte is writing…')).toBeVisible();
  // A visitor hears nothing of a note.
  await expect(visitor.getByText('Agent is typing...')).toHaveCount(0);
  await ines.getByPlaceholder('Write a private note').fill('');
  await expect(maya.getByText('Ines Duarte is writing…')).toHaveCount(0);

  await maya.getByPlaceholder('Write a reply').fill('A half-written ans');
  await expect(ines.getByText('Maya Okafor is writing…')).toBeVisible();
  await ines.getByRole('button', { name: 'Take over' }).click();
  const question = ines.getByRole('dialog', { name: /Maya Okafor is writing/ });
  await expectAccessible(ines, 'dialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(maya.getByPlaceholder('Write a reply')).toBeEditable();
  await ines.getByRole('button', { name: 'Take over' }).click();
  await question.getByRole('button', { name: 'Take over' }).click();
  await expect(visitor.getByRole('dialog', { name: 'Chat with Ines Duarte' })).toBeVisible();

  // Whoever lost the visitor keeps what they wrote, and knows who has them.
  const replyDraft = maya.getByPlaceholder('Write a reply');
  await expect(replyDraft).toHaveValue('A half-written ans');
  await expect(replyDraft).not.toBeEditable();
  await expect(maya.getByRole('button', { name: 'Send reply' })).toBeDisabled();
  await expect(maya.getByText('This visitor is now with Ines Duarte.').first()).toBeVisible();
  // What was true of the visitor is not said as if it were so now, and nothing is offered that is refused.
  await expect(maya.getByRole('region', { name: 'About this visitor' })).toHaveCount(0);
  await expect(maya.locator('main > header')).not.toContainText('Needs response');
  await replyDraft.press('Enter');
  // Nor is it lost with the page: a reload leads to no thread, and still says who has it.
  const again = await maya.context().newPage();
  await again.goto(maya.url());
  await expect(again.getByText('This visitor is now with Ines Duarte.')).toBeVisible();
  await expect(again.getByLabel('Your text. It can no longer be sent.')).toHaveValue(
    'A half-written ans',
  );
  await expectAccessible(again);
  await again.close();
  await reply(ines, 'Ines here');
  await expect(messagesOf(visitor)).toHaveText([/Is anybody/, /Ines here/]);
  await expectAccessible(maya);

  // Given back, it goes on where it was.
  await ines.getByRole('button', { name: 'More', exact: true }).click();
  await ines.getByRole('button', { name: /Maya Okafor/ }).click();
  await expect(replyDraft).toBeEditable();
  await expect(replyDraft).toHaveValue('A half-written ans');
  // A colleague has answered since it was begun: said once, and then it goes.
  await replyDraft.press('Enter');
  await expect(maya.getByText('Ines Duarte has answered in the meantime.')).toBeVisible();
  await expect(replyDraft).toHaveValue('A half-written ans');
  await expect(messagesOf(visitor)).toHaveCount(2);
  await maya.getByRole('button', { name: 'Send anyway' }).click();
  await expect(messagesOf(visitor).last()).toContainText('A half-written ans');
  await expect(replyDraft).toHaveValue('');
  // Warned of once, it warns of nothing that is known: the next answer goes at once.
  await reply(maya, 'And one more');
  await expect(messagesOf(visitor).last()).toContainText('And one more');
});

test('a note that mentions somebody tells them, and leads them to the thread', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'Can you do it in Portuguese?');
  await openThread(maya, VISITORS.priya);
  // Who waited for minutes would go to Leo.
  await maya.getByPlaceholder('Write a reply').fill('One moment, please.');
  await maya.getByPlaceholder('Write a reply').press('Enter');
  await expect(messagesOf(visitor)).toHaveText([/Portuguese/, /One moment/]);
  const leo = await signIn('leo');
  await expect(entryOf(leo, VISITORS.priya)).toHaveCount(0);

  await maya.getByRole('button', { name: 'Private note' }).click();
  const box = maya.getByRole('textbox', { name: 'Write a private note' });
  await box.pressSequentially('@mar');
  const people = maya.getByRole('listbox', { name: 'People to mention' });
  await expect(people.getByRole('option')).toHaveText([/Leo Marchetti/]);
  await expectAccessible(maya);
  await box.press('Enter');
  await expect(box).toHaveValue('@Leo Marchetti ');
  await box.pressSequentially('do you know the answer?');
  await box.press('Enter');
  await expect(maya.getByTestId('note')).toContainText('notifies Leo Marchetti');

  const toast = leo.getByRole('status').filter({ hasText: 'Maya Okafor mentioned you' });
  await expect(toast).toBeVisible();
  const mentions = leo.getByRole('region', { name: 'Mentions' });
  await expect(mentions.getByRole('button')).toHaveText([/Maya Okafor mentioned you.*do you know/]);
  await expectAccessible(leo);
  await mentions.getByRole('button').click();
  await expect(leo.getByTestId('note')).toContainText('@Leo Marchetti do you know the answer?');
  await expect(messagesOf(leo)).toHaveText([/Portuguese/, /One moment/]);
  await expect(mentions).toHaveCount(0);
  // Asked for a word: they read, and write notes, and answer nobody.
  await expect(leo.getByPlaceholder('Write a reply')).toHaveCount(0);
  await leo.getByPlaceholder('Write a private note').fill('Yes, fluently');
  await leo.getByPlaceholder('Write a private note').press('Enter');
  await expect(maya.getByTestId('note').last()).toContainText('Yes, fluently');
  await expect(visitor.getByText('fluently')).toHaveCount(0);

  await leo.context().close();
  await writeNote(maya, '@Leo Marchetti and one more thing');
  await maya.getByPlaceholder('Write a private note').press('Enter');
  await expect(maya.getByTestId('note').last()).toContainText('one more thing');
  await server.shiftClock(60_000);
  await expect
    .poll(() => mails(server), { timeout: 30_000 })
    .toContain('Maya Okafor mentioned you');
  // What is for Leo is told one after the other: what he saw on the dashboard was told nowhere else.
  const told = (await readMails(server)).filter((mail) => /^Subject: Maya Okafor ment/m.test(mail));
  expect(told).toHaveLength(1);
});
