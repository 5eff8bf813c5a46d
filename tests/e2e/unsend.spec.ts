import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

const MINUTE_MS = 60_000;
const SECRET = 'The lighthouse keys are under the mat';

test('each side takes its own message back, and nothing of it is left anywhere', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, `Wrong window: ${SECRET}`);
  await openThread(maya, VISITORS.elena);
  const other = await maya.context().newPage();
  await other.goto(maya.url());
  await expect(messagesOf(other)).toHaveText([/lighthouse/]);
  // Of others one takes nothing back.
  await expect(maya.getByRole('button', { name: 'Take back' })).toHaveCount(0);

  await messagesOf(visitor).last().hover();
  await visitor.getByRole('button', { name: 'Take back' }).click();
  for (const page of [visitor, maya, other]) {
    await expect(messagesOf(page)).toHaveText([/Message removed/]);
    await expect(page.getByText('lighthouse')).toHaveCount(0);
  }
  await expect(visitor.getByPlaceholder('Write a message')).toBeFocused();
  // Nobody waits for an answer to what was not said.
  await expect(entryOf(maya, VISITORS.elena)).toContainText('Message removed');
  await expect(maya.getByText('Needs response')).toHaveCount(0);

  await sendText(visitor, 'How much is a logo?');
  await reply(maya, `Not for you: ${SECRET}`);
  await expect(messagesOf(visitor).last()).toContainText('lighthouse');
  await expect(maya.getByText('Needs response')).toHaveCount(0);
  const own = messagesOf(maya).last().getByRole('button', { name: 'Take back' });
  await own.focus();
  await expectAccessible(maya);
  await own.press('Enter');
  for (const page of [visitor, maya, other]) {
    await expect(messagesOf(page)).toHaveText([/removed/, /How much/, /removed/]);
    await expect(page.getByText('lighthouse')).toHaveCount(0);
  }
  await expect(maya.getByPlaceholder('Write a reply')).toBeFocused();
  // The visitor waits again, since they asked.
  await expect(maya.getByText('Needs response').first()).toBeVisible();
  await expect(maya.getByRole('button', { name: 'Send Welcome' }).first()).toBeVisible();

  await maya.getByRole('searchbox', { name: 'Search conversations' }).fill('lighthouse');
  await expect(maya.getByText('No conversations found')).toBeVisible();
  for (const page of [visitor, maya]) {
    await page.reload();
  }
  await visitor.getByRole('button', { name: /^Open chat/ }).click();
  await expect(messagesOf(visitor)).toHaveText([/removed/, /How much/, /removed/]);
  await expect(messagesOf(maya)).toHaveText([/removed/, /How much/, /removed/]);
  await expectAccessible(visitor, 'dialog');
});

test('whoever was offline sees it when they are back, and the transcript has it too', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'Hello');
  await openThread(maya, VISITORS.priya);
  await reply(maya, SECRET);
  await expect(messagesOf(visitor).last()).toContainText('lighthouse');
  await visitor.context().setOffline(true);
  await messagesOf(maya).last().hover();
  await maya.getByRole('button', { name: 'Take back' }).click();
  await expect(messagesOf(maya).last()).toContainText('Message removed');
  await expect(messagesOf(visitor).last()).toContainText('lighthouse');
  await visitor.context().setOffline(false);
  await expect(messagesOf(visitor).last()).toContainText('Message removed');
  await expect(visitor.getByText('lighthouse')).toHaveCount(0);
});

test('for five minutes by the server’s clock, whatever this device’s says; later it is refused kindly', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  // A device that is an hour ahead.
  await visitor.clock.install({ time: Date.now() + 60 * MINUTE_MS });
  await startChat(visitor, VISITORS.astrid);
  await sendText(visitor, 'First');
  await openThread(maya, VISITORS.astrid);
  await reply(maya, 'An answer');
  const theirs = visitor.getByRole('button', { name: 'Take back' });
  await expect(theirs).toHaveCount(1);
  await expect(maya.getByRole('button', { name: 'Take back' })).toHaveCount(1);

  await server.shiftClock(5 * MINUTE_MS + 1000);
  await messagesOf(maya).last().hover();
  await maya.getByRole('button', { name: 'Take back' }).click();
  await expect(maya.getByText(/You can take back a message for five minutes/)).toBeVisible();
  await expect(messagesOf(maya).last()).toContainText('An answer');
  await messagesOf(visitor).first().hover();
  await theirs.click();
  await expect(visitor.getByRole('alert')).toContainText('five minutes');
  await expect(messagesOf(visitor).first()).toContainText('First');
});
