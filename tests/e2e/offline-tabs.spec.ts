import type { Page } from '@playwright/test';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

const EACH = 4;

const textsOf = async (page: Page) => {
  const texts = await messagesOf(page).allInnerTexts();
  return texts.flatMap((text) => /(?:one|other) \d/.exec(text)?.[0] ?? []);
};

test('two tabs that write for a day without a network send everything once, in one order', async ({
  visit,
  signIn,
}) => {
  test.slow();
  const agent = await signIn('maya');
  const one = await visit();
  const context = one.context();
  await startChat(one, VISITORS.elena);
  await sendText(one, 'Hello');
  await expect(messagesOf(one).filter({ hasText: 'Hello' })).toHaveCount(1);
  const other = await context.newPage();
  await other.goto('/services');
  await other.getByRole('button', { name: 'Open chat' }).click();
  await expect(messagesOf(other).filter({ hasText: 'Hello' })).toHaveCount(1);

  const tabs = { one, other };
  for (const page of Object.values(tabs)) await page.clock.install();
  await context.setOffline(true);
  for (let count = 1; count <= EACH; count += 1) {
    for (const [name, page] of Object.entries(tabs)) {
      await sendText(page, `${name} ${count}`);
      // Shown at once, though nobody has it yet.
      await expect(messagesOf(page).filter({ hasText: `${name} ${count}` })).toHaveCount(1);
      await page.clock.fastForward('03:00:00');
    }
  }
  await context.setOffline(false);

  const numbers = Array.from({ length: EACH }, (_, index) => index + 1);
  const all = numbers.flatMap((count) => [`one ${count}`, `other ${count}`]).toSorted();
  for (const page of Object.values(tabs)) {
    await page.clock.fastForward('00:01:00');
    await expect.poll(async () => (await textsOf(page)).toSorted()).toEqual(all);
  }
  const order = await textsOf(one);
  // What one tab wrote is in the order it was written in.
  for (const name of Object.keys(tabs)) {
    const own = order.filter((text) => text.startsWith(`${name} `));
    expect(own).toEqual(own.toSorted());
  }
  await expect.poll(() => textsOf(other)).toEqual(order);
  await openThread(agent, VISITORS.elena);
  await expect.poll(() => textsOf(agent)).toEqual(order);
  // Whoever goes on within two hours finds it all again.
  await sendText(one, `one ${EACH + 1}`);
  order.push(`one ${EACH + 1}`);
  await expect.poll(() => textsOf(other)).toEqual(order);
  for (const page of Object.values(tabs)) {
    await page.reload();
    await page.getByRole('button', { name: 'Open chat' }).click();
    await expect.poll(() => textsOf(page)).toEqual(order);
  }
});
