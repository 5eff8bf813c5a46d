import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { openThread, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

const SALES = 'Sales Inquiry';

test('a manager keeps teams, and what cannot be saved stays as it was typed', async ({
  signIn,
}) => {
  const ines = await signIn('ines', '/team');
  // Accounts are the admins'.
  await expect(ines.getByRole('heading', { name: 'Active' })).toHaveCount(0);
  await ines.getByText('Add a team').click();
  await ines.getByLabel('Name').fill('Sales and quotes');
  await ines.getByLabel('Hours').fill('mornings');
  await ines.getByLabel('Leo Marchetti').check();
  await ines.getByLabel(SALES).check();
  await expectAccessible(ines);
  await ines.getByRole('button', { name: 'Add team' }).click();
  await expect(ines.getByText('Enter days and times such as')).toBeVisible();
  await expect(ines.getByLabel('Leo Marchetti')).toBeChecked();
  await ines.getByLabel('Hours').fill('Mon-Sun 00:00-24:00');
  await ines.getByRole('button', { name: 'Add team' }).click();
  await expect(ines.getByText('The team Sales and quotes is added.')).toBeVisible();
  const team = ines.getByTestId('team');
  await expect(team).toContainText('Leo Marchetti');
  await team.locator('summary').click();
  await team.getByLabel('Hours').fill('');
  await team.getByLabel('Name').fill('Sales');
  await team.getByRole('button', { name: 'Save Sales and quotes' }).click();
  await expect(ines.getByText('The team Sales is saved.')).toBeVisible();
  await expect(team).toContainText('Always open');
  await expectAccessible(ines);

  // Of two who change one team the second is told, keeps what they typed, and may insist.
  const henrik = await signIn('henrik', '/team');
  const his = henrik.getByTestId('team');
  await his.locator('summary').click();
  await his.getByLabel('Hours').fill('Mon-Fri 09:00-17:00');
  await his.getByRole('button', { name: 'Save Sales' }).click();
  await expect(henrik.getByText('The team Sales is saved.')).toBeVisible();
  await team.getByLabel('Name').fill('Sales and offers');
  await team.getByRole('button', { name: 'Save Sales' }).click();
  await expect(team.getByText('Someone else changed this team in the meantime.')).toBeVisible();
  await expect(team.locator('summary')).toContainText('Mon-Fri 09:00-17:00');
  await expect(team.getByLabel('Name')).toHaveValue('Sales and offers');
  await expectAccessible(ines);
  await team.getByLabel('Hours').fill('Mon-Fri 09:00-17:00');
  await team.getByRole('button', { name: 'Save Sales' }).click();
  await expect(ines.getByText('The team Sales and offers is saved.')).toBeVisible();
  await expect(team.locator('summary')).toContainText('Mon-Fri 09:00-17:00');
  // The next test needs an open team, at whatever time it runs.
  await ines.goto('/team');
  await team.locator('summary').click();
  await team.getByLabel('Hours').fill('');
  await team.getByRole('button', { name: 'Save Sales and offers' }).click();
  await expect(team).toContainText('Always open');
});

test('conversations go to the team of their topic, and are handed to a team and back to the queue', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const leo = await signIn('leo');
  const general = await visit();
  await general.getByRole('button', { name: 'Open chat' }).click();
  await general.getByRole('button', { name: 'General Questions', exact: true }).click();
  await general.getByLabel('Your email').fill(VISITORS.walter);
  await general.getByRole('button', { name: 'Continue' }).click();
  await expect(general.getByRole('dialog', { name: /Chat with/ })).toBeVisible();
  for (const email of [VISITORS.elena, VISITORS.priya]) {
    const visitor = await visit();
    await startChat(visitor, email);
    await expect(visitor.getByRole('dialog', { name: 'Chat with Leo Marchetti' })).toBeVisible();
  }

  const mateo = await visit();
  await startChat(mateo, VISITORS.mateo);
  await sendText(mateo, 'Hello');
  await openThread(leo, VISITORS.mateo);
  await leo.getByRole('button', { name: 'More', exact: true }).click();
  await expectAccessible(leo);
  await leo.getByRole('button', { name: 'Return to queue' }).click();
  await expect(mateo.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
  await openThread(maya, VISITORS.mateo);
  await maya.getByRole('button', { name: 'More', exact: true }).click();
  await maya.getByRole('group', { name: 'Teams' }).getByRole('button', { name: /Sales/ }).click();
  await expect(mateo.getByRole('dialog', { name: 'Chat with Leo Marchetti' })).toBeVisible();
  await expect(mateo.getByText('in the queue')).toHaveCount(0);
});

test('the dot is amber while nobody is connected, and green as soon as somebody is', async ({
  signIn,
  visit,
  server,
}) => {
  const page = await signIn('maya');
  await expect
    .poll(async () => (await (await page.request.get('/chat/availability')).json()).state)
    .toBe('online');
  const visitor = await visit('/contact');
  const line = visitor.getByRole('main').locator('[data-dot]');
  await expect(line).toHaveAttribute('data-dot', 'there');
  await page.goto('about:blank');
  await expect
    .poll(
      async () => {
        const answer = await visitor.request.get(`${server.origin}/chat/availability`);
        return ((await answer.json()) as { state: string }).state;
      },
      // A lease lasts 45 seconds.
      { timeout: 60_000, intervals: [1000] },
    )
    .toBe('away');
  await visitor.context().clearCookies();
  const other = await visit('/contact');
  await expect(other.getByRole('main').locator('[data-dot]')).toHaveAttribute('data-dot', 'away');
  await expect(other.getByText('Online • Ready to help')).toBeVisible();
  await other.getByRole('button', { name: /Open chat/ }).click();
  await expect(other.getByRole('dialog').locator('[data-dot]')).toHaveAttribute('data-dot', 'away');
});
