import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { readMails } from '../support/mails.ts';

const LOOK = process.env.EMBARKA_LOOK;

test('a headline and a topic are changed, previewed, published, seen by visitors and taken back', async ({
  signIn,
  visit,
}) => {
  const visitor = await visit('/');
  await expect(
    visitor.getByRole('heading', { level: 1, name: 'Your Digital Journey Begins with Us.' }),
  ).toBeVisible();
  const ines = await signIn('ines', '/team/content');
  if (LOOK) await ines.screenshot({ path: `${LOOK}/content.png`, fullPage: true });
  await expectAccessible(ines);
  await ines.getByRole('link', { name: 'Home page', exact: true }).click();
  await ines.getByLabel('Headline', { exact: true }).fill('Set sail with us.');
  await ines
    .getByLabel('Text below the headline', { exact: true })
    .fill('{services} services, {boats} boats.');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText("{boats} isn't a known placeholder.")).toBeVisible();
  await expect(ines.getByLabel('Headline', { exact: true })).toHaveValue('Set sail with us.');
  await ines
    .getByLabel('Text below the headline', { exact: true })
    .fill('{services} services across {categories}.');
  if (LOOK) await ines.screenshot({ path: `${LOOK}/content-form.png`, fullPage: true });
  await expectAccessible(ines);
  await ines.getByRole('button', { name: 'Preview' }).click();
  await expect(ines.getByRole('heading', { name: 'Preview: Home page' })).toBeVisible();
  const frame = ines.frameLocator('[title="Home page, dark, 390 pixels wide"]');
  await expect(frame.getByRole('heading', { name: 'Set sail with us.' })).toBeVisible();
  await expect(frame.getByText('125 services across seven categories.')).toBeVisible();

  await ines.goto('/team/content');
  await ines.getByRole('link', { name: 'Order Fulfillment', exact: true }).click();
  await ines.getByLabel('Name', { exact: true }).fill('Your order');
  await ines.getByLabel('Custom reply').fill('Let us look at your order ...');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText("Draft saved. Visitors don't see it")).toBeVisible();
  await ines.goto('/team/content');
  await ines.getByRole('button', { name: 'Move Your order up' }).press('Enter');
  await expect(ines.getByTestId('topic').nth(1)).toContainText('Your order');
  await ines.getByRole('link', { name: 'Publish (' }).click();
  await expect(ines.getByTestId('pending')).toHaveCount(2);
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live: 2 changes\./)).toBeVisible();

  // A page that is open hears of it when its chat is opened; one that is loaded shows all of it.
  await visitor
    .getByRole('button', { name: /Open chat|chat/i })
    .last()
    .click();
  const topics = visitor.getByRole('group', { name: 'Topics' }).getByRole('button');
  await expect(topics.nth(1)).toHaveText('Your order');
  await expect(topics).toHaveCount(4);
  await topics.nth(1).click();
  await visitor
    .getByRole('textbox', { name: /email/i })
    .first()
    .fill('kofi.mensah@goldcoast.example');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByText('Let us look at your order ...')).toBeVisible();
  const other = await visit('/');
  await expect(other.getByRole('heading', { level: 1, name: 'Set sail with us.' })).toBeVisible();
  await expect(other.locator('footer')).toContainText('Set sail with us.');

  await ines.goto('/team/content/history');
  await ines.getByRole('button', { name: 'Undo this publication' }).first().click();
  await ines
    .getByRole('button', { name: /^Undo publication/ })
    .first()
    .click();
  await expect(ines.getByText(/has been undone by publication/)).toBeVisible();
  await other.reload();
  await expect(
    other.getByRole('heading', { level: 1, name: 'Your Digital Journey Begins with Us.' }),
  ).toBeVisible();
});

test('a legal page is written in Markdown, and nothing of it is HTML', async ({
  signIn,
  visit,
}) => {
  const ines = await signIn('ines', '/team/content/en_terms');
  await ines.setViewportSize({ width: 390, height: 844 });
  if (LOOK) await ines.screenshot({ path: `${LOOK}/content-phone.png` });
  await ines
    .getByLabel('Text', { exact: true })
    .fill('## One {#one}\n\n**Bold** <b>typed</b>\n\n## Two\n\n{contact}');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByTestId('pending')).toContainText('Terms of Service');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live/)).toBeVisible();
  const visitor = await visit('/terms');
  await expect(visitor.getByText('Bold <b>typed</b>')).toBeVisible();
  await expect(visitor.locator('#one strong')).toHaveText('Bold');
  await expect(visitor.locator('#two').getByRole('link').first()).toBeVisible();
  await expectAccessible(visitor);
  if (LOOK) await visitor.screenshot({ path: `${LOOK}/terms.png`, fullPage: true });
});

test('an imprint is a page as soon as it has a text', async ({ signIn, visit, request }) => {
  const visitor = await visit('/contact');
  const policies = visitor.locator('footer');
  await expect(policies.getByRole('link', { name: 'Refund Policy' })).toBeVisible();
  await expect(policies.getByRole('link', { name: 'Imprint' })).toHaveCount(0);
  expect((await request.get('/imprint')).status()).toBe(404);
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/imprint');

  const ines = await signIn('ines', '/team/content');
  await ines.getByRole('link', { name: 'Imprint', exact: true }).click();
  await ines
    .getByLabel('Text', { exact: true })
    .fill('Studio Nordlicht GmbH\\\nHafenstraße 1\\\n20457 Hamburg\n\n{contact}');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live/)).toBeVisible();

  await visitor.reload();
  await policies.getByRole('link', { name: 'Imprint' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible();
  await expect(visitor.getByText('Hafenstraße 1')).toBeVisible();
  await expect(visitor.getByText('Effective')).toHaveCount(0);
  await expectAccessible(visitor);
  if (LOOK) await visitor.screenshot({ path: `${LOOK}/imprint.png`, fullPage: true });
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/imprint</loc>');
});

test('a colour that cannot be read is refused, and another one is the shop’s in both themes until it is taken back', async ({
  server,
  signIn,
  visit,
}) => {
  const ines = await signIn('ines', '/team/content');
  await ines.getByRole('link', { name: 'Brand', exact: true }).click();
  const field = ines.getByLabel('Brand colour');
  await field.fill('#ffd400');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(
    ines.getByText(/White text on a button would have a contrast of 1\.4/),
  ).toBeVisible();
  await expect(field).toHaveValue('#ffd400');
  await field.fill('#0a7a3d');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText("Draft saved. Visitors don't see it")).toBeVisible();
  await ines.getByRole('button', { name: 'Preview' }).click();
  const frame = ines.frameLocator('[title="Brand, light, 1440 pixels wide"]');
  const button = { name: 'VIEW OUR SERVICES' };
  await expect(frame.getByRole('link', button)).toHaveCSS('background-color', 'rgb(10, 122, 61)');

  const visitor = await visit('/');
  await expect(visitor.getByRole('link', button)).toHaveCSS('background-color', 'rgb(37, 64, 224)');
  await ines.goto('/team/content');
  await ines.getByRole('link', { name: 'Publish (' }).click();
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live/)).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('link', button)).toHaveCSS('background-color', 'rgb(10, 122, 61)');
  await expectAccessible(visitor);

  // Pages send emails from a bundle of their own.
  await visitor.goto('/account');
  await visitor.getByLabel('Email').fill('green.shop@harbourmail.example');
  await visitor.getByRole('button', { name: 'Send code' }).click();
  await expect
    .poll(async () => (await readMails(server)).find((mail) => mail.includes('green.shop@')))
    .toContain('#0a7a3d');
  await visitor.goto('/');

  await ines.goto('/team/content/history');
  await ines.getByRole('button', { name: 'Undo this publication' }).first().click();
  await ines
    .getByRole('button', { name: /^Undo publication/ })
    .first()
    .click();
  await expect(ines.getByText(/has been undone by publication/)).toBeVisible();
  await visitor.emulateMedia({ colorScheme: 'light' });
  await visitor.reload();
  await expect(visitor.getByRole('link', button)).toHaveCSS('background-color', 'rgb(37, 64, 224)');
});

test('a shop of many topics lets visitors and the team find one by its letters', async ({
  signIn,
  visit,
}) => {
  const ines = await signIn('ines');
  for (const name of [
    'Artwork',
    'Bookings',
    'Careers',
    'Deliveries',
    'Events',
    'Franchise',
    'Gift cards',
    'Help with files',
    'Invoices',
  ]) {
    await ines.goto('/team/content/new-topic');
    await ines.getByLabel('Name', { exact: true }).fill(name);
    await ines.getByRole('button', { name: 'Save draft' }).click();
    await expect(ines.getByText('Draft saved.')).toBeVisible();
  }
  await ines.goto('/team/content');
  const listed = ines.getByTestId('topic').filter({ visible: true });
  await ines.getByLabel('Search in Topics').fill('INVO');
  await expect(listed).toHaveCount(1);
  const place = ines.getByLabel('Position of Invoices; press Enter to move it');
  await place.fill('2');
  await place.press('Enter');
  // The focus returns to the position when the list has its new order.
  await expect(ines.getByTestId('topic').nth(1)).toContainText('Invoices');
  await ines.getByLabel('Search in Topics').fill('');
  await expect(listed.nth(1)).toContainText('Invoices');
  // What is no place is said at the field; behind the last one is the last place.
  await place.fill('two');
  await place.press('Enter');
  await expect(place).toHaveAccessibleDescription(
    'Enter the position as a whole number, such as 3.',
  );
  await expectAccessible(ines);
  for (const beyond of ['14', '9999']) {
    await place.fill(beyond);
    await place.press('Enter');
    await expect(place).toHaveValue('13');
    await expect(place).toBeFocused();
  }
  await expect(listed.last()).toContainText('Invoices');
  await place.fill('2');
  await place.press('Enter');
  await expect(listed.nth(1)).toContainText('Invoices');
  await expectAccessible(ines);
  if (LOOK) await ines.screenshot({ path: `${LOOK}/topics-of-the-team.png` });
  await ines.goto('/team/content/publish');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live: \d+ changes\./)).toBeVisible();

  const visitor = await visit('/terms');
  await visitor.getByRole('button', { name: /^Open chat/ }).click();
  const topics = visitor.getByRole('group', { name: 'Topics' }).getByRole('button');
  await expect(topics).toHaveCount(13);
  await visitor.getByLabel('Find a topic').fill('gift');
  await expect(topics).toHaveText(['Gift cards']);
  await expect(visitor.getByText('1 topic found')).toBeVisible();
  await expectAccessible(visitor);
  if (LOOK) await visitor.screenshot({ path: `${LOOK}/many-topics.png` });
  await topics.click();
  await expect(visitor.getByLabel('Your email')).toBeVisible();

  await ines.goto('/team');
  await ines.getByText('Add a team').click();
  await ines.getByLabel('Name').fill('Gifts');
  await ines.getByLabel('Careers').check();
  await ines.getByLabel('Search in Topics').fill('GIFT');
  await expect(ines.getByLabel('Invoices')).toBeHidden();
  await ines.getByLabel('Gift cards').check();
  await expectAccessible(ines);
  await ines.getByRole('button', { name: 'Add team' }).click();
  await expect(ines.getByTestId('team')).toContainText('Careers, Gift cards');
});
