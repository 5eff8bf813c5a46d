import { expectAccessible } from '../support/axe.ts';
import { entryOf, openThread, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

test('several conversations are resolved, put off, labelled and given away at once', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const emails = ['one', 'two', 'three'].map((name) => `${name}.bulk@northfold.example`);
  for (const email of emails) {
    const visitor = await visit();
    await startChat(visitor, email);
    await sendText(visitor, `Hello from ${email}`);
  }
  for (const email of emails) await expect(entryOf(maya, email)).toContainText('Hello from');
  const bar = maya.getByRole('group', { name: 'Selected conversations' });
  const choice = (email: string) => maya.getByRole('checkbox', { name: email });

  // By keyboard alone: X begins, Space chooses, Escape ends.
  await maya.locator('body').press('x');
  await expect(bar).toContainText('0 selected');
  await choice(emails[0]!).focus();
  await maya.keyboard.press('Space');
  await expect(choice(emails[0]!)).toBeChecked();
  await choice(emails[2]!).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('3 selected');
  await choice(emails[1]!).click();
  await expect(bar).toContainText('2 selected');
  await expectAccessible(maya);

  await bar.getByRole('button', { name: 'Resolve' }).click();
  await expect(entryOf(maya, emails[0]!)).toHaveCount(0);
  await expect(entryOf(maya, emails[1]!)).toBeVisible();
  await expect(bar).toHaveCount(0);
  await maya.getByRole('button', { name: 'Undo' }).click();
  await expect(entryOf(maya, emails[0]!)).toBeVisible();
  await expect(entryOf(maya, emails[2]!)).toContainText('Needs response');

  await maya.getByRole('button', { name: 'Select', exact: true }).click();
  await bar.getByRole('button', { name: 'Select all shown' }).click();
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: 'Snooze' }).click();
  await maya.getByRole('option').first().click();
  for (const email of emails) await expect(entryOf(maya, email)).toHaveCount(0);
  await maya.getByRole('link', { name: /^Snoozed/ }).click();
  for (const email of emails) await expect(entryOf(maya, email)).toBeVisible();
  await maya.keyboard.press('Escape');
});

test('what is done with those selected stays in sight, however far down the list one has gone', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  for (let count = 0; count < 4; count += 1) {
    const visitor = await visit();
    await startChat(visitor, `far.${count}@northfold.example`);
    await sendText(visitor, 'Hello');
    await expect(entryOf(maya, `far.${count}@northfold.example`)).toBeVisible();
  }
  // As low as a phone on its side: four rows are more than it shows.
  await maya.setViewportSize({ width: 390, height: 520 });
  await maya.getByRole('button', { name: 'Select', exact: true }).click();
  const bar = maya.getByRole('group', { name: 'Selected conversations' });
  const last = maya.getByRole('checkbox').last();
  await last.click();
  await expect(bar).toContainText('1 selected');
  await last.evaluate((box) => box.scrollIntoView({ block: 'end' }));
  await expect(bar.getByRole('button', { name: 'Resolve' })).toBeInViewport();
  // What has the focus is not under it.
  await maya.getByRole('checkbox').first().focus();
  const edges = await maya.evaluate(() => ({
    focus: document.activeElement?.getBoundingClientRect().top ?? 0,
    bar: document.querySelector('.selection-bar')?.getBoundingClientRect().bottom ?? 0,
  }));
  expect(edges.focus).toBeGreaterThanOrEqual(edges.bar);
  await expectAccessible(maya);
  await bar.getByRole('button', { name: 'Select all shown' }).click();
  await bar.getByRole('button', { name: 'Resolve' }).click();
  await expect(bar).toHaveCount(0);
});

test('what is refused is said for each, and stays selected', async ({ signIn, visit }) => {
  const maya = await signIn('maya');
  const ines = await signIn('ines');
  const mine = 'of.maya@northfold.example';
  const visitor = await visit();
  await startChat(visitor, mine);
  await sendText(visitor, 'Hello');
  await openThread(maya, mine);
  await ines.getByRole('button', { name: 'All', exact: true }).click();
  await expect(entryOf(ines, mine)).toBeVisible();
  await ines.getByRole('button', { name: 'Select', exact: true }).click();
  await ines.getByRole('checkbox', { name: mine }).click();
  const bar = ines.getByRole('group', { name: 'Selected conversations' });
  await bar.getByRole('button', { name: 'Resolve' }).click();
  await expect(bar.getByRole('alert')).toContainText(
    `${mine}: This visitor is assigned to Maya Okafor. Take over first.`,
  );
  await expect(bar).toContainText('1 selected');
  await expectAccessible(ines);
  await bar.getByRole('button', { name: 'Assign' }).click();
  await ines.getByRole('option', { name: /Assign to me/ }).click();
  await expect(bar).toHaveCount(0);

  // Whoever loses one while it is selected is told, and by whom it is answered now.
  const other = 'lost.meanwhile@northfold.example';
  const second = await visit();
  await startChat(second, other);
  await sendText(second, 'Hello');
  await expect(entryOf(maya, other)).toBeVisible();
  await maya.getByRole('button', { name: 'Select', exact: true }).click();
  await maya.getByRole('checkbox', { name: other }).click();
  await openThread(ines, other);
  await ines.getByRole('button', { name: 'Take over' }).click();
  const ofMaya = maya.getByRole('group', { name: 'Selected conversations' });
  await expect(ofMaya.getByRole('alert')).toContainText(
    `${other}: This visitor is now with Ines Duarte.`,
  );
  await expect(ofMaya).toContainText('0 selected');
  await expectAccessible(maya);
  await expect(visitor.getByRole('dialog', { name: 'Chat with Ines Duarte' })).toBeVisible();
});

test('whoever leaves a thread with Escape, or by the arrow of a phone, goes on at its row', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const email = 'goes.on@northfold.example';
  const visitor = await visit();
  await startChat(visitor, email);
  await sendText(visitor, 'Hello');
  await openThread(maya, email);
  await maya.getByPlaceholder('Write a reply').focus();
  await maya.keyboard.press('Shift+Tab');
  await maya.keyboard.press('Escape');
  await expect(maya.getByPlaceholder('Write a reply')).toHaveCount(0);
  await expect(entryOf(maya, email)).toBeFocused();
  await maya.setViewportSize({ width: 390, height: 844 });
  await maya.keyboard.press('Enter');
  await maya.getByRole('button', { name: 'Back to the list' }).press('Enter');
  await expect(entryOf(maya, email)).toBeFocused();
});
