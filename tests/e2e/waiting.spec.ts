import { VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { listMails } from '../support/mails.ts';
import { mailedLink } from '../support/mailed-links.ts';

const MINUTE_MS = 60_000;
/** The chores come round in real seconds, whatever the server's clock says. */
const WITH_THE_NEXT_ROUND = { timeout: 30_000 };

test('answers that stay unread are mailed once, and the link goes on with the chat elsewhere', async ({
  server,
  signIn,
  visit,
}) => {
  test.slow();
  const agent = await signIn('maya');
  const laptop = await visit();
  await startChat(laptop, VISITORS.astrid);
  await sendText(laptop, 'Please write to me when you know the price');
  await openThread(agent, VISITORS.astrid);
  await expect(messagesOf(agent)).toHaveText([/know the price/]);
  await laptop.context().close();
  await expect(agent.getByText('Offline')).toBeVisible();
  await reply(agent, 'It is $1,750');
  await reply(agent, 'Two rounds of changes are included');
  // Saved, not only on its way: what is written after the clock has moved is due later.
  await expect(messagesOf(agent)).toContainText([/price/, /1,750.*Saved/s, /Two rounds.*Saved/s]);
  const mails = async () => (await listMails(server)).length;
  expect(await mails()).toBe(0);

  await server.shiftClock(3 * MINUTE_MS);
  await expect.poll(mails, WITH_THE_NEXT_ROUND).toBe(1);
  const link = await mailedLink(server, VISITORS.astrid, /^A reply from Embarka$/);
  const phone = await visit(link);
  await phone.getByRole('button', { name: 'Continue here' }).click();
  await expect(phone.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
  await expect(messagesOf(phone)).toHaveText([/know the price/, /\$1,750/, /Two rounds/]);
  await sendText(phone, 'That suits me');
  await expect(messagesOf(agent).last()).toContainText('That suits me');
  expect(await mails()).toBe(1);
});

test('whoever waits for a minute goes to an agent who is there', async ({
  server,
  signIn,
  visit,
}) => {
  test.slow();
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.mateo);
  await sendText(visitor, 'Is anybody there?');
  await expect(visitor.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
  await openThread(maya, VISITORS.mateo);
  await expect(messagesOf(maya)).toHaveText([/anybody there/]);
  const leo = await signIn('leo');

  await server.shiftClock(5 * MINUTE_MS);
  await expect(visitor.getByRole('dialog', { name: 'Chat with Leo Marchetti' })).toBeVisible(
    WITH_THE_NEXT_ROUND,
  );
  await expect(entryOf(maya, VISITORS.mateo)).toHaveCount(0);
  await expect(maya.getByPlaceholder('Write a reply')).toHaveCount(0);
  await openThread(leo, VISITORS.mateo);
  await reply(leo, 'Here I am');
  await expect(messagesOf(visitor)).toHaveText([/anybody there/, /Here I am/]);
});

test('with nobody else there the visitor is told that the answer also comes by e-mail', async ({
  server,
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await visitor.clock.install();
  await startChat(visitor, VISITORS.walter);
  await sendText(visitor, 'I can wait');
  await expect(entryOf(agent, VISITORS.walter)).toContainText('I can wait');

  await server.shiftClock(7 * MINUTE_MS);
  await visitor.clock.fastForward(MINUTE_MS + 1000);
  await expect(visitor.getByText(/You don't need to wait here/)).toContainText(
    `We'll also send the answer by email to ${VISITORS.walter}`,
  );
  await openThread(agent, VISITORS.walter);
  await reply(agent, 'Thank you for waiting');
  await expect(messagesOf(visitor).last()).toContainText('Thank you for waiting');
  await expect(visitor.getByText(/You don't need to wait here/)).toHaveCount(0);
});
