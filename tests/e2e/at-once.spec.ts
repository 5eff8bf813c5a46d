import type { Locator, Page } from '@playwright/test';
import { CAST, VISITORS } from '../support/cast.ts';
import { entryOf, openThread, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

// What several people, or one in several browsers, do to one visitor in the same moment.

const threadOf = (page: Page, email: string) =>
  page.getByRole('main', { name: `Conversation with ${email}` });

/** Without the browser's looking where it lies: several are pressed in the same moment. */
const pressAtOnce = (...buttons: readonly Locator[]) =>
  Promise.all(buttons.map((button) => button.dispatchEvent('click')));

/** What the thread says of how the visitor stands, without the time that goes by. */
async function readStatus(page: Page, email: string): Promise<string> {
  const header = threadOf(page, email).locator('header');
  const said = await header.innerText();
  return said.replaceAll(/\bnow\b|\d+ min/g, 'a while').replaceAll(/\s+/g, ' ');
}

/** That a screen is what one that is opened now shows: nothing was missed, nothing is only wished for. */
async function expectTrue(page: Page, email: string): Promise<void> {
  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  await expect(threadOf(fresh, email).getByTestId('message').first()).toBeVisible();
  await expect
    .poll(async () => {
      const [live, now] = await Promise.all([readStatus(page, email), readStatus(fresh, email)]);
      return live === now ? 'true' : `${live}, and not ${now}`;
    })
    .toBe('true');
  await fresh.close();
}

test('of two who take a visitor at once one has them, and the other reads who', async ({
  signIn,
  visit,
}) => {
  const sam = await signIn('sam', '/agentchat?scope=queue');
  const ines = await signIn('ines', '/agentchat?scope=queue');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Is anybody there?');
  for (const page of [sam, ines]) await openThread(page, VISITORS.elena);
  await pressAtOnce(
    ...[sam, ines].map((page) => page.getByRole('button', { name: 'Take', exact: true })),
  );
  await expect(visitor.getByRole('dialog', { name: /^Chat with / })).toBeVisible();
  const isSams = await visitor
    .getByRole('dialog', { name: `Chat with ${CAST.sam.fullName}` })
    .isVisible();
  const [has, hasNot] = isSams ? [sam, ines] : [ines, sam];
  await expect(has.getByPlaceholder('Write a reply')).toBeVisible();
  await expect(
    threadOf(has, VISITORS.elena).getByRole('button', { name: 'Resolve' }),
  ).toBeVisible();
  await expect(hasNot.getByPlaceholder('Write a reply')).toHaveCount(0);
  const name = isSams ? CAST.sam.fullName : CAST.ines.fullName;
  await expect(hasNot.getByText(`This visitor is now assigned to ${name}.`).first()).toBeVisible();
  await expectTrue(has, VISITORS.elena);
});

test('of two browsers of one agent, that do two things at once, both show what became of it', async ({
  signIn,
  visit,
}) => {
  const visitor = await visit();
  const one = await signIn('maya');
  const other = await signIn('maya');
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'How long does it take?');
  const both = [one, other];
  for (const page of both) await openThread(page, VISITORS.priya);
  const button = (page: Page, name: string) =>
    threadOf(page, VISITORS.priya).getByRole('button', { name, exact: true });
  const agree = async () => {
    await expect
      .poll(async () => {
        const [first, second] = await Promise.all(
          both.map((page) => readStatus(page, VISITORS.priya)),
        );
        return first === second ? 'alike' : `${first} / ${second}`;
      })
      .toBe('alike');
    for (const page of both) await expectTrue(page, VISITORS.priya);
  };

  await pressAtOnce(button(one, 'Resolve'), button(other, 'Resolve'));
  await expect(threadOf(one, VISITORS.priya).getByText('Resolved', { exact: true })).toBeVisible();
  await agree();
  await Promise.all([pressAtOnce(button(one, 'Reopen')), sendText(visitor, 'One more thing')]);
  await expect(threadOf(other, VISITORS.priya)).toContainText('Needs response');
  await agree();

  await other.keyboard.press('s');
  const hour = other.getByRole('button', { name: 'In an hour' });
  await expect(hour).toBeVisible();
  await pressAtOnce(hour, button(one, 'Resolve'));
  for (const page of both) {
    await expect(threadOf(page, VISITORS.priya)).not.toContainText('Needs response');
  }
  await agree();
  await sendText(visitor, 'And another');
  await expect(threadOf(one, VISITORS.priya)).toContainText('Needs response');
  await expect(threadOf(other, VISITORS.priya)).toContainText('Needs response');
  await agree();
  await expect(entryOf(one, VISITORS.priya)).toContainText('Needs response');
});

test('a visitor who is handed to two people at once goes to one of them, and nobody else has them', async ({
  signIn,
  visit,
}) => {
  const visitor = await visit();
  const maya = await signIn('maya');
  const again = await signIn('maya');
  const ines = await signIn('ines', '/agentchat?scope=all');
  await startChat(visitor, VISITORS.noor);
  await sendText(visitor, 'Do you print on linen?');
  for (const page of [maya, again, ines]) await openThread(page, VISITORS.noor);
  const choices = [maya, again].map((page) =>
    page.getByRole('group', { name: 'Hand over to' }).getByRole('button'),
  );
  for (const page of [maya, again]) {
    await threadOf(page, VISITORS.noor).getByRole('button', { name: 'More', exact: true }).click();
  }
  const [sams, leos] = [
    choices[0]!.filter({ hasText: CAST.sam.fullName }),
    choices[1]!.filter({ hasText: CAST.leo.fullName }),
  ];
  for (const choice of [sams, leos]) await expect(choice).toBeVisible();
  await pressAtOnce(sams, leos);
  await expect(visitor.getByRole('dialog', { name: /^Chat with (Sam|Leo)/ })).toBeVisible();
  const isSams = await visitor.getByRole('dialog', { name: /^Chat with Sam/ }).isVisible();
  const holder = isSams ? CAST.sam.fullName : CAST.leo.fullName;
  for (const page of [maya, again]) {
    await expect(page.getByText(holder).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send reply' })).toHaveCount(0);
  }
  await expect(threadOf(ines, VISITORS.noor)).toContainText(holder);
  await expectTrue(ines, VISITORS.noor);

  // On a phone whoever may take them over reads the whole address.
  await ines.setViewportSize({ width: 390, height: 844 });
  await expect(
    threadOf(ines, VISITORS.noor).getByRole('button', { name: 'Take over' }),
  ).toBeVisible();
  const address = threadOf(ines, VISITORS.noor).getByRole('heading', { name: VISITORS.noor });
  expect(await address.evaluate((name) => name.scrollWidth <= name.clientWidth)).toBe(true);
});

test('of two changes of a role in the same second the last one counts, on every screen', async ({
  signIn,
}) => {
  const maya = await signIn('maya');
  await expect(maya.getByRole('heading', { name: 'Visitor Conversations' })).toBeVisible();
  const henrik = await signIn('henrik', '/team');
  const row = henrik.getByTestId('member').filter({ hasText: CAST.maya.email });
  const id = await row.locator('input[name=id]').first().inputValue();
  for (const role of ['support', 'manager', 'agent', 'manager']) {
    const answer = await henrik.request.post('/team', {
      form: { intent: 'role', id, role },
      headers: { Origin: new URL(henrik.url()).origin },
    });
    expect(answer.ok()).toBe(true);
  }
  await expect(maya.getByRole('button', { name: 'All', exact: true })).toBeVisible();
  await expect(
    maya.getByRole('navigation', { name: 'Team' }).getByRole('link', { name: 'Reports' }),
  ).toBeVisible();
  await expect(maya.getByText('Your role has changed: Manager.')).toBeVisible();
  await henrik.reload();
  await expect(row.getByRole('combobox')).toHaveValue('manager');
});
