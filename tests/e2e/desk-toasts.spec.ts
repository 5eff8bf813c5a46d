import type { Page } from '@playwright/test';
import { CAST, VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const MESSAGES = '**/agentchat/conversations/*/messages';
const NOT_SENT = 'Failed to send message. Please try again.';
const WELCOME_NOT_SENT = 'Failed to send welcome message. Please try again.';

/** What stands at the middle of a button is the button. */
async function expectUncovered(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  const isOnTop = await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop).toBe(true);
}

// Two browsers each, on a machine that may be busy.
test.slow();

test('a message and a welcome that cannot be saved are said in a toast and kept', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Hello');
  await openThread(agent, VISITORS.elena);

  const answers = [500, 403, 'lost'] as const;
  let at = 0;
  let isLetThrough = false;
  await agent.route(MESSAGES, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const isWelcome = route.request().postData()?.includes('How can I help you');
    if (isWelcome && isLetThrough) return route.fallback();
    const answer = answers[Math.min(at, 2)] ?? 'lost';
    if (answer === 'lost') return route.abort();
    return route.fulfill({ status: answer, json: { error: { message: 'No.' } } });
  });
  await agent.getByRole('button', { name: 'Send Welcome' }).click();
  await expect(agent.getByText(WELCOME_NOT_SENT)).toBeVisible();
  await expect(messagesOf(agent).last()).toContainText(`Hello, this is ${CAST.maya.fullName}.`);
  await expect(agent.getByText(NOT_SENT)).toHaveCount(0);

  // Again after Retry, and again in its own words; gone with the message that went out.
  await agent.getByRole('button', { name: 'Dismiss' }).click();
  at = 1;
  await agent.getByRole('button', { name: 'Retry' }).click();
  await expect(agent.getByText(WELCOME_NOT_SENT)).toBeVisible();
  at = 2;
  await reply(agent, 'The price is $1,750');
  await expect(agent.getByText(NOT_SENT)).toBeVisible();
  await expect(messagesOf(agent)).toContainText(['Hello', 'Hello, this is', 'The price is $1,750']);
  await expect(agent.getByRole('button', { name: 'Retry' })).toHaveCount(2);
  // The refused one waits for its author; the other goes out by itself as soon as it can.
  isLetThrough = true;
  await agent.getByRole('button', { name: 'Retry' }).first().click();
  await expect(messagesOf(visitor)).toHaveCount(2);
  await agent.unroute(MESSAGES);
  await expect(agent.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(messagesOf(visitor)).toHaveCount(3);
  await expect(messagesOf(visitor)).toContainText(['Hello', 'Hello, this is', 'The price is']);
  await expect(agent.getByText(NOT_SENT)).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`at ${width} px a toast leaves the buttons of the thread free`, async ({
    signIn,
    visit,
  }) => {
    const agent = await signIn('maya');
    await agent.setViewportSize({ width, height: 844 });
    const visitor = await visit();
    await startChat(visitor, VISITORS.daniel);
    await sendText(visitor, 'About my order');
    await openThread(agent, VISITORS.daniel);
    const other = await visit();
    await startChat(other, VISITORS.priya);
    await sendText(other, `A second visitor at ${width}`);
    await expect(agent.getByText('New message from')).toBeVisible();
    await agent.getByText('New message from').hover();
    await expectUncovered(agent, 'Resolve');
    await expectUncovered(agent, 'More');
    await agent.getByRole('textbox', { name: 'Write a reply' }).fill('a');
    await expectUncovered(agent, 'Send reply');
    await agent.getByText('New message from').click();
    await expect(messagesOf(agent).last()).toHaveText(new RegExp(`A second visitor at ${width}`));
    if (width > 1000) await expect(entryOf(agent, VISITORS.priya)).toBeVisible();
  });

  test(`at ${width} px the reply box is 44 px high, grows to 120 and shrinks again`, async ({
    signIn,
    visit,
  }) => {
    const agent = await signIn('maya');
    await agent.setViewportSize({ width, height: 844 });
    const visitor = await visit();
    await visitor.setViewportSize({ width, height: 844 });
    await startChat(visitor, VISITORS.noor);
    await sendText(visitor, 'How high is this box?');
    await openThread(agent, VISITORS.noor);
    const sides = [
      { box: agent.getByRole('textbox', { name: 'Write a reply' }), empty: 44 },
      { box: visitor.getByRole('textbox', { name: 'Message' }), empty: 48 },
    ];
    for (const { box, empty } of sides) {
      const height = async () => (await box.boundingBox())?.height;
      expect(await height()).toBe(empty);
      await box.fill('one\ntwo\nthree');
      expect(await height()).toBeGreaterThan(empty);
      await box.fill('line\n'.repeat(40));
      expect(await height()).toBe(120);
      await box.press('Enter');
      await expect(box).toHaveValue('');
      expect(await height()).toBe(empty);
    }
  });
}
