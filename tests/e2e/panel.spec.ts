import { expect, test } from '../support/e2e.ts';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { entryOf, openThread, sendText, startChat } from '../support/chat.ts';

test('the panel says who it is, and what one notes there everybody sees at once', async ({
  signIn,
  visit,
}) => {
  const ines = await signIn('ines', '/team/labels');
  await ines.getByLabel('Name').fill('VIP');
  await ines.getByLabel('Colour').selectOption('Blue');
  await ines.getByRole('button', { name: 'Add label' }).click();
  await expect(ines.getByRole('status')).toHaveText('‘VIP’ is saved.');
  await expect(ines.getByTestId('label')).toContainText('VIP');
  await expectAccessible(ines);

  const maya = await signIn('maya');
  await maya.setViewportSize({ width: 1440, height: 900 });
  await ines.setViewportSize({ width: 1440, height: 900 });
  const visitor = await visit('/services/graphics/book-design');
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Hello');
  await openThread(maya, VISITORS.elena);
  const panel = maya.getByRole('region', { name: 'About this visitor' });
  await expect(panel).toContainText('Sales Inquiry');
  await expect(panel).toContainText(VISITORS.elena);
  await expectAccessible(maya);

  await panel.getByRole('button', { name: 'Add name' }).click();
  await panel.getByLabel('Visitor name').fill('Elena Ruiz');
  await maya.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: /Elena Ruiz/ })).toBeFocused();
  await expect(entryOf(maya, VISITORS.elena)).toContainText('Elena Ruiz');

  await panel.getByRole('button', { name: 'Add a label to the visitor' }).click();
  await maya.getByRole('option', { name: 'VIP' }).click();
  await expect(panel.getByRole('button', { name: 'Remove VIP' })).toBeVisible();
  await expect(entryOf(maya, VISITORS.elena)).toContainText('VIP');

  // Ines has it open at the same time.
  await ines.goto('/agentchat');
  await ines.getByRole('button', { name: 'All', exact: true }).click();
  await openThread(ines, VISITORS.elena);
  const other = ines.getByRole('region', { name: 'About this visitor' });
  await expect(other).toContainText('VIP');
  await other.getByLabel('Note', { exact: true }).fill('Prefers mail');
  await panel.getByLabel('Note', { exact: true }).fill('Prefers the phone');
  await panel.getByRole('button', { name: 'Save note' }).click();
  await expect(panel).toContainText('Maya Okafor');

  // The second is told, with what the first wrote; nothing of hers is gone.
  await expect(other.getByText('Maya Okafor changed this note in the meantime:')).toBeVisible();
  await expect(other.getByText('Prefers the phone')).toBeVisible();
  await expect(other.getByLabel('Note', { exact: true })).toHaveValue('Prefers mail');
  await ines.reload();
  await ines.getByRole('button', { name: 'All', exact: true }).click();
  await openThread(ines, VISITORS.elena);
  await expect(other.getByLabel('Note', { exact: true })).toHaveValue('Prefers mail');
  await other.getByRole('button', { name: 'Replace with yours' }).click();
  await expect(panel.getByLabel('Note', { exact: true })).toHaveValue('Prefers mail');

  await panel.getByRole('button', { name: 'Remove VIP' }).click();
  await expect(other.getByRole('button', { name: 'Remove VIP' })).toHaveCount(0);
  await expect(entryOf(maya, VISITORS.elena)).not.toContainText('VIP');
});

test('the panel is remembered as one left it, and lists what there was before', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  await maya.setViewportSize({ width: 1440, height: 900 });
  const visitor = await visit();
  await startChat(visitor, VISITORS.walter);
  await sendText(visitor, 'The first time');
  await openThread(maya, VISITORS.walter);
  await maya.getByRole('button', { name: 'Resolve' }).click();
  const again = await visit();
  await startChat(again, VISITORS.walter);
  await sendText(again, 'The second time');
  const panel = maya.getByRole('region', { name: 'About this visitor' });
  const earlier = panel.getByRole('link', { name: /Sales Inquiry/ });
  await expect(earlier).toHaveCount(2);
  await expect(earlier.first()).toContainText('Open');
  await expect(earlier.last()).toContainText('Resolved');
  await expect(earlier.last()).toHaveAttribute('href', /^\/agentchat\?c=conv_/);
  await earlier.last().click();
  await expect(maya.locator('[data-target]')).toContainText('The first time');

  await maya.getByRole('button', { name: 'Close the panel' }).click();
  await expect(panel).toHaveCount(0);
  await maya.reload();
  await openThread(maya, VISITORS.walter);
  await expect(panel).toHaveCount(0);
  await maya.keyboard.press('p');
  await expect(panel).toBeVisible();
});
