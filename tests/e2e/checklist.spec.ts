import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';

// Orders are placed with the code of an email, which takes a while to arrive.
test.slow();

const BUYER = 'checklist.buyer@harbourmail.example';

test(
  'the checklist of a service becomes the progress of its order, which the buyer follows',
  { tag: '@journey' },
  async ({ server, signIn, visit }) => {
    const ines = await signIn('ines', '/team/catalogue?q=website+maintenance');
    await ines.getByRole('link', { name: 'Website Maintenance' }).first().click();
    await untilHydrated(ines);
    const step = (number: number) =>
      ines.getByRole('group', { name: `Step ${number}`, exact: true });
    await step(1).getByLabel('Title').fill('Check the backups');
    await step(1).getByLabel('Days after the start of work').fill('3');
    await step(1).getByLabel('Shown to the buyer').check();
    await ines.getByRole('button', { name: 'Add a step' }).click();
    await expect(step(2).getByLabel('Title')).toBeFocused();
    await step(2).getByLabel('Title').fill('Ask Leo about the firewall');
    await ines.getByRole('button', { name: 'Add a step' }).click();
    await step(3).getByLabel('Title').fill('Install the updates');
    await step(3).getByLabel('Shown to the buyer').check();
    await ines.getByRole('button', { name: 'Save draft' }).click();
    await expect(ines.getByText('Draft saved.')).toBeVisible();
    await ines.goto('/team/catalogue/publish');
    await expect(ines.getByTestId('pending')).toContainText(
      'Check the backups (3 days after the start of work, shown to the buyer)',
    );
    await ines.getByRole('button', { name: 'Publish' }).click();
    await expect(ines.getByRole('status').getByText(/Publication \d+ is live/)).toBeVisible();

    const buyer = await visit('/services/programming/website-maintenance/order');
    await untilHydrated(buyer);
    await buyer.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
    await buyer.getByLabel('Email address').fill(BUYER);
    // Work begins with the payment if the questions are answered.
    await buyer.getByLabel('What should it do?').fill('Stay up to date');
    await buyer.getByRole('button', { name: 'Place order' }).click();
    await buyer.getByLabel('Code from the email').fill((await mailedCode(server, BUYER)) ?? '');
    await expect(buyer).toHaveURL(/\/order\/[\w-]{43}$/);
    const heading = await buyer.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();
    await expect(buyer.getByRole('heading', { name: 'Progress' })).toHaveCount(0);

    const path = `/team/orders/${heading.slice('Order '.length)}`;
    const maya = await signIn('maya', path);
    await maya.getByLabel('Payment reference').fill('PP-1');
    await maya.getByRole('button', { name: 'Mark as paid' }).click();
    const checklist = maya.getByRole('region', { name: 'Checklist' });
    await expect(checklist.getByText('0 of 3 steps done')).toBeVisible();
    // The buyer's page has been open all the time.
    const progress = buyer.getByRole('region', { name: 'Progress' });
    await expect(progress.getByText('0 of 2 steps done')).toBeVisible();
    await expect(progress.getByRole('listitem')).toHaveCount(2);
    // The browser's own bar ignores the brand and the dark theme.
    await expect(progress.getByRole('progressbar')).toHaveCSS('appearance', 'none');

    // With the keyboard only.
    await checklist.getByRole('button', { name: 'Mark as done: Check the backups' }).focus();
    await maya.keyboard.press('Enter');
    await expect(checklist.getByText('1 of 3 steps done')).toBeVisible();
    await expect(
      checklist.getByRole('button', { name: 'Mark as not done: Check the backups' }),
    ).toBeFocused();
    await expect(progress.getByText('1 of 2 steps done')).toBeVisible();
    await expectAccessible(maya, 'main');
    await expectAccessible(buyer, 'main');

    // A step of the order's own, with an assignee, who is told of it and sees the order.
    const added = checklist.locator('form').last();
    await added.getByRole('button', { name: 'Add step' }).click();
    await expect(added.getByLabel('New step')).toBeFocused();
    await expect(added.getByText('Enter a title for the step.')).toBeVisible();
    await added.getByLabel('New step').fill('Tell the buyer');
    await added.getByLabel('Assignee').selectOption({ label: 'Leo Marchetti' });
    await added.getByRole('button', { name: 'Add step' }).click();
    await expect(checklist.getByText('1 of 4 steps done')).toBeVisible();
    const leo = await signIn('leo', path);
    const his = leo.getByRole('region', { name: 'Checklist' });
    await his.getByText('Change').last().click();
    await his.getByRole('button', { name: 'Move up: Tell the buyer' }).click();
    await expect(his.getByRole('listitem').nth(2)).toContainText('Tell the buyer');
    const question = his.getByRole('listitem').filter({ hasText: 'Ask Leo about the firewall' });
    await question.getByText('Change').click();
    await question.getByRole('button', { name: /^Remove/ }).click();
    // Maya's page follows without a reload.
    await expect(checklist.getByText('1 of 3 steps done')).toBeVisible();
    await expect(buyer.getByText('Ask Leo about the firewall')).toHaveCount(0);
  },
);
