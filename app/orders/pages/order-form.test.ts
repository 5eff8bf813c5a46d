import { isNotNull } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import { insertCoupon } from '../../../tests/support/coupons.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../../../tests/support/live-server.ts';
import { codeIn } from '../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../tests/support/order-invariants.ts';
import { StripePeer } from '../../../tests/support/stripe-peer.ts';
import { createOrderContext } from '../../../tests/support/orders.ts';
import { testFiles } from '../../../tests/support/files.ts';
import { teamServices } from '../../../tests/support/team.ts';
import { abortUpload, begin, upload, type UploadAs } from '../../../tests/support/upload.ts';
import { files } from '../../chat/server/files/tables.server.ts';
import { forgetUnsent } from '../../files/server/sweep/prune-files.server.ts';
import { visitorBrowsers } from '../../chat/server/tables.server.ts';
import { checkouts, orders } from '../server/tables.server.ts';

const store = useDatabase();
const PATH = '/services/writing/translation/order';
const FILLED = {
  quantity: '1000',
  name: 'Elena Ruiz',
  email: VISITORS.elena,
  'answer-from-language': 'English',
  'answer-to-language': 'German',
  'answer-topic': 'A manual',
};

interface Shown {
  readonly formKey?: string;
  readonly adding?: { readonly waiting: readonly { readonly id: string; readonly name: string }[] };
  readonly message?: string;
  readonly field?: string;
  readonly quote?: { readonly total: number; readonly seen: string } | null;
  readonly known?: { readonly email: string };
  readonly errors?: Readonly<Record<string, string>>;
  readonly differences?: readonly string[];
  readonly codeSentTo?: string;
  readonly typed?: Readonly<Record<string, string>>;
  readonly pay?: { readonly href: string; readonly orderPath: string };
}

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

/** One browser that keeps its cookies, without JavaScript. */
async function openBrowser(env: Record<string, string> = {}) {
  const services = teamServices(store.db);
  const server: LiveServer = await openLiveServer(store.db, services, { env });
  opened.push(server);
  const cookies = new Map<string, string>();
  const keep = (response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const get = async (path = PATH) => keep(await server.ask(path, { cookie: cookie() }));
  const post = async (fields: Readonly<Record<string, string>> | FormData, path: string = PATH) => {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    return keep(await server.ask(path, { method: 'POST', cookie: cookie(), body }));
  };
  const show = async (response: Response) => (await response.json()) as Shown;
  return { server, services, cookies, get, post, show, lines: server.lines };
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Fills in the form and presses until the code has been sent. */
async function askForCode({ services, get, post, show }: Browser, email: string = VISITORS.elena) {
  const { formKey = '' } = await show(await get());
  const { quote } = await show(await post({ ...FILLED, email, intent: 'update' }));
  const filled = { ...FILLED, email, key: formKey, seen: quote?.seen ?? '', intent: 'place' };
  const { codeSentTo = '' } = await show(await post(filled));
  return { ...filled, codeSentTo, code: codeIn(services.mail) };
}

test('an address such as admin@ can order, because the code proves who has it', async () => {
  const browser = await openBrowser();
  const email = 'admin@northfold.example';
  const filled = await askForCode(browser, email);
  browser.services.clock.advance(60_000);
  const again = await browser.show(await browser.post({ ...filled, intent: 'resend' }));
  expect([filled.codeSentTo, again.codeSentTo]).toEqual([email, email]);
  const placed = await browser.post({ ...filled, code: codeIn(browser.services.mail) });
  expect(placed.headers.get('Location')).toMatch(/^\/order\//);
});

test('a form that is loaded again asks for the code that was sent, until it is used or expires', async () => {
  const browser = await openBrowser();
  const shown = async () => (await browser.show(await browser.get())).codeSentTo;
  expect(await shown()).toBeUndefined();
  const filled = await askForCode(browser);
  expect(await shown()).toBe(VISITORS.elena);
  browser.services.clock.advance(61 * 60_000);
  expect(await shown()).toBeUndefined();
  await browser.post({ ...filled, intent: 'resend' });
  const placed = await browser.post({ ...filled, code: codeIn(browser.services.mail) });
  expect(placed.headers.get('Location')).toMatch(/^\/order\//);
  expect(await shown()).toBeUndefined();
});

test('an order is placed without JavaScript, and a repeated request leads to the same order', async () => {
  const browser = await openBrowser();
  const filled = await askForCode(browser);
  expect(filled.codeSentTo).toBe(VISITORS.elena);
  const placed = await browser.post(filled);
  expect(placed.status).toBe(302);
  const address = placed.headers.get('Location') ?? '';
  expect(address).toMatch(/^\/order\/[\w-]{43}$/);
  expect((await browser.get(address)).status).toBe(200);
  // The response was lost, or the button was pressed twice.
  expect((await browser.post(filled)).headers.get('Location')).toBe(address);
  expect(await store.db.$count(orders)).toBe(1);
  // The next form is another one, and knows the buyer.
  const next = await browser.show(await browser.get());
  expect(next.formKey).not.toBe(filled.key);
  expect(next.known).toEqual({ name: 'Elena Ruiz', email: VISITORS.elena });
  await expectOrdersSound(store.db);
});

test('all tabs of a browser have the same key, and no cache keeps the page', async () => {
  const { get, show } = await openBrowser();
  const first = await get();
  expect(first.headers.get('Cache-Control')).toBe('no-store');
  const { formKey, known } = await show(first);
  expect(known).toEqual({ name: '', email: '' });
  expect((await show(await get())).formKey).toBe(formKey);
  const stranger = await openBrowser();
  expect((await stranger.show(await stranger.get())).formKey).not.toBe(formKey);
  // Looking at the form creates nothing.
  expect(await store.db.$count(visitorBrowsers)).toBe(0);
});

test('two tabs that were opened at the same moment place one order', async () => {
  const browser = await openBrowser();
  const filled = await askForCode(browser);
  // Both tabs had no cookie, so each got a key of its own, and the later cookie won.
  const [name] = [...browser.cookies].find(([, value]) => value === filled.key) ?? [];
  const other = crypto.randomUUID();
  browser.cookies.set(name ?? '', other);
  const placed = await Promise.all([browser.post({ ...filled, key: other }), browser.post(filled)]);
  // The second tab was pressed when the first one had left already.
  placed.push(await browser.post(filled));
  const [first, second, third] = placed.map((response) => response.headers.get('Location'));
  expect(first).toMatch(/^\/order\/[\w-]{43}$/);
  expect([second, third]).toEqual([first, first]);
  expect(await store.db.$count(orders)).toBe(1);
  // The form of a placed order stays the form of this order, although the cookie has changed.
  browser.cookies.set(name ?? '', crypto.randomUUID());
  expect((await browser.post({ ...filled, key: other })).headers.get('Location')).toBe(first);
  await expectOrdersSound(store.db);
});

test('a changed choice is shown before it is placed', async () => {
  const browser = await openBrowser();
  const filled = await askForCode(browser);
  const { status } = await browser.post({ ...filled, quantity: '2000' });
  expect(status).toBe(409);
  expect(await store.db.$count(orders)).toBe(0);
  const asked = new URLSearchParams({ choice: 'quantity=2000&option-certificate=1' });
  const { quote } = await browser.show(await browser.get(`${PATH}?${asked.toString()}`));
  expect(quote?.total).toBe(32_500);
});

test('a coupon lowers the total by the button, and its code is in no address and no log', async () => {
  await insertCoupon(store.db);
  const browser = await openBrowser();
  const filled = await askForCode(browser);
  const typed = { ...filled, coupon: ' welcome ' };
  const shown = await browser.show(await browser.post({ ...typed, intent: 'update' }));
  expect(shown).toMatchObject({
    errors: {},
    quote: { total: 13_500 },
    typed: { coupon: ' welcome ' },
  });
  // A code in an address is ignored, so that nobody writes such links.
  const asked = new URLSearchParams({ choice: 'coupon=WELCOME&quantity=1000' });
  const byAddress = await browser.show(await browser.get(`${PATH}?${asked.toString()}`));
  expect(byAddress.quote?.total).toBe(15_000);
  // The total without the coupon was seen, so the order with it is not placed.
  const early = await browser.show(await browser.post(typed));
  expect(early.differences).toHaveLength(2);
  const wrong = await browser.show(await browser.post({ ...typed, coupon: 'nobody' }));
  expect(wrong.errors?.coupon).toContain("don't know this coupon code");
  const placed = await browser.post({ ...typed, seen: shown.quote?.seen ?? '' });
  expect(placed.status).toBe(302);
  expect((await store.db.select().from(orders))[0]?.amount).toBe(13_500);
  expect(browser.lines.join('').toLowerCase()).not.toContain('welcome ');
  await expectOrdersSound(store.db);
});

test('without a code the field says so, and no second email is sent', async () => {
  const browser = await openBrowser();
  const filled = await askForCode(browser);
  const sent = browser.services.mail.sent.length;
  const { errors } = await browser.show(await browser.post({ ...filled, code: '' }));
  expect(errors?.code).toBeDefined();
  expect(browser.services.mail.sent).toHaveLength(sent);
  const { codeSentTo } = await browser.show(await browser.post({ ...filled, intent: 'resend' }));
  expect(codeSentTo).toBe(VISITORS.elena);
  expect(browser.services.mail.sent).toHaveLength(sent + 1);
});

test('a network cannot send codes to many addresses', async () => {
  const browser = await openBrowser();
  const filled = await askForCode(browser);
  const statuses: number[] = [];
  for (let index = 0; index < 8; index += 1) {
    const email = `someone${index}@northfold.example`;
    statuses.push((await browser.post({ ...filled, code: '', email })).status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(browser.services.mail.sent.length).toBeLessThanOrEqual(6);
});

test('with Stripe the order leads to one payment page, however often it is pressed', async () => {
  const peer = await StripePeer.start();
  opened.push(peer);
  const browser = await openBrowser(peer.env);
  const filled = await askForCode(browser);
  const first = await browser.show(await browser.post(filled));
  expect(first.pay?.orderPath).toMatch(/^\/order\//);
  const again = await browser.show(await browser.post(filled));
  expect(again.pay).toEqual(first.pay);
  expect(await store.db.$count(checkouts)).toBe(1);
  expect(await store.db.$count(orders)).toBe(1);
});

test('a service that cannot be ordered leads back to its page, and an unknown one is missing', async () => {
  const { get, post } = await openBrowser({ DIRECT_ORDERS: 'off' });
  expect((await get()).headers.get('Location')).toBe('/services/writing/translation');
  const refused = await post({ ...FILLED, intent: 'place', key: crypto.randomUUID(), seen: '' });
  expect(refused.headers.get('Location')).toBe('/services/writing/translation');
  expect((await get('/services/writing/nothing/order')).status).toBe(404);
});

test('the cookie of a form is only sent to this form, so that many forms stay small', async () => {
  const { get } = await openBrowser();
  const [cookie] = (await get()).headers.getSetCookie();
  expect(cookie).toContain('Path=/services/writing/translation;');
});

const PROOFREADING = '/services/writing/proofreading-&-editing/order';

/** A form for a service that asks for files, filled in except for the code. */
async function openFileForm(browser: Browser) {
  const { get, post, show, services, server } = browser;
  const { formKey = '' } = await show(await get(PROOFREADING));
  const filled = {
    quantity: '1000',
    name: 'Elena Ruiz',
    email: VISITORS.elena,
    'answer-topic': 'A novel',
    key: formKey,
  };
  const { quote } = await show(await post({ ...filled, intent: 'update' }, PROOFREADING));
  const place = { ...filled, seen: quote?.seen ?? '', intent: 'place' };
  const as = (key: string): UploadAs => ({
    server,
    conversationId: '',
    cookie: '',
    address: `/order-forms/${key}/files`,
  });
  const waiting = async () =>
    ((await show(await get(PROOFREADING))).adding?.waiting ?? []).map(({ name }) => name);
  const askCode = async (more: Readonly<Record<string, string>> = {}) => {
    const { codeSentTo = '' } = await show(await post({ ...place, ...more }, PROOFREADING));
    return { ...place, codeSentTo, code: codeIn(services.mail) };
  };
  return { formKey, place, as, waiting, askCode };
}

const bytesOf = (words: string) => new TextEncoder().encode(words);
const briefFiles = () =>
  store.db
    .select({ name: files.name, orderId: files.orderId, position: files.position })
    .from(files)
    .where(isNotNull(files.position))
    .orderBy(files.position);

test('files are added to the form before the order is placed, and go with it', async () => {
  const browser = await openBrowser();
  const { formKey, as, waiting, askCode } = await openFileForm(browser);
  const { id: novel } = await upload(as(formKey), { name: 'novel.txt', bytes: bytesOf('Once') });
  const { id: notes } = await upload(as(formKey), { name: 'notes.txt', bytes: bytesOf('Why') });
  expect((await waiting()).toSorted()).toEqual(['notes.txt', 'novel.txt']);
  const code = await askCode({ file: novel });
  // The second one was unticked, and stays behind.
  const placed = await browser.post({ ...code, file: novel }, PROOFREADING);
  expect(placed.status).toBe(302);
  const [order] = await store.db.select().from(orders);
  expect(order).toMatchObject({
    answers: { topic: 'A novel', originals: [novel] },
    brief: ['A novel', 'novel.txt', '', ''],
  });
  expect(await briefFiles()).toEqual([{ name: 'novel.txt', orderId: order?.id, position: 0 }]);
  const page = placed.headers.get('Location') ?? '';
  const opened = await browser.server.ask(`${page}/files/${novel}`);
  expect(await opened.text()).toBe('Once');
  expect((await browser.server.ask(`${page}/files/${notes}`)).status).toBe(404);
  // The key is used, so nobody adds to this form anymore, and a repeated request attaches nothing.
  const late = await upload(as(formKey), { name: 'late.txt', bytes: bytesOf('Late') });
  expect(late.answer.status).toBe(409);
  await browser.post({ ...code, file: notes }, PROOFREADING);
  expect(await briefFiles()).toHaveLength(1);
  await expectOrdersSound(store.db);
});

test('without JavaScript the form brings its files, and a refused one keeps them', async () => {
  const browser = await openBrowser();
  const { formKey, place, waiting } = await openFileForm(browser);
  const plain = (fields: Readonly<Record<string, string>>, names: readonly string[]) => {
    const all = new FormData();
    for (const [name, value] of Object.entries(fields)) all.append(name, value);
    for (const name of names) all.append('upload', new Blob([name]), name);
    return all;
  };
  const path = `${PROOFREADING}?for=${formKey}`;
  const refused = await browser.show(
    await browser.post(plain({ ...place, email: 'nobody' }, ['novel.txt', 'empty.txt']), path),
  );
  expect(refused.errors).toHaveProperty('email');
  expect(await waiting()).toHaveLength(2);
  const { file = '' } = refused.typed ?? {};
  expect(file.split('\n')).toHaveLength(2);
  const large = new Uint8Array(25 * 1024 * 1024 + 1);
  const body = plain(place, []);
  body.append('upload', new Blob([large]), 'film.mov');
  expect(await browser.show(await browser.post(body, path))).toMatchObject({
    field: 'files',
    message: '“film.mov” is too large. A file can be up to 25 MB.',
  });
  // Nothing was ordered, and no code was sent.
  expect(await store.db.$count(orders)).toBe(0);
  expect(browser.services.mail.sent).toEqual([]);
  // A key of somebody else's making has no order form in this browser, so its file goes nowhere.
  const other = crypto.randomUUID();
  await browser.post(plain(place, ['other.txt']), `${PROOFREADING}?for=${other}`);
  expect(await waiting()).toHaveLength(2);
});

test('a form takes no files of another form, no more than its limit, and none where nothing is ordered', async () => {
  const browser = await openBrowser();
  const { formKey, as, askCode } = await openFileForm(browser);
  const other = crypto.randomUUID();
  const { id: foreign } = await upload(as(other), { name: 'mine.txt', bytes: bytesOf('Mine') });
  expect((await abortUpload(as(formKey), foreign)).status).toBe(404);
  const code = await askCode();
  const answer = await browser.show(await browser.post({ ...code, file: foreign }, PROOFREADING));
  expect(answer).toMatchObject({ field: 'files' });
  expect(await store.db.$count(orders)).toBe(0);
  const begun = await Promise.all(
    Array.from({ length: 22 }, () => begin(as(formKey), crypto.randomUUID(), 'a.txt', 1)),
  );
  const statuses = begun.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429, 429]);
  expect((await begin(as('no-key'), crypto.randomUUID(), 'a.txt', 1)).status).toBe(405);
  const closed = await openBrowser({ DIRECT_ORDERS: 'off' });
  const shut = { ...as(formKey), server: closed.server };
  expect((await begin(shut, crypto.randomUUID(), 'a.txt', 1)).status).toBe(404);
});

test('files of a form that was left are deleted after an hour', async () => {
  const browser = await openBrowser();
  const { formKey, as, waiting } = await openFileForm(browser);
  await upload(as(formKey), { name: 'novel.txt', bytes: bytesOf('Once') });
  const appContext = createOrderContext(store.db);
  const { clock } = browser.services;
  const at = (minutes: number) => ({
    ...appContext,
    files: testFiles(),
    clock: { now: () => new Date(clock.now().getTime() + minutes * 60_000) },
  });
  await forgetUnsent(at(58));
  expect(await waiting()).toEqual(['novel.txt']);
  await forgetUnsent(at(62));
  expect(await waiting()).toEqual([]);
});
