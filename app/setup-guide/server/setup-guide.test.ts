import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestAppContext } from '../../../tests/support/app-context.ts';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { auditOf, employ, refusalOf, teamServices, tracedBy } from '../../../tests/support/team.ts';
import { readFirstPage } from '../../accounts/pages/first-page.server.ts';
import { createAccount } from '../../accounts/server/sign-in/create-account.server.ts';
import { profiles } from '../../accounts/server/tables.server.ts';
import { seedCatalogue } from '../../catalogue/server/seed-catalogue.server.ts';
import { catalogueTexts, services } from '../../catalogue/server/tables.server.ts';
import { chooseToAnswer } from '../../chat/server/assignment/change-status.server.ts';
import { placeTestOrder } from '../../orders/server/test-order/test-order.server.ts';
import { orders } from '../../orders/server/tables.server.ts';
import { readSettings } from '../../platform/settings.server.ts';
import type { AppContext } from '../../app-context.ts';
import type { StepId } from '../protocol/steps.ts';
import { describeAccount } from './demo-records.server.ts';
import { dismissGuide, readGuideState, recordMailTest } from './manage-guide.server.ts';
import { readDemo } from './read-demo.server.ts';
import { listPaymentMethods } from './list-payment-methods.server.ts';
import { readSteps } from './read-steps.server.ts';
import { demoRecords, setupGuide } from './tables.server.ts';
import { endTestOrder, readTestedServices } from './test-order.server.ts';

const store = useDatabase();

let shop: Awaited<ReturnType<typeof openShop>>;
beforeEach(async () => {
  shop = await openShop();
});

async function openShop() {
  const own = teamServices(store.db);
  await seedCatalogue(store.db);
  const henrik = await employ(store.db, own, 'henrik');
  const base = createTestAppContext(store.db, own);
  const withSettings = (env: Record<string, string>): AppContext => ({
    ...base,
    settings: readSettings(env),
  });
  const hire = (email: string) =>
    createAccount(store.db, own.auth, own.clock, {
      email,
      fullName: `Of ${email}`,
      role: 'agent',
      password: 'an own password',
    });
  return { henrik, withSettings, hire, appContext: withSettings({}) };
}

async function stateOf(id: StepId, env: Record<string, string> = {}) {
  const steps = await readSteps(shop.withSettings(env));
  return steps.find((step) => step.id === id);
}

/** Makes an account demo data. */
async function becomeDemo(id: string): Promise<void> {
  const [row] = await store.db.select().from(profiles).where(eq(profiles.id, id));
  if (!row) throw new Error('There is no such account');
  await store.db
    .insert(demoRecords)
    .values({ kind: 'account', recordId: id, text: describeAccount(row) });
}

const SELLER = {
  SELLER_NAME: 'Ada Ltd',
  SELLER_ADDRESS: '1 Own Street',
  SELLER_COUNTRY: 'DE',
};
const ADDRESS = { ...SELLER, POSTAL_ADDRESS: '1 Own Street, Hamburg' };
const SMTP = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'shop@own.test' };

describe('a step is ticked by the data alone', () => {
  test('an own account: an active admin who is not part of the demo', async () => {
    expect(await stateOf('account')).toMatchObject({ isDone: true });
    await becomeDemo(shop.henrik.id);
    expect(await stateOf('account')).toEqual({
      id: 'account',
      isDone: false,
      missing: ['own-admin'],
    });
    await store.db
      .update(profiles)
      .set({ fullName: 'Ada Own' })
      .where(eq(profiles.id, shop.henrik.id));
    expect(await stateOf('account')).toMatchObject({ isDone: true });
  });

  test('name and logo: both of one’s own', async () => {
    expect(await stateOf('brand')).toMatchObject({ missing: ['name', 'logo'] });
    expect(await stateOf('brand', { BRAND_NAME: 'Ada' })).toMatchObject({ missing: ['logo'] });
    await store.db
      .update(catalogueTexts)
      .set({ fields: { colour: '', logo: 'a logo', logoDark: '', isNamed: false } })
      .where(eq(catalogueTexts.id, 'en_brand'));
    expect(await stateOf('brand')).toMatchObject({ isDone: false, missing: ['name'] });
    expect(await stateOf('brand', { BRAND_NAME: 'Ada' })).toMatchObject({ isDone: true });
  });

  test('address and tax: a whole seller, and a rate if tax is on', async () => {
    expect(await stateOf('address')).toMatchObject({ missing: ['postal-address', 'seller'] });
    expect(await stateOf('address', SELLER)).toMatchObject({ missing: ['postal-address'] });
    expect(await stateOf('address', ADDRESS)).toMatchObject({ isDone: true });
    expect(await stateOf('address', { ...ADDRESS, TAX: 'on' })).toMatchObject({
      missing: ['tax-rates'],
    });
    const taxed = { ...ADDRESS, TAX: 'on', TAX_RATES: 'DE 19% VAT' };
    expect(await stateOf('address', taxed)).toMatchObject({ isDone: true });
  });

  test('a payment method: an own link, a provider or bank details', async () => {
    expect(await stateOf('payment')).toMatchObject({ isDone: false });
    const link = { PAYMENT_URL: 'https://pay.own.test/' };
    expect(await stateOf('payment', link)).toMatchObject({ isDone: true });
    const stripe = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec' };
    expect(await stateOf('payment', stripe)).toMatchObject({ isDone: true });
    const bank = { BANK_DETAILS: 'IBAN DE00 1234' };
    expect(await stateOf('payment', bank)).toMatchObject({ isDone: true });
    const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' };
    expect(await stateOf('payment', paypal)).toMatchObject({ isDone: true });
    expect(await stateOf('payment', { ...paypal, CURRENCY: 'AED' })).toMatchObject({
      isDone: false,
    });
  });

  test('a payment method: the guide names each, and which of them buyers have', () => {
    const offered = (env: Record<string, string>) =>
      listPaymentMethods(readSettings(env)).flatMap(({ label, isOffered }) =>
        isOffered ? [label] : [],
      );
    const stripe = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec' };
    const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' };
    expect(offered({})).toEqual(['payment link']);
    expect(offered(stripe)).toEqual(['card (Stripe)']);
    expect(offered({ ...stripe, ...paypal })).toEqual(['card (Stripe)', 'PayPal']);
    expect(listPaymentMethods(readSettings({})).map(({ method }) => method)).toEqual([
      'stripe',
      'paypal',
      'link',
      'transfer',
    ]);
    const bank = { BANK_DETAILS: 'IBAN DE00 1234' };
    expect(offered(bank)).toEqual(['bank transfer']);
    expect(offered({ ...bank, ...stripe })).toEqual(['card (Stripe)', 'bank transfer']);
    expect(offered({ ...bank, ...paypal, CURRENCY: 'AED' })).toEqual(['bank transfer']);
    const [, inDirhams] = listPaymentMethods(readSettings({ ...paypal, CURRENCY: 'AED' }));
    expect(inDirhams?.fault).toBe("PayPal doesn't accept payments in AED.");
  });

  test('working email: a server took a test with exactly these settings', async () => {
    expect(await stateOf('email')).toMatchObject({ missing: ['mail-server', 'mail-test'] });
    expect(await stateOf('email', SMTP)).toMatchObject({ missing: ['mail-test'] });
    const { appContext } = shop;
    await recordMailTest(appContext, readSettings(SMTP));
    expect(await stateOf('email', SMTP)).toMatchObject({ isDone: true });
    const moved = { ...SMTP, SMTP_URL: 'smtp://other.test' };
    expect(await stateOf('email', moved)).toMatchObject({ isDone: false });
    expect(await stateOf('email', { ...SMTP, MAIL_FROM: 'new@own.test' })).toMatchObject({
      isDone: false,
    });
    expect(await stateOf('email', SMTP)).toMatchObject({ isDone: true });
  });

  test('hours: of the chat or of the support', async () => {
    expect(await stateOf('hours')).toMatchObject({ isDone: false });
    expect(await stateOf('hours', { CHAT_HOURS: 'Mon-Fri 09:00-17:30' })).toMatchObject({
      isDone: true,
    });
    expect(await stateOf('hours', { SUPPORT_HOURS: '9-5 CET' })).toMatchObject({ isDone: true });
  });

  test('a colleague: a second active account that is not part of the demo', async () => {
    expect(await stateOf('colleague')).toMatchObject({ isDone: false });
    const leo = await shop.hire('leo@own.test');
    expect(await stateOf('colleague')).toMatchObject({ isDone: true });
    await store.db.update(profiles).set({ status: 'suspended' }).where(eq(profiles.id, leo));
    expect(await stateOf('colleague')).toMatchObject({ isDone: false });
    await store.db.update(profiles).set({ status: 'active' }).where(eq(profiles.id, leo));
    await becomeDemo(leo);
    expect(await stateOf('colleague')).toMatchObject({ isDone: false });
  });

  test('instead of a colleague: an own admin who answers visitors', async () => {
    const { appContext, henrik } = shop;
    const choose = (answers: boolean) =>
      chooseToAnswer(appContext, tracedBy(henrik), henrik.id, answers);
    expect((await readDemo(store.db)).leavesNobody).toBe(true);
    await choose(true);
    expect(await stateOf('colleague')).toMatchObject({ isDone: true });
    expect((await readDemo(store.db)).leavesNobody).toBe(false);
    await choose(false);
    expect(await stateOf('colleague')).toMatchObject({ isDone: false });
    await choose(true);
    await becomeDemo(henrik.id);
    expect(await stateOf('colleague')).toMatchObject({ isDone: false });
    expect((await readDemo(store.db)).leavesNobody).toBe(true);
  });

  test('an own service: visible, and not an example that nobody changed', async () => {
    expect(await stateOf('service')).toMatchObject({ isDone: false });
    const change = (set: Partial<typeof services.$inferInsert>) =>
      store.db.update(services).set(set).where(eq(services.slug, 'book-design'));
    // Moving or hiding an example makes nothing of one's own.
    await change({ popular: 1, place: 7, isHidden: true });
    expect(await stateOf('service')).toMatchObject({ isDone: false });
    await change({ title: 'Books by Ada' });
    expect(await stateOf('service')).toMatchObject({ isDone: false });
    await change({ isHidden: false });
    expect(await stateOf('service')).toMatchObject({ isDone: true });
    await store.db.execute(`update catalogue_sections set is_hidden = true where id = 'graphics'`);
    expect(await stateOf('service')).toMatchObject({ isDone: false });
  });
});

test('a test order: placed once, also after it was removed', async () => {
  expect(await stateOf('order')).toMatchObject({ isDone: false });
  const { appContext, henrik } = shop;
  const trace = tracedBy(henrik);
  const candidates = await readTestedServices({ db: store.db, catalogue: CATALOGUE });
  // Without a test order there is nothing to remove.
  await endTestOrder(appContext, trace);
  expect(await stateOf('order')).toMatchObject({ isDone: false });
  await placeTestOrder(appContext, trace, henrik, candidates);
  expect(await stateOf('order')).toMatchObject({ isDone: true });
  await endTestOrder(appContext, trace);
  expect(await store.db.$count(orders)).toBe(0);
  expect(await stateOf('order')).toMatchObject({ isDone: true });
});

test('a test order is of a service of one’s own, if there is one', async () => {
  const candidates = () => readTestedServices({ db: store.db, catalogue: CATALOGUE });
  expect((await candidates())[0]?.slug).not.toBe('book-design');
  await store.db
    .update(services)
    .set({ title: 'Books by Ada' })
    .where(eq(services.slug, 'book-design'));
  expect((await candidates())[0]?.slug).toBe('book-design');
});

describe('the first page after sign-in', () => {
  const firstPage = (next: string | null = null, appContext = shop.appContext) =>
    readFirstPage(appContext, next, shop.henrik.email);

  test('is the guide for admins alone, unless another page asked for the sign-in', async () => {
    expect(await firstPage()).toBe('/team/setup');
    expect(await firstPage('/team/audit')).toBe('/team/audit');
    await shop.hire('leo@own.test');
    expect(await readFirstPage(shop.appContext, null, 'leo@own.test')).toBe('/agentchat');
  });

  test('is the inbox once an admin dismissed the guide for the shop', async () => {
    const { appContext, henrik } = shop;
    await dismissGuide(appContext, tracedBy(henrik), true);
    await dismissGuide(appContext, tracedBy(henrik), true);
    expect(await auditOf(store.db, 'setup-dismissed')).toHaveLength(1);
    expect(await firstPage()).toBe('/agentchat');
    expect(await readGuideState(store.db)).toEqual({ isDismissed: true });
    await dismissGuide(appContext, tracedBy(henrik), false);
    expect(await auditOf(store.db, 'setup-resumed')).toHaveLength(1);
    expect(await firstPage()).toBe('/team/setup');
    const id = await shop.hire('leo@own.test');
    const leo = { id, email: 'leo@own.test', fullName: 'Leo', role: 'agent' as const };
    expect(await refusalOf(dismissGuide(appContext, tracedBy(leo), true))).toMatchObject({
      status: 403,
    });
  });

  test('is the inbox once every step was true, even if one becomes false again', async () => {
    const whole = shop.withSettings({
      ...ADDRESS,
      ...SMTP,
      BRAND_NAME: 'Ada',
      SUPPORT_HOURS: '9-5 CET',
      PAYMENT_URL: 'https://pay.own.test/',
    });
    await store.db
      .update(catalogueTexts)
      .set({ fields: { colour: '', logo: 'a logo', logoDark: '', isNamed: false } })
      .where(eq(catalogueTexts.id, 'en_brand'));
    await store.db
      .update(services)
      .set({ title: 'Books by Ada' })
      .where(eq(services.slug, 'book-design'));
    await shop.hire('leo@own.test');
    await store.db.insert(setupGuide).values({ orderTestedAt: shop.appContext.clock.now() });
    expect(await firstPage(null, whole)).toBe('/team/setup');
    await recordMailTest(shop.appContext, whole.settings);
    expect((await readSteps(whole)).filter(({ isDone }) => !isDone)).toEqual([]);
    expect(await firstPage(null, whole)).toBe('/agentchat');
    expect(await firstPage(null, shop.appContext)).toBe('/agentchat');
  });
});
