import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';
import type { TestServer } from '../support/server.ts';

// Orders are placed with the code of an email, which takes a while to arrive.
test.slow();

/** Places an order in the shop and returns its number, for example 'E-1001'. */
async function placeOrder(page: Page, server: TestServer, email: string): Promise<string> {
  await page.goto('/services/programming/website-maintenance/order');
  await untilHydrated(page);
  await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await page.getByLabel('Email address').fill(email);
  // Work begins with the payment if the questions are answered.
  await page.getByLabel('What should it do?').fill('Stay up to date');
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByLabel('Code from the email').fill((await mailedCode(server, email)) ?? '');
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  const heading = await page.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();
  return heading.slice('Order '.length);
}

function column(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  const from = await card.boundingBox();
  if (!from) throw new Error('The card is not on the screen');
  await page.mouse.move(from.x + 20, from.y + from.height - 24);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + from.height - 20);
  await to.scrollIntoViewIfNeeded();
  const box = await to.boundingBox();
  if (!box) throw new Error('The column is not on the screen');
  await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 5 });
  await page.mouse.up();
}

test(
  'a card moves by keyboard and pointer along the allowed transitions, and colleagues see it at once',
  { tag: '@journey' },
  async ({ server, signIn, visit }) => {
    const maya = await signIn('maya', '/team/orders?view=board');
    const ines = await signIn('ines', '/team/orders?view=board');
    await untilHydrated(ines);
    const shop = await visit();
    const number = await placeOrder(shop, server, 'board.buyer@harbourmail.example');
    const link = { name: number, exact: true };

    // Both boards are open, and nobody reloads them.
    await expect(column(maya, 'Awaiting payment').getByRole('link', link)).toBeVisible();
    await expect(column(ines, 'Awaiting payment').getByRole('link', link)).toBeVisible();
    await expectAccessible(maya, 'main');

    // With the keyboard only.
    await maya.getByRole('button', { name: `Move ${number}` }).focus();
    await maya.keyboard.press('Enter');
    const dialog = maya.getByRole('dialog', { name: `Move ${number}` });
    await expect(dialog).toBeVisible();
    await dialog.getByText('Why not another column?').focus();
    await maya.keyboard.press('Enter');
    await expect(
      dialog.getByText('Work starts automatically once the buyer has provided what is needed.'),
    ).toBeHidden();
    await expect(
      dialog.getByText('An order can’t go from ‘Awaiting payment’ to ‘Delivered’.'),
    ).toBeVisible();
    await expectAccessible(maya, 'dialog');
    await maya.keyboard.press('Escape');
    await expect(maya.getByRole('button', { name: `Move ${number}` })).toBeFocused();
    await maya.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Paid (opens the form)' }).focus();
    await maya.keyboard.press('Enter');
    await expect(maya).toHaveURL(new RegExp(`/team/orders/${number}#mark-paid$`));
    await expect(maya.getByLabel('Payment reference')).toBeFocused();
    await maya.keyboard.type('PP-1');
    await maya.keyboard.press('Enter');
    await expect(maya.getByText('The order is paid.')).toBeVisible();
    await expect(column(ines, 'Awaiting payment').getByRole('link', link)).toHaveCount(0);

    // With the pointer: a refusal says why, and a move that needs input opens its form.
    await maya.goto('/team/orders?view=board');
    await untilHydrated(maya);
    const card = maya.locator(`[data-card="${number}"]`);
    const state = await card.locator('xpath=ancestor::section').getByRole('heading').innerText();
    expect(state).toContain('In progress');
    await drag(maya, card, column(maya, 'Completed'));
    await expect(maya.getByRole('alert')).toContainText('An order can’t go from ‘In progress’');
    await expect(column(maya, 'In progress').getByRole('link', link)).toBeVisible();
    await drag(maya, card, column(maya, 'Delivered'));
    await expect(maya).toHaveURL(new RegExp(`/team/orders/${number}#deliver$`));
    await expect(maya.getByLabel('Delivery')).toBeFocused();

    // A move without input asks once, and uses the button's own transition.
    const other = await placeOrder(shop, server, 'second.buyer@harbourmail.example');
    await drag(ines, ines.locator(`[data-card="${other}"]`), column(ines, 'Cancelled'));
    const question = ines.getByRole('dialog', { name: `Cancel order ${other}?` });
    await question.getByRole('button', { name: 'Cancel order' }).click();
    await expect(ines).toHaveURL(new RegExp(`/team/orders/${other}$`));
    await expect(ines.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await ines.goto('/team/orders?view=board');
    await expect(
      column(ines, 'Cancelled').getByRole('link', { name: other, exact: true }),
    ).toBeVisible();
  },
);

test('an agent’s morning: Mine, the calendar, and a calendar address that can be renewed', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya', '/team/orders');
  const number = await placeOrder(await visit(), server, 'third.buyer@harbourmail.example');
  const link = { name: number, exact: true };
  const leo = await signIn('leo', '/team/orders?who=mine');
  await untilHydrated(leo);
  await expect(leo.getByRole('link', link)).toHaveCount(0);

  await maya.goto(`/team/orders/${number}`);
  await untilHydrated(maya);
  await maya.getByLabel('Payment reference').fill('PP-2');
  await maya.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(maya.getByText('The order is paid.')).toBeVisible();
  const people = maya.getByRole('region', { name: 'People' });
  await people.getByLabel('Assignee').selectOption({ label: 'Leo Marchetti' });
  await maya.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(maya.getByText('Assigned: Leo Marchetti')).toBeVisible();
  await maya.getByLabel('Owner of the order').selectOption({ label: 'Ines Duarte' });
  await maya.getByRole('button', { name: 'Save owner' }).click();
  await expect(maya.getByText('Owner: Ines Duarte')).toBeVisible();
  const notes = maya.getByRole('region', { name: 'Notes' });
  await notes.getByLabel('New note').fill('The brief is complete. ');
  await notes.getByLabel('Mention a colleague').selectOption({ label: 'Leo Marchetti' });
  await maya.keyboard.type('start on Monday?');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByRole('listitem')).toContainText(
    'The brief is complete. @Leo Marchetti start on Monday?',
  );
  await expect(notes.getByLabel('New note')).toHaveValue('');
  await expectAccessible(maya, 'main');

  // The answer stays although the list is loaded again after its own change.
  await maya.goto('/team/orders');
  await untilHydrated(maya);
  await maya.getByRole('checkbox', { name: `Select ${number}` }).check();
  const reloaded = maya.waitForResponse(
    (response) => response.url().includes('orders.data') && response.request().method() === 'GET',
  );
  await maya.getByLabel('Owner', { exact: true }).selectOption({ label: 'Maya Okafor' });
  await maya.getByRole('button', { name: 'Set owner' }).click();
  await expect(maya.getByText('1 row done.')).toBeVisible();
  await reloaded;
  await maya.waitForTimeout(500);
  await expect(maya.getByText('1 row done.')).toBeVisible();

  // The list of the assignee is open, and nobody reloads it.
  await expect(leo.getByRole('link', link)).toBeVisible();
  await leo.getByLabel('Person').selectOption({ label: 'Unassigned' });
  await expect(leo).toHaveURL(/who=unassigned/);
  await expect(leo.getByRole('link', link)).toHaveCount(0);
  await leo.getByRole('link', { name: 'Mine', exact: true }).click();
  await expect(leo.getByRole('link', link)).toBeVisible();
  await leo.getByText('Workload', { exact: true }).click();
  await expect(leo.getByRole('link', { name: 'Leo Marchetti: 1 open' })).toBeVisible();
  await expectAccessible(leo, 'main');
  await leo.getByRole('link', { name: 'Leo Marchetti: 0 late' }).click();
  await expect(leo).toHaveURL(/show=late/);
  await expect(leo.getByText('Nothing matches these filters.')).toBeVisible();
  await leo.getByLabel('Show').selectOption({ label: 'Open orders' });
  await expect(leo).not.toHaveURL(/show=late/);
  await leo.getByRole('link', { name: 'Mine', exact: true }).click();
  await expect(leo).toHaveURL(/who=mine/);
  await leo.getByRole('link', { name: 'Calendar', exact: true }).click();
  // All three views have the same filters.
  await expect(leo).toHaveURL(/view=calendar&who=mine|who=mine&view=calendar/);
  // The delivery is due in seven days.
  await leo.getByRole('link', { name: 'Show week' }).click();
  await leo.getByRole('link', { name: 'Next week' }).click();
  await expect(leo.getByRole('link', { name: new RegExp(`^${number}`) })).toBeVisible();
  await expectAccessible(leo, 'main');
  const day = leo.getByRole('link', { name: /1 order due$/ });
  await day.focus();
  // No day of the week comes before Monday.
  const isMonday = new Date((await day.getAttribute('data-day')) ?? '').getUTCDay() === 1;
  await leo.keyboard.press(isMonday ? 'ArrowRight' : 'ArrowLeft');
  await expect(day).not.toBeFocused();
  await leo.keyboard.press(isMonday ? 'ArrowLeft' : 'ArrowRight');
  await expect(day).toBeFocused();

  await leo.getByRole('button', { name: 'Create address' }).click();
  const address = leo.getByLabel('Secret address');
  const first = await address.inputValue();
  const program = await visit();
  const file = await program.request.get(first);
  expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await file.text()).toContain(`SUMMARY:${number}: deliver Website Maintenance`);
  await leo.getByRole('button', { name: 'Renew address' }).first().click();
  await leo.getByRole('dialog').getByRole('button', { name: 'Renew address' }).click();
  await expect(address).not.toHaveValue(first);
  expect((await program.request.get(first)).status()).toBe(404);
  expect((await program.request.get(await address.inputValue())).status()).toBe(200);
});
