import { systemClock } from '../../app/platform/clock.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { entryOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { visit as visitBefore } from '../support/visit.ts';

/** More than the first page of the list holds. */
const WAITING = 55;
const addressOf = (index: number) => `visitor${index}@northfold.example`;

test('the unread total counts what stands on pages that are not loaded', async ({
  server,
  signIn,
  visit,
}) => {
  test.slow();
  await server.kill();
  const store = await openEmbedded(server.folder);
  // Nobody else is there yet: whoever comes, comes to Maya.
  await store.db.execute(`update profiles set accepts_chats = (email = '${CAST.maya.email}')`);
  for (let index = 0; index < WAITING; index += 1) {
    const visitor = await visitBefore(store.db, addressOf(index), systemClock);
    await visitor.sendText(`Question ${index}`);
  }
  await store.close();
  await server.restart();

  const desk = await signIn('maya');
  const list = desk.getByRole('complementary', { name: 'Conversations' });
  const items = list.getByRole('listitem').filter({ has: desk.getByRole('button') });
  const expectUnread = async (count: number) => {
    await expect(desk).toHaveTitle(`(${count}) Agent Dashboard`);
    await expect(list.getByText(`${count} unread messages`, { exact: true })).toBeVisible();
  };
  await expectUnread(WAITING);
  await expect(entryOf(desk, addressOf(0))).toHaveCount(0);

  // The oldest is far below; on another device it is found and read.
  const phone = await signIn('maya');
  await phone.getByLabel('Search conversations').fill(addressOf(0));
  await openThread(phone, addressOf(0));
  await expectUnread(WAITING - 1);

  const newcomer = await visit();
  await startChat(newcomer, VISITORS.kofi);
  await sendText(newcomer, 'One more');
  await expectUnread(WAITING);
  await openThread(desk, VISITORS.kofi);
  await expectUnread(WAITING - 1);

  // With every page loaded the list says the same, and leaves nobody out.
  await phone.getByLabel('Search conversations').fill('');
  for (const page of [desk, phone]) {
    const all = page.getByRole('complementary', { name: 'Conversations' });
    await all.getByText('Loading...').scrollIntoViewIfNeeded();
    await expect(all.getByText('Loading...')).toHaveCount(0);
    await expect(
      all.getByRole('heading', { name: `Visitor Conversations ${WAITING + 1}` }),
    ).toBeVisible();
  }
  await expect(items).toHaveCount(WAITING + 1);
  await expectUnread(WAITING - 1);

  // By keys alone, down to the last of them, who is on a page that is not loaded; each is in sight.
  await desk.goto('/agentchat');
  const last = entryOf(desk, addressOf(0));
  await expect(entryOf(desk, VISITORS.kofi)).toBeVisible();
  await expect(async () => {
    for (let step = 0; step < 10; step += 1) await desk.keyboard.press('j');
    await expect(last).toHaveAttribute('aria-current', 'true', { timeout: 100 });
  }).toPass();
  await expect(last).toBeInViewport({ ratio: 1 });
  // What is found is shown from its beginning.
  await desk.getByLabel('Search conversations').fill('visitor');
  await expect(entryOf(desk, addressOf(WAITING - 1))).toBeInViewport({ ratio: 1 });
});

test('a long thread opens at its end, earlier messages move nothing, and what comes below is told', async ({
  server,
  signIn,
}) => {
  test.slow();
  const priya = 'priya.menon@northfold.example';
  await server.kill();
  const store = await openEmbedded(server.folder);
  await store.db.execute(`update profiles set accepts_chats = (email = '${CAST.maya.email}')`);
  const visitor = await visitBefore(store.db, priya, systemClock);
  // More than the first page of a thread holds.
  for (let number = 1; number <= 230; number += 1) await visitor.sendText(`Question ${number}`);
  await store.close();
  await server.restart();

  const desk = await signIn('maya');
  await openThread(desk, priya);
  const log = desk.getByRole('log', { name: 'Messages' });
  const line = (text: string) => log.getByText(text, { exact: true });
  await expect(line('Question 230')).toBeInViewport();
  const oldest = line('Question 31');
  await expect(line('Question 30')).toHaveCount(0);

  await log.evaluate((box) => box.scrollTo(0, 0));
  await expect(line('Question 1')).toHaveCount(1);
  await expect(oldest).toBeInViewport();

  const phone = await signIn('maya');
  await openThread(phone, priya);
  await reply(phone, 'All at once?');
  const more = desk.getByRole('button', { name: 'New messages' });
  await expect(more).toBeVisible();
  await expect(oldest).toBeInViewport();
  await more.click();
  await expect(line('All at once?')).toBeInViewport();
  await expect(more).toHaveCount(0);
});
