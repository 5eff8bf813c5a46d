import { expectAccessible } from '../support/axe.ts';
import { entryOf, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

test('a search is narrowed down by words or from a list, stays in the address, and is taken apart by chips', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const emails = ['north.pole@northfold.example', 'north.star@northfold.example'];
  for (const email of emails) {
    const visitor = await visit();
    await startChat(visitor, email);
    await sendText(visitor, `A lighthouse, says ${email}`);
    await expect(entryOf(maya, email)).toContainText('A lighthouse');
  }
  const box = maya.getByRole('searchbox', { name: 'Search conversations' });
  const filters = maya.getByRole('group', { name: 'Filters' });
  await box.fill('lighthouse agent:maya topic:sales');
  await expect(filters).toHaveText(/Agent: maya.*Topic: sales.*Filter/);
  const hits = maya.getByRole('region', { name: 'Messages' }).getByRole('button');
  await expect(hits).toHaveCount(2);
  await expect(maya).toHaveURL(/q=lighthouse/);
  await expectAccessible(maya);

  await maya.reload();
  await expect(box).toHaveValue('lighthouse agent:maya topic:sales');
  await expect(hits).toHaveCount(2);
  await box.fill('topic:order lighthouse');
  await expect(maya.getByText('No conversations found')).toBeVisible();
  await filters.getByRole('button', { name: 'Remove filter Topic: order' }).click();
  await expect(box).toHaveValue('lighthouse');
  await expect(hits).toHaveCount(2);

  await box.fill('pole');
  await filters.getByRole('button', { name: 'Filter', exact: true }).click();
  await maya.getByRole('combobox').fill('Topic: Sales');
  await maya
    .getByRole('option', { name: /Sales Inquiry/ })
    .first()
    .click();
  await expect(box).toHaveValue('pole topic:"Sales Inquiry"');
  await expect(entryOf(maya, emails[0]!)).toBeVisible();
  await expect(entryOf(maya, emails[1]!)).toHaveCount(0);
  await entryOf(maya, emails[0]!).click();
  await expect(maya).toHaveURL(/c=conv_.*q=pole/);
  await maya.goBack();
  await expect(maya).toHaveURL(/q=pole/);
  await expect(box).toHaveValue('pole topic:"Sales Inquiry"');
  await box.fill('');
  await expect(maya).not.toHaveURL(/q=/);
  await expect(entryOf(maya, emails[1]!)).toBeVisible();
});
