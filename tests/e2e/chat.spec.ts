import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test(
  'a visitor and an agent in two browsers exchange messages',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const agent = await signIn('maya');
    await expect(agent.getByText('No conversations assigned yet')).toBeVisible();
    const visitor = await visit('/services/graphics/book-design');
    await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
    await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
    await visitor.getByLabel('Your email').fill(VISITORS.elena);
    await visitor.getByRole('button', { name: 'Continue' }).click();
    await expect(visitor.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
    await expect(visitor.getByText('Thank you! Connecting you with a specialist...')).toBeVisible();

    await sendText(visitor, 'Is the book layout still $1,750?');
    await openThread(agent, VISITORS.elena);
    await expect(messagesOf(agent)).toContainText(['Is the book layout still $1,750?']);
    await expect(agent.getByRole('main').getByText('Book Design')).toBeVisible();

    await agent.getByRole('button', { name: 'Send Welcome' }).click();
    await expect(messagesOf(visitor)).toContainText([
      'Is the book layout still $1,750?',
      'Hello, this is Maya Okafor',
    ]);
    await expect(agent.getByRole('button', { name: 'Send Welcome' })).toBeHidden();
    await reply(agent, 'It is.\n1. You send the manuscript\n2. We share two sample spreads');
    await expect(messagesOf(visitor).getByRole('listitem')).toHaveText([
      '1. You send the manuscript',
      '2. We share two sample spreads',
    ]);
  },
);

test(
  'messages written while the connection is cut arrive once and in order',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const agent = await signIn('maya');
    const visitor = await visit();
    await startChat(visitor, VISITORS.priya);
    await sendText(visitor, 'one');
    await openThread(agent, VISITORS.priya);
    await expect(messagesOf(agent)).toHaveText([/one/]);

    await visitor.context().setOffline(true);
    await sendText(visitor, 'two');
    await sendText(visitor, 'three');
    await expect(visitor.getByText('No connection').first()).toBeVisible();
    await reply(agent, 'four');
    await expect(messagesOf(agent)).toHaveText([/one/, /four/]);
    await expect(agent.getByText('Sending...')).toHaveCount(0);
    await visitor.context().setOffline(false);

    const converged = [/one/, /four/, /two/, /three/];
    await expect(messagesOf(visitor)).toHaveText(converged);
    await expect(messagesOf(agent)).toHaveText(converged);
  },
);

test(
  'a server killed between commit and publish loses and doubles nothing',
  { tag: '@journey' },
  async ({ server, signIn, visit }) => {
    const agent = await signIn('maya');
    const visitor = await visit();
    await startChat(visitor, VISITORS.daniel);
    await sendText(visitor, 'before the storm');
    await expect(messagesOf(visitor)).toHaveText([/before the storm/]);

    await server.dieBeforeNextPublish();
    await sendText(visitor, 'in the storm');
    await server.ended();
    await expect(visitor.getByText('No connection').first()).toBeVisible();
    await server.restart();

    const converged = [/before the storm/, /in the storm/];
    await expect(messagesOf(visitor)).toHaveText(converged, { timeout: 30_000 });
    await expect(visitor.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await visitor.reload();
    await visitor.getByRole('button', { name: 'Open chat' }).click();
    await expect(messagesOf(visitor)).toHaveText(converged);
    await openThread(agent, VISITORS.daniel);
    await expect(messagesOf(agent)).toHaveText(converged);
  },
);

test('while nothing can be stored both sides are told, and what they wrote arrives afterwards', async ({
  server,
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.noor);
  await sendText(visitor, 'with room');
  await openThread(agent, VISITORS.noor);
  await server.fillDisk();
  await expect.poll(() => server.output).toContain('the database is read-only');
  await sendText(visitor, 'without room');
  await reply(agent, 'none here, too');
  for (const page of [visitor, agent]) {
    await expect(page.getByText("The service isn't available right now").first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  }
  await server.freeDisk();
  for (const page of [visitor, agent]) {
    await expect(messagesOf(page)).toHaveCount(3, { timeout: 40_000 });
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0, { timeout: 40_000 });
    await expect(messagesOf(page).filter({ hasText: 'without room' })).toHaveCount(1);
    await expect(messagesOf(page).filter({ hasText: 'none here, too' })).toHaveCount(1);
  }
});

test('a stranger who types the visitor’s address sees nothing of theirs', async ({
  signIn,
  visit,
}) => {
  await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'My order number is 4711');
  await expect(messagesOf(visitor)).toHaveText([/4711/]);

  const stranger = await visit();
  await startChat(stranger, VISITORS.elena);
  await expect(messagesOf(stranger)).toHaveCount(0);
  await expect(stranger.getByText('4711')).toHaveCount(0);
});

test('a stranger who holds the conversation’s id can neither read, write nor listen', async ({
  visit,
}) => {
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'Only for the agent');
  await expect(messagesOf(visitor)).toHaveText([/Only for the agent/]);
  const stored = await visitor.evaluate(() => localStorage.getItem('visitor_chat_data'));
  const { conversationId } = JSON.parse(stored ?? '{}') as { conversationId: string };

  const stranger = await visit();
  await startChat(stranger, VISITORS.daniel);
  const messages = `/chat/conversations/${conversationId}/messages`;
  const answers = await stranger.evaluate(async (url) => {
    const read = await fetch(url);
    const write = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId: crypto.randomUUID(), text: 'Let me in' }),
    });
    return [read.status, write.status, await read.text()];
  }, messages);
  expect(answers.slice(0, 2)).toEqual([404, 404]);
  expect(answers[2]).not.toContain('Only for the agent');

  // The id planted in local storage opens nothing either: the chat starts anew.
  await stranger.evaluate((text) => localStorage.setItem('visitor_chat_data', text ?? ''), stored);
  await stranger.reload();
  await stranger.getByRole('button', { name: 'Open chat' }).click();
  await expect(stranger.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
  await expect(stranger.getByText('Only for the agent')).toHaveCount(0);
  await expect(messagesOf(visitor)).toHaveText([/Only for the agent/]);
});
