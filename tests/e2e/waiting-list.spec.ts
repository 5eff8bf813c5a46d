import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

const PHONE = { width: 390, height: 844 };

const view = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: new RegExp(`^${name}`) });

const expectCounts = (page: Page, counts: readonly number[]) =>
  expect(page.getByTestId('view-count')).toHaveText(counts.map(String));

/** The server's time would put right a device whose clock the test moves. */
const withoutServerTime = (page: Page) =>
  page.route('/agentchat/**', async (route) => {
    const response = await route.fetch();
    const { date: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });

/** What stands at the middle of a button is the button. */
async function expectUncovered(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  const isOnTop = await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop).toBe(true);
}

test('an answered chat whose visitor writes again has its label, badge and waiting time', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'How much is it?');
  await openThread(agent, VISITORS.elena);
  const inboxRow = entryOf(agent, VISITORS.elena);
  await expect(inboxRow).toContainText('Needs response');
  await expect(inboxRow.getByTestId('wait')).toHaveText('now');
  await reply(agent, 'It is $80.');
  await expect(inboxRow).not.toContainText('Needs response');
  await expectCounts(agent, [1, 0, 0, 0]);
  await agent.keyboard.press('Tab');
  await agent.getByRole('main').getByRole('log').focus();
  await agent.keyboard.press('Escape');

  await sendText(visitor, 'And for two?');
  await expect(inboxRow).toContainText('Needs response');
  await expect(inboxRow).toContainText('1 unread');
  await expectCounts(agent, [1, 1, 0, 0]);
  // The waiting time grows by itself, without a reload.
  await withoutServerTime(agent);
  await agent.clock.install();
  await agent.reload();
  await expect(inboxRow.getByTestId('wait')).toHaveText('now');
  await agent.clock.fastForward(12 * 60_000);
  await expect(inboxRow.getByTestId('wait')).toHaveText('12 min');
  await agent.clock.fastForward(20 * 60_000);
  await expect(inboxRow.getByTestId('wait')).toHaveText('32 min Past the answer target.');
  await expectAccessible(agent);
});

test('a wait is measured by the server’s clock, whatever this device’s says', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  // A device that is an hour ahead.
  await agent.clock.install({ time: Date.now() + 60 * 60_000 });
  await agent.reload();
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'How much is it?');
  await expect(entryOf(agent, VISITORS.elena).getByTestId('wait')).toHaveText('now');
});

test('a row is 56 px high, and what it has no room for is left out whole', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  const email = 'a.rather.long.name@international-publishing-consortium.example';
  await startChat(visitor, email);
  await sendText(visitor, 'Everything I would like to know about the price of a whole series');
  const inboxRow = entryOf(agent, email);
  await expect(inboxRow).toContainText('Needs response');
  for (const width of [1920, 1440, 1280, 1024, 390]) {
    await agent.setViewportSize({ width, height: 900 });
    const { height, cut } = await inboxRow.evaluate((row) => {
      const parts = [...row.querySelectorAll('span.overflow-hidden.flex-wrap > *')];
      const line = parts[0]?.parentElement?.getBoundingClientRect();
      const shown = parts
        .map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }))
        .filter(({ box }) => line && box.width > 0 && box.top < line.bottom);
      return {
        height: row.getBoundingClientRect().height,
        cut: shown
          .filter(({ box }) => line && (box.right > line.right + 1 || box.bottom > line.bottom + 1))
          .map(({ text }) => text),
      };
    });
    expect(height, `at ${width} px`).toBe(56);
    expect(cut, `at ${width} px`).toEqual([]);
  }
  // Answered, so that nobody waits for the agents of the next test.
  await agent.setViewportSize({ width: 1440, height: 900 });
  await openThread(agent, email);
  await reply(agent, 'It depends on the number of pages.');
  await expect(inboxRow).not.toContainText('Needs response');
});

test('E resolves an unanswered chat, and Undo brings it back as it stood', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'Hello');
  const inboxRow = entryOf(agent, VISITORS.priya);
  await openThread(agent, VISITORS.priya);
  // Counted with her, and not before she came.
  const items = agent.getByRole('complementary').getByRole('listitem');
  await expect(agent.getByTestId('view-count').first()).toHaveText(String(await items.count()));
  const [open, waiting] = await agent.getByTestId('view-count').allTextContents();
  await agent.keyboard.press('e');
  await expect(agent.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(inboxRow).toHaveCount(0);
  await expect(agent.getByText('Resolved', { exact: true }).last()).toBeVisible();
  await agent.getByRole('button', { name: 'Undo' }).click();
  await expect(inboxRow).toContainText('Needs response');
  await expect(agent.getByTestId('view-count').first()).toHaveText(open ?? '');
  await expect(agent.getByTestId('view-count').nth(1)).toHaveText(waiting ?? '');
  await expect(agent.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(visitor.getByText('This conversation is completed.')).toHaveCount(0);

  // Without it, the visitor's next message does.
  await agent.keyboard.press('e');
  await expect(inboxRow).toHaveCount(0);
  await view(agent, 'Resolved').click();
  await expect(agent).toHaveURL(/view=resolved&c=conv_/);
  await expect(inboxRow).toBeVisible();
  await expect(inboxRow).not.toContainText('Needs response');
  await expect(visitor.getByText('This conversation is completed.')).toBeVisible();
  await sendText(visitor, 'One more thing');
  await expect(inboxRow).toHaveCount(0);
  await view(agent, 'Waiting').click();
  await expect(inboxRow).toContainText('Needs response');
});

test('a manager’s list says of a completed chat neither Needs response, Waiting nor Take', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.daniel);
  await sendText(visitor, 'Never mind');
  await openThread(agent, VISITORS.daniel);
  await agent.getByRole('button', { name: 'Resolve' }).click();
  await expect(agent.getByRole('button', { name: 'Reopen' })).toBeVisible();

  const ines = await signIn('ines', '/agentchat?scope=all&view=resolved');
  await openThread(ines, VISITORS.daniel);
  const inboxRow = entryOf(ines, VISITORS.daniel);
  await expect(inboxRow).not.toContainText(/Needs response|Waiting/);
  await expect(ines.getByRole('main')).not.toContainText(/Needs response|Waiting|Take/);
  await expect(ines.getByRole('button', { name: /Take|Send Welcome/ })).toHaveCount(0);
  // Reopening it is to have it.
  await ines.getByRole('button', { name: 'Reopen' }).click();
  await expect(ines.getByPlaceholder('Write a reply')).toBeVisible();
  await expect(ines.getByRole('button', { name: 'Resolve' })).toBeVisible();
});

test('queue, list and reports say the same of how many wait', async ({ signIn, visit }) => {
  const ines = await signIn('ines');
  const first = await visit();
  await startChat(first, VISITORS.kofi);
  await sendText(first, 'Is anybody there?');
  // Who has chosen a topic and written nothing waits for nothing.
  const second = await visit();
  await startChat(second, VISITORS.walter);
  await ines.goto('/agentchat?scope=queue');
  await expect(entryOf(ines, VISITORS.walter)).toBeVisible();
  await expect(entryOf(ines, VISITORS.walter)).not.toContainText(/Needs response|Waiting/);
  await expect(entryOf(ines, VISITORS.kofi)).toContainText('Needs response');
  await expect(ines.getByRole('button', { name: 'Queue 1 visitor waiting' })).toBeVisible();
  await view(ines, 'Waiting').click();
  await expect(entryOf(ines, VISITORS.walter)).toHaveCount(0);
  await ines.getByRole('button', { name: 'All', exact: true }).click();
  await expect(ines).toHaveURL(/scope=all&view=waiting/);
  const count = ines.getByTestId('view-count').nth(1);
  const entries = ines.getByRole('complementary', { name: 'Conversations' }).getByRole('listitem');
  // Until the list of everybody is there, both are those of the queue.
  await expect(entryOf(ines, VISITORS.kofi)).toBeVisible();
  await expect(async () => {
    expect(await count.textContent()).toMatch(/^[1-9]\d*$/);
    expect(await entries.count()).toBe(Number(await count.textContent()));
  }).toPass();
  const waiting = await count.textContent();
  await ines.goto('/team/reports');
  const figure = ines
    .locator('div')
    .filter({ has: ines.getByText('Waiting now', { exact: true }) });
  await expect(figure.last()).toContainText(`Waiting now${waiting}`);
});

test('nothing is needed, said with a key; snoozed, and back with the visitor’s message', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  // Where every button of the thread's head has room.
  await agent.setViewportSize({ width: 1920, height: 1000 });
  const visitor = await visit();
  await startChat(visitor, VISITORS.noor);
  await sendText(visitor, 'Thank you!');
  const inboxRow = entryOf(agent, VISITORS.noor);
  await openThread(agent, VISITORS.noor);
  await expect(agent.getByRole('button', { name: 'No answer needed' })).toBeVisible();
  await agent.keyboard.press('n');
  await expect(inboxRow).not.toContainText('Needs response');
  await expect(agent.getByRole('button', { name: 'No answer needed' })).toHaveCount(0);

  await sendText(visitor, 'When will it be ready?');
  await expect(inboxRow).toContainText('Needs response');
  await agent.keyboard.press('s');
  await expect(agent.getByRole('button', { name: 'In an hour' })).toBeFocused();
  await expectAccessible(agent);
  await agent.getByRole('button', { name: 'Tomorrow, 9:00' }).click();
  await expect(inboxRow).toHaveCount(0);
  await expect(agent.getByText(/^Snoozed until .* 9:00$/)).toBeVisible();
  await agent.getByRole('button', { name: 'Undo' }).click();
  await expect(inboxRow).toContainText('Needs response');

  await agent.getByRole('button', { name: 'Snooze', exact: true }).click();
  await agent.locator('#snooze-menu').getByLabel('Custom time').fill('2099-01-01T09:00');
  await agent.locator('#snooze-menu').getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(agent.getByText('Choose a time within the next year.')).toBeVisible();
  await agent.getByRole('button', { name: 'Snooze', exact: true }).click();
  await agent.getByRole('button', { name: 'In an hour' }).click();
  await view(agent, 'Snoozed').click();
  await expect(inboxRow).toBeVisible();
  await expect(inboxRow).not.toContainText('Needs response');
  await view(agent, 'Open').click();
  await expect(inboxRow).toHaveCount(0);
  await sendText(visitor, 'Hello?');
  await expect(inboxRow).toContainText('Needs response');
});

test('a visitor whose page is loaded again stands as online, not as gone', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.kofi);
  await sendText(visitor, 'One moment, I look for the number');
  await openThread(agent, VISITORS.kofi);
  const thread = agent.getByRole('main');
  await expect(thread.getByText('Online', { exact: true })).toBeVisible();
  await visitor.goto('about:blank');
  await expect(thread.getByText('Offline', { exact: true })).toBeVisible();
  await visitor.goto('/contact');
  await visitor.getByRole('button', { name: /Open chat/ }).click();
  await expect(messagesOf(visitor)).toHaveCount(1);
  await expect(thread.getByText('Online', { exact: true })).toBeVisible();
  await reply(agent, 'No hurry.');
});

test('who waits longest is first, where one asks for it, and the address keeps it', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const first = await visit();
  await startChat(first, 'waits.longest@northfold.example');
  await sendText(first, 'I was here first');
  const second = await visit();
  await startChat(second, 'waits.less@northfold.example');
  await sendText(second, 'And I came later');
  // Two who write in one moment come in either order.
  await expect(messagesOf(second)).toHaveText([/Sent/]);
  await sendText(first, 'Still here');
  await view(agent, 'Waiting').click();
  const items = agent.getByRole('complementary').getByRole('listitem');
  await expect(items.filter({ hasText: 'waits.' })).toContainText(['waits.longest', 'waits.less']);
  await sendText(second, 'Me too');
  await expect(items.filter({ hasText: 'waits.' })).toContainText(['waits.less', 'waits.longest']);
  const longest = agent.getByRole('button', { name: 'Longest waiting' });
  await longest.click();
  await expect(items.filter({ hasText: 'waits.' })).toContainText(['waits.longest', 'waits.less']);
  await agent.reload();
  await expect(longest).toHaveAttribute('aria-pressed', 'true');
  await expect(items.filter({ hasText: 'waits.' })).toContainText(['waits.longest', 'waits.less']);
  await agent.goBack();
  await expect(longest).toHaveAttribute('aria-pressed', 'false');
});

test('the thread has an address: Back, reload and links lead where they say', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.astrid);
  await sendText(visitor, 'Where was I?');
  const other = await visit();
  await startChat(other, VISITORS.mateo);
  await sendText(other, 'Somebody else');
  await openThread(agent, VISITORS.astrid);
  await expect(agent).toHaveURL(/\/agentchat\?c=conv_/);
  const address = agent.url();
  await openThread(agent, VISITORS.mateo);
  await agent.goBack();
  await expect(agent.getByRole('main', { name: VISITORS.astrid })).toBeVisible();
  await agent.goForward();
  await expect(agent.getByRole('main', { name: VISITORS.mateo })).toBeVisible();
  await agent.reload();
  await expect(messagesOf(agent)).toHaveText([/Somebody else/]);
  await agent.goto(address);
  await expect(messagesOf(agent)).toHaveText([/Where was I/]);
  await agent.keyboard.press('Escape');
  await expect(agent).toHaveURL(/\/agentchat$/);
  const noSuch = ['conv_1700000000000_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'a/b', '../inbox#', '..', '%'];
  for (const id of noSuch) {
    await agent.goto(`/agentchat?${new URLSearchParams({ c: id })}`);
    await expect(agent.getByText("This conversation isn't available.")).toBeVisible();
    await expect(agent).toHaveURL(/\/agentchat$/);
  }
});

test('on a phone Back leads to the list, a reload keeps the thread, and Resolve is undone', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  await agent.setViewportSize(PHONE);
  const visitor = await visit();
  await startChat(visitor, 'on.a.phone@northfold.example');
  await sendText(visitor, 'Are you on the train?');
  const inboxRow = entryOf(agent, 'on.a.phone@northfold.example');
  await openThread(agent, 'on.a.phone@northfold.example');
  await expect(inboxRow).toBeHidden();
  await agent.reload();
  await expect(messagesOf(agent)).toHaveText([/Are you on the train/]);
  await agent.goBack();
  await expect(inboxRow).toBeVisible();
  await expect(agent).toHaveURL(/\/agentchat$/);
  await inboxRow.click();
  await expect(messagesOf(agent)).toHaveCount(1);
  await agent.getByRole('button', { name: 'Back to the list' }).click();
  await expect(inboxRow).toBeVisible();
  await inboxRow.click();
  await expect(messagesOf(agent)).toHaveCount(1);

  // Where the times stand below other things in one menu, S leads to a time all the same.
  await agent.keyboard.press('s');
  await expect(agent.getByRole('button', { name: 'In an hour' })).toBeFocused();
  await agent.keyboard.press('Escape');
  await expect(agent.getByRole('button', { name: 'In an hour' })).toBeHidden();

  await agent.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(agent.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectUncovered(agent, 'Reopen');
  await expectUncovered(agent, 'More');
  await expectAccessible(agent);
  await agent.getByRole('button', { name: 'Undo' }).click();
  await expect(agent.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible();
  await expect(agent.getByRole('main').getByText('Needs response')).toBeVisible();
  await agent.keyboard.press('e');
  await expect(agent.getByRole('button', { name: 'Reopen', exact: true })).toBeVisible();
  await agent.goBack();
  await expect(inboxRow).toHaveCount(0);
  await view(agent, 'Resolved').click();
  await expect(inboxRow).toBeVisible();
});
