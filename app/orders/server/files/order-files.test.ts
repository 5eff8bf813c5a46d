import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { testFiles } from '../../../../tests/support/files.ts';
import { openLiveServer, type LiveServer } from '../../../../tests/support/live-server.ts';
import { causeOf, order, createOrderContext, orderRow } from '../../../../tests/support/orders.ts';
import {
  cookieOf,
  employ,
  teamServices,
  tracedBy,
  type TestServices,
} from '../../../../tests/support/team.ts';
import { begin, abortUpload, upload, type UploadAs } from '../../../../tests/support/upload.ts';
import { deletedFiles, files } from '../../../chat/server/files/tables.server.ts';
import { erasePerson } from '../../../chat/server/privacy/erase-visitor.server.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { removeDeleted, forgetUnsent } from '../../../files/server/sweep/prune-files.server.ts';
import { requestRevision, deliver } from '../delivery/delivery.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { requestRefund } from '../refund/refund-requests.server.ts';
import { completeBrief } from '../order/complete-brief.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { exportOrdersOf } from '../privacy.server.ts';
import { deliveries, refundRequests } from '../tables.server.ts';

const store = useDatabase();
let services: TestServices;
let server: LiveServer;

beforeEach(async () => {
  services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
  await employ(store.db, services, 'maya');
});
afterEach(() => server.close());

const bytesOf = (words: string) => new TextEncoder().encode(words);
const SHOP = { timeZone: 'America/New_York', now: new TestClock().now() };

async function paid(questions = '', email?: string) {
  const appContext = createOrderContext(store.db);
  const one = await order(appContext, { questions }, email);
  const { maya, number, secret } = one;
  await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
  const cookie = await cookieOf(store.db, services, 'maya');
  const at = (address: string, as = ''): UploadAs => ({
    server,
    conversationId: one.conversation.id,
    cookie: as,
    address,
  });
  return {
    ...one,
    appContext,
    cookie,
    team: at(`/team/orders/E-${number}/files`, cookie),
    buyer: (purpose: 'brief' | 'refund') => at(`/order/${secret}/${purpose}/files`),
    deliver: (message: string, fileIds: readonly string[] = []) =>
      deliver(appContext, tracedBy(maya), maya, number, message, fileIds),
    seen: () => readOrder(store.db, one.id, 'buyer', SHOP),
    open: (id: string, preview = '', init = {}) =>
      server.ask(`/order/${secret}/files/${id}${preview && `/${preview}`}`, init),
  };
}

async function added(as: UploadAs, name: string, words = name): Promise<string> {
  const { id, answer } = await upload(as, { name, bytes: bytesOf(words) });
  expect(answer.status).toBe(204);
  return id;
}

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#2540e0' },
  })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .toBuffer();
  return new Uint8Array(bytes);
}

const drawn = (background: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } });

/** Pictures that a team delivers and that re-encoding would change. */
const PICTURES: Readonly<Record<string, () => Promise<Buffer>>> = {
  'cmyk.tif': () => drawn('#2540e0').toColourspace('cmyk').tiff({ compression: 'lzw' }).toBuffer(),
  '300dpi.jpg': () =>
    drawn('#e04025')
      .withMetadata({ density: 300, orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer(),
  '16-bit.png': () => drawn('#40e025').toColourspace('rgb16').png().toBuffer(),
  'adobe.webp': () => drawn('#25e0e0').webp({ lossless: true }).toBuffer(),
  'pages.tif': async () => {
    const page = await drawn('#808080').png().toBuffer();
    return sharp([page, page], { join: { animated: true } })
      .tiff()
      .toBuffer();
  },
  // Phones write HEIC files. The type is recognised by the first bytes, and no decoder is available here.
  'phone.heic': () =>
    Promise.resolve(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')),
  'broken.jpg': async () => (await drawn('#2540e0').jpeg().toBuffer()).subarray(0, 300),
  'drawing.svg': () =>
    Promise.resolve(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ),
};
const HAS_NO_PREVIEW = /^(?:phone|broken|drawing)/;

describe('files of a delivery', () => {
  test('are downloaded by the buyer, by the secret of the order alone', async () => {
    const one = await paid();
    const page = await added(one.team, 'page.html', '<script>alert(1)</script>');
    const bytes = await picture();
    const photo = await upload(one.team, { name: 'logo.jpg', bytes });
    // Before the delivery, only its sender can open the file.
    expect((await one.open(page)).status).toBe(404);
    const own = await server.ask(`/team/orders/E-${one.number}/files/${page}`, {
      cookie: one.cookie,
    });
    expect(own.status).toBe(200);
    await one.deliver('Here it is.', [photo.id, page]);

    const opened = await one.open(page);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('Content-Disposition')).toMatch(/^attachment; filename="page.html"/);
    expect(opened.headers.get('Content-Type')).not.toContain('html');
    expect(opened.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(opened.headers.get('Referrer-Policy')).toBe('no-referrer');
    const original = await one.open(photo.id);
    expect(original.headers.get('Content-Disposition')).toMatch(/^attachment/);
    expect(new Uint8Array(await original.arrayBuffer())).toEqual(bytes);
    const small = await one.open(photo.id, 'small');
    expect(small.headers.get('Content-Type')).toBe('image/webp');
    expect(small.headers.get('Content-Disposition')).toMatch(/^inline/);
    expect((await one.seen())?.deliveries).toMatchObject([
      { message: 'Here it is.', files: [{ name: 'logo.jpg', width: 900 }, { name: 'page.html' }] },
    ]);

    // The thread and the email name the files, but the files can be opened only on the order's page.
    const last = (await readMessagesAfter(store.db, one.conversation.id, 0)).at(-1);
    const named = /Files: logo\.jpg \(.* KB\), page\.html \(25 B\)\./;
    expect(last?.text).toMatch(named);
    expect(JSON.stringify(last)).not.toContain(page);
    expect(one.appContext.mail.sent.at(-1)?.text).toMatch(named);
  });

  test.each(Object.keys(PICTURES))('of %s are downloaded byte for byte', async (name) => {
    const one = await paid();
    const bytes = new Uint8Array(await PICTURES[name]!());
    const { id, answer } = await upload(one.team, { name, bytes });
    expect(answer.status).toBe(204);
    await one.deliver('As it was printed.', [id]);
    const opened = await one.open(id);
    expect(new Uint8Array(await opened.arrayBuffer())).toEqual(bytes);
    expect(opened.headers.get('Content-Disposition')).toMatch(/^attachment/);
    expect(opened.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const [file] = (await one.seen())?.deliveries[0]?.files ?? [];
    expect(file?.size).toBe(bytes.byteLength);
    const small = await one.open(id, 'small');
    const shown = await sharp(Buffer.from(await small.arrayBuffer()))
      .metadata()
      .catch(() => undefined);
    const { format, space, exif } = shown ?? {};
    const isShown = file?.width !== null;
    expect({ isShown, status: small.status, format, space, exif }).toEqual(
      HAS_NO_PREVIEW.test(name)
        ? { isShown: false, status: 404 }
        : { isShown: true, status: 200, format: 'webp', space: 'srgb' },
    );
  });

  test('are nobody else’s: guesses, other orders, other people of the team', async () => {
    const one = await paid();
    const other = await paid('', VISITORS.priya);
    const id = await added(one.team, 'a.txt');
    await one.deliver('Done', [id]);
    expect((await one.open(id)).status).toBe(200);
    expect((await other.open(id)).status).toBe(404);
    expect((await one.open(randomUUID())).status).toBe(404);
    expect((await one.open(id, 'small')).status).toBe(404);
    expect((await one.open(id, 'huge')).status).toBe(404);
    expect((await one.open('x')).status).toBe(404);
    const guess = `${one.secret.slice(0, -1)}${one.secret.endsWith('A') ? 'B' : 'A'}`;
    expect((await server.ask(`/order/${guess}/files/${id}`)).status).toBe(404);
    expect((await server.ask(`/order/E-${one.number}/files/${id}`)).status).toBe(404);
    // The chat route does not serve the file either, not even to the agent of the conversation.
    expect((await server.ask(`/chat/files/${id}`, { cookie: one.cookie })).status).toBe(404);
    await employ(store.db, services, 'leo');
    const leo = await cookieOf(store.db, services, 'leo');
    const path = `/team/orders/E-${one.number}/files/${id}`;
    expect((await server.ask(path, { cookie: leo })).status).toBe(404);
    expect((await server.ask(path, { cookie: one.cookie })).status).toBe(200);
    expect((await begin({ ...one.team, cookie: leo }, randomUUID(), 'b.txt', 1)).status).toBe(404);
    expect((await begin({ ...one.team, cookie: '' }, randomUUID(), 'b.txt', 1)).status).toBe(401);
    expect((await abortUpload(other.team, id)).status).toBe(404);
  });

  test('are all here, or nothing is delivered', async () => {
    const one = await paid();
    const id = randomUUID();
    expect((await begin(one.team, id, 'half.txt', 10)).status).toBe(201);
    await expect(one.deliver('Done', [id])).rejects.toMatchObject({ status: 409, field: 'files' });
    await expect(one.deliver('Done', [randomUUID()])).rejects.toMatchObject({ status: 410 });
    const many = Array.from({ length: 11 }, () => randomUUID());
    await expect(one.deliver('Done', many)).rejects.toMatchObject({ status: 400 });
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
    expect(await store.db.$count(deliveries)).toBe(0);
  });

  test('stay with their delivery through revisions, and go with one alone', async () => {
    const one = await paid();
    const first = await added(one.team, 'first.txt');
    await one.deliver('One', [first]);
    // A delivered order accepts further files only after a revision request.
    expect((await begin(one.team, randomUUID(), 'late.txt', 1)).status).toBe(409);
    expect((await abortUpload(one.team, first)).status).toBe(409);
    await requestRevision(one.appContext, one.secret, 'Larger');
    const second = await added(one.team, 'second.txt');
    await expect(one.deliver('Two', [first, second])).rejects.toMatchObject({ status: 409 });
    await one.deliver('Two', [second]);
    expect(
      (await one.seen())?.deliveries.map(({ files: of }) => of.map(({ name }) => name)),
    ).toEqual([['first.txt'], ['second.txt']]);
    for (const id of [first, second]) expect((await one.open(id)).status).toBe(200);
  });

  test('of another order the database itself refuses', async () => {
    const one = await paid();
    const other = await paid('', VISITORS.priya);
    const id = await added(other.team, 'a.txt');
    await one.deliver('Done');
    const [delivery] = await store.db.select().from(deliveries);
    const carry = store.db
      .update(files)
      .set({ deliveryId: delivery?.id ?? null, position: 0 })
      .where(eq(files.id, id));
    expect(await causeOf(Promise.resolve(carry))).toContain('files_of_delivery');
    const twice = store.db
      .update(files)
      .set({ refundRequestId: randomUUID(), position: 0 })
      .where(eq(files.id, id));
    expect(await causeOf(Promise.resolve(twice))).toContain('files_goes_with');
  });
});

describe('files of a buyer', () => {
  test('go with the brief and with a refund request, and the team opens them', async () => {
    const one = await paid('Your logo');
    const logo = await added(
      one.buyer('brief'),
      'logo.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    );
    await completeBrief(one.appContext, one.secret, { 'answer-0': 'It is attached' }, [logo]);
    expect((await begin(one.buyer('brief'), randomUUID(), 'b.txt', 1)).status).toBe(409);
    const proof = await added(one.buyer('refund'), 'proof.txt');
    const path = `/team/orders/E-${one.number}/files/${proof}`;
    expect((await server.ask(path, { cookie: one.cookie })).status).toBe(404);
    const asked = { ground: 'late', explanation: 'It never came.' };
    await expect(requestRefund(one.appContext, one.secret, asked, [logo])).rejects.toMatchObject({
      status: 410,
    });
    await requestRefund(one.appContext, one.secret, asked, [proof]);
    expect(await one.seen()).toMatchObject({
      briefFiles: [{ name: 'logo.svg' }],
      refund: { files: [{ name: 'proof.txt' }], earlierFiles: [] },
    });
    for (const id of [logo, proof]) {
      const opened = await server.ask(`/team/orders/E-${one.number}/files/${id}`, {
        cookie: one.cookie,
      });
      expect(opened.status).toBe(200);
      expect(opened.headers.get('Content-Disposition')).toMatch(/^attachment/);
    }
  });

  test('are taken when the order takes them, so many and no more', async () => {
    const one = await paid();
    expect((await begin(one.buyer('brief'), randomUUID(), 'b.txt', 1)).status).toBe(409);
    const stranger = { ...one.buyer('refund'), address: `/order/${'A'.repeat(43)}/refund/files` };
    expect((await begin(stranger, randomUUID(), 'b.txt', 1)).status).toBe(404);
    expect((await begin(one.buyer('refund'), randomUUID(), 'b.txt', 0)).status).toBe(400);
    const large = 26 * 1024 * 1024;
    expect((await begin(one.buyer('refund'), randomUUID(), 'b.txt', large)).status).toBe(413);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    for (const id of ids)
      expect((await begin(one.buyer('refund'), id, 'b.txt', 1)).status).toBe(201);
    expect((await begin(one.buyer('refund'), randomUUID(), 'b.txt', 1)).status).toBe(429);
    expect((await abortUpload(one.buyer('refund'), ids[0] ?? '')).status).toBe(204);
    expect((await begin(one.buyer('refund'), randomUUID(), 'b.txt', 1)).status).toBe(201);
  });

  test('that were never sent go after a day, those that were stay without the talk', async () => {
    const one = await paid();
    const sent = await added(one.team, 'sent.txt');
    await one.deliver('Done', [sent]);
    const left = await added(one.buyer('refund'), 'left.txt');
    const clock = new TestClock();
    clock.advance(25 * 60 * 60 * 1000);
    await forgetUnsent({ ...server.appContext, clock });
    await store.db.delete(conversations).where(eq(conversations.id, one.conversation.id));
    expect((await store.db.select().from(files)).map(({ id }) => id)).toEqual([sent]);
    expect((await store.db.select().from(deletedFiles)).map(({ id }) => id)).toEqual([left]);
    expect((await one.open(sent)).status).toBe(200);
  });

  test('are in the export of a person, and go with an erasure to the last byte', async () => {
    const one = await paid('Your logo');
    const logo = await added(one.buyer('brief'), 'logo.txt');
    await completeBrief(one.appContext, one.secret, { 'answer-0': 'Here' }, [logo]);
    const work = await added(one.team, 'work.txt');
    await one.deliver('Done', [work]);
    const left = await added(one.buyer('refund'), 'left.txt');
    const held = await exportOrdersOf(store.db, VISITORS.elena);
    const told = held.orders[0]?.files.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(told).toMatchObject([
      { name: 'left.txt', state: 'not sent' },
      {
        name: 'logo.txt',
        from: 'you',
        for: 'brief',
        state: 'sent',
        inTheArchive: `files/${logo}.txt`,
      },
      { name: 'work.txt', from: 'us', for: 'delivery' },
    ]);
    const ines = await hire(store.db, 'ines');
    await erasePerson(server.appContext, tracedBy(ines), VISITORS.elena, 'anonymise');
    expect(await store.db.$count(files)).toBe(0);
    await removeDeleted(server.appContext);
    for (const id of [logo, work, left]) {
      expect(await testFiles().store.open(id, 'original')).toBeUndefined();
      expect((await one.open(id)).status).toBe(404);
    }
  });
});

describe('a plain form with files', () => {
  const form = (fields: Readonly<Record<string, string>>, given: readonly [string, BlobPart][]) => {
    const all = new FormData();
    for (const [name, value] of Object.entries(fields)) all.append(name, value);
    for (const [name, words] of given) all.append('upload', new Blob([words]), name);
    return all;
  };
  const asking = { intent: 'refund', ground: 'late', explanation: 'It never came.' };
  const send = (secret: string, body: FormData, purpose = 'refund') =>
    server.ask(`/order/${secret}?for=${purpose}`, { method: 'POST', body });

  test('asks for a refund with what shows it, without a script', async () => {
    const one = await paid();
    const answer = await send(
      one.secret,
      form(asking, [
        ['“proof” & more.txt', 'late'],
        ['b.txt', 'b'],
      ]),
    );
    expect(await answer.json()).toMatchObject({ intent: 'refund', isDone: true });
    expect((await one.seen())?.refund?.files).toMatchObject([
      { name: '“proof” & more.txt', size: 4, type: 'text/plain' },
      { name: 'b.txt' },
    ]);
  });

  test('that is refused keeps its files for the next try, and says what was not kept', async () => {
    const one = await paid();
    const missing = await send(one.secret, form({ ...asking, explanation: '' }, [['a.txt', 'a']]));
    const refused = (await missing.json()) as { typed: { file: string }; field: string };
    expect(refused).toMatchObject({
      isDone: false,
      field: 'explanation',
      typed: { ground: 'late' },
    });
    const id = refused.typed.file;
    const large = new Uint8Array(25 * 1024 * 1024 + 1);
    const partly = await send(
      one.secret,
      form({ ...asking, file: id }, [
        ['large.bin', large],
        ['b.txt', 'b'],
        ['c.txt', ''],
      ]),
    );
    expect(await partly.json()).toMatchObject({
      isDone: false,
      field: 'files',
      message:
        "“large.bin” is too large. A file can be up to 25 MB. “c.txt” is empty and wasn't added.",
    });
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'in progress' });
    const page = (await (await server.ask(`/order/${one.secret}`)).json()) as {
      adding: { waiting: { refund: { id: string; name: string }[] } };
    };
    const waiting = page.adding.waiting.refund;
    // Both files have the same timestamp, so their order is undefined.
    expect(waiting.map(({ name }) => name).toSorted()).toEqual(['a.txt', 'b.txt']);
    const all = form(asking, []);
    for (const file of waiting) all.append('file', file.id);
    expect(await (await send(one.secret, all)).json()).toMatchObject({ isDone: true });
    expect((await one.seen())?.refund?.files).toHaveLength(2);
  });

  test('brings what the brief needs, and nothing where nothing is asked for', async () => {
    const one = await paid('Your logo');
    const brief = form({ intent: 'brief', 'answer-0': 'Attached' }, [['logo.txt', 'logo']]);
    expect(await (await send(one.secret, brief, 'brief')).json()).toMatchObject({ isDone: true });
    expect((await one.seen())?.briefFiles).toMatchObject([{ name: 'logo.txt' }]);
    expect((await send(one.secret, brief, 'brief')).status).toBe(303);
    expect((await send('A'.repeat(43), form(asking, [['a.txt', 'a']]))).status).toBe(404);
  });

  test('of a stranger’s making is refused and leaves nothing', async () => {
    const one = await paid();
    const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
      server.ask(`/order/${one.secret}?for=refund`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', ...headers },
      });
    expect((await post('--y--')).status).toBe(400);
    expect(
      (await post('--x\r\nContent-Disposition: form-data; name="upload"; filename="a"\r\n\r\nb'))
        .status,
    ).toBe(400);
    const long = 'a'.repeat(70_000);
    expect(
      (
        await post(
          `--x\r\nContent-Disposition: form-data; name="explanation"\r\n\r\n${long}\r\n--x--`,
        )
      ).status,
    ).toBe(413);
    const foreign = await post('--x--', { Origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    const eleven = Array.from({ length: 11 }, (_, index): [string, string] => [
      `${index}.txt`,
      'a',
    ]);
    const answer = await send(one.secret, form(asking, eleven));
    expect(await answer.json()).toMatchObject({
      message: "“10.txt” wasn't added. Up to 10 files can be sent at once.",
    });
    expect(await store.db.$count(refundRequests)).toBe(0);
    expect(await store.db.$count(files, sql`position is not null`)).toBe(0);
  });
});

describe('a part of a file', () => {
  const words = 'A harbour at dawn, and the boats go out. '.repeat(100);

  test('is what a Range asks for, of the same file, and no other answer is one', async () => {
    const one = await paid();
    const id = await added(one.team, 'long.txt', words);
    await one.deliver('Done', [id]);
    const ask = (headers: Readonly<Record<string, string>>, method = 'GET') =>
      one.open(id, '', { method, headers });
    const whole = await ask({});
    expect(whole.headers.get('Accept-Ranges')).toBe('bytes');
    expect(whole.headers.get('Content-Length')).toBe(String(words.length));
    const etag = whole.headers.get('ETag') ?? '';

    const part = await ask({ Range: 'bytes=2-8', 'Accept-Encoding': 'gzip' });
    expect(part.status).toBe(206);
    expect(part.headers.get('Content-Range')).toBe(`bytes 2-8/${words.length}`);
    expect(part.headers.get('Content-Encoding')).toBeNull();
    expect(await part.text()).toBe('harbour');
    expect(await (await ask({ Range: 'bytes=-6' })).text()).toBe(words.slice(-6));
    const rest = await ask({ Range: `bytes=${words.length - 3}-` });
    expect(await rest.text()).toBe(words.slice(-3));
    expect((await ask({ Range: 'bytes=0-999999' })).status).toBe(206);

    const outside = await ask({ Range: `bytes=${words.length}-` });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('Content-Range')).toBe(`bytes */${words.length}`);
    expect((await ask({ Range: 'bytes=-0' })).status).toBe(416);

    expect((await ask({ Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
    expect((await ask({ Range: 'bytes=0-1', 'If-Range': '"another"' })).status).toBe(200);
    for (const Range of ['bytes=0-1,4-5', 'bytes=5-2', 'lines=1-2', 'bytes=-', 'bytes=a-b']) {
      expect((await ask({ Range })).status).toBe(200);
    }
    const head = await ask({ Range: 'bytes=0-1' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers.get('Content-Length')).toBe(String(words.length));
    expect(await head.text()).toBe('');
    expect((await ask({ 'If-None-Match': etag, Range: 'bytes=0-1' })).status).toBe(304);
  });
});

describe('the archive of an order', () => {
  test('holds every sent file, with a folder for the brief and each delivery, for buyer and team alone', async () => {
    const one = await paid('Your logo');
    const archive = (path = `/order/${one.secret}`, init = {}) =>
      server.ask(`${path}/archive`, init);
    // Without a sent file there is none.
    const logo = await added(one.buyer('brief'), 'logo.txt');
    expect((await archive()).status).toBe(404);
    await completeBrief(one.appContext, one.secret, { 'answer-0': 'Here' }, [logo]);
    const bytes = await picture();
    const photo = await upload(one.team, { name: 'Entwurf ä.jpg', bytes });
    const page = await added(one.team, 'page.html', 'first');
    const sameName = await added(one.team, 'PAGE.html', 'second');
    await one.deliver('One', [photo.id, page, sameName]);
    await requestRevision(one.appContext, one.secret, 'Larger');
    await one.deliver('Two', [await added(one.team, 'page.html', 'third')]);
    await added(one.buyer('refund'), 'unsent.txt');
    await paid('', VISITORS.priya);

    const answer = await archive();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    expect(answer.headers.get('Content-Disposition')).toMatch(
      `attachment; filename="E-${one.number}.zip"`,
    );
    const zip = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get('Content-Length')).toBe(String(zip.byteLength));
    const content = unzipSync(zip);
    expect(Object.keys(content)).toEqual([
      'Brief/logo.txt',
      'Delivery 1/Entwurf ä.jpg',
      'Delivery 1/page.html',
      'Delivery 1/PAGE (2).html',
      'Delivery 2/page.html',
    ]);
    expect(content['Delivery 1/Entwurf ä.jpg']).toEqual(bytes);
    expect(content['Delivery 1/PAGE (2).html']).toEqual(bytesOf('second'));
    expect(content['Delivery 2/page.html']).toEqual(bytesOf('third'));
    const head = await archive(undefined, { method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe(String(zip.byteLength));

    const path = `/team/orders/E-${one.number}`;
    const ofTeam = await archive(path, { cookie: one.cookie });
    expect(new Uint8Array(await ofTeam.arrayBuffer())).toEqual(zip);
    await employ(store.db, services, 'leo');
    const leo = await cookieOf(store.db, services, 'leo');
    expect((await archive(path, { cookie: leo })).status).toBe(404);
    expect((await archive(path)).status).toBe(302);
    expect((await archive(`/account/orders/E-${one.number}`)).status).toBe(401);
    expect((await archive(`/order/${'A'.repeat(43)}`)).status).toBe(404);
  });

  test('is refused, not incomplete, if the bytes of a file are lost', async () => {
    const one = await paid();
    const id = await added(one.team, 'a.txt');
    await one.deliver('Done', [id, await added(one.team, 'b.txt')]);
    await server.appContext.files.store.remove(id);
    const answer = await server.ask(`/order/${one.secret}/archive`);
    expect(answer.status).toBe(404);
  });
});
