import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pngDeclaring } from '../../../tests/support/bombs.ts';
import { CAST, VISITORS } from '../../../tests/support/cast.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { testFiles } from '../../../tests/support/files.ts';
import { openLiveServer, type LiveServer } from '../../../tests/support/live-server.ts';
import { cookieOf, employ, teamServices, type TestServices } from '../../../tests/support/team.ts';
import { openVisitor, type TestVisitor } from '../../../tests/support/visitor.ts';
import {
  askOffset,
  begin,
  sendChunk,
  sendWith,
  abortUpload,
  upload,
  type UploadAs,
} from '../../../tests/support/upload.ts';
import { confirmBrowser } from '../../chat/server/email-verification/confirm-address.server.ts';
import { deletedFiles, files } from '../../chat/server/files/tables.server.ts';
import { conversations, visitorMessages, visitors } from '../../chat/server/tables.server.ts';
import { erasePerson } from '../../chat/server/privacy/erase-visitor.server.ts';
import { readTar } from '../../platform/tar.ts';
import { change } from '../../platform/change/change.server.ts';
import type { MessageView } from '../../chat/protocol/views.ts';
import { removeDeleted, forgetUnsent, OrphanPruner } from './sweep/prune-files.server.ts';

const store = useDatabase();
let services: TestServices;
let server: LiveServer;
let elena: TestVisitor;
let stranger: TestVisitor;
let asElena: UploadAs;
let asMaya: UploadAs;
let leoCookie: string;

beforeEach(async () => {
  services = teamServices(store.db);
  server = await openLiveServer(store.db, services);
  await employ(store.db, services, 'maya');
  elena = await openVisitor(store.db, VISITORS.elena);
  await employ(store.db, services, 'leo');
  stranger = await openVisitor(store.db, VISITORS.priya);
  asElena = { server, conversationId: elena.id, cookie: elena.cookie };
  const cookie = await cookieOf(store.db, services, 'maya');
  asMaya = { server, side: 'agentchat', conversationId: elena.id, cookie };
  leoCookie = await cookieOf(store.db, services, 'leo');
});
afterEach(() => server.close());

const pathOf = (id: string) => join(testFiles().workFolder, '../uploads', id);

const text = (words: string) => new TextEncoder().encode(words);
const read = async (path: string, cookie: string) => server.ask(path, { cookie });
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { message: string } }).error.message;
const messageOf = async (answer: Response) =>
  ((await answer.json()) as { message: MessageView }).message;

async function photo(width = 1200, height = 800): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#2540e0' } })
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'Elena', Make: 'Camera' },
      IFD3: { GPSLatitude: '52/1 31/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return new Uint8Array(bytes);
}

describe('a file', () => {
  test('goes with a message, and both sides open it under its name', async () => {
    const bytes = text('Our brief: a harbour at dawn.');
    const { id, answer } = await upload(asElena, { name: 'Größe & Maß.txt', bytes });
    expect(answer.status).toBe(204);
    const message = await messageOf(await sendWith(asElena, [id]));
    expect(message).toMatchObject({
      number: 1,
      text: '',
      files: [
        { id, name: 'Größe & Maß.txt', size: bytes.byteLength, type: 'text/plain', width: null },
      ],
    });
    for (const cookie of [elena.cookie, asMaya.cookie]) {
      const opened = await read(`/chat/files/${id}`, cookie);
      expect(opened.status).toBe(200);
      expect(opened.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
      expect(opened.headers.get('Content-Disposition')).toBe(
        `attachment; filename="Gr__e & Ma_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20Ma%C3%9F.txt`,
      );
      expect(opened.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(opened.headers.get('Content-Security-Policy')).toContain('sandbox');
      expect(await opened.text()).toBe('Our brief: a harbour at dawn.');
    }
  });

  test('comes with the message to whoever catches up, and to who looks at the thread', async () => {
    const { id } = await upload(asMaya, { name: 'logo.pdf', bytes: text('%PDF-1.7 harbour') });
    expect((await sendWith(asMaya, [id], 'Here it is')).status).toBe(200);
    const caughtUp = await read(`/chat/conversations/${elena.id}/messages?after=0`, elena.cookie);
    expect(await caughtUp.json()).toMatchObject({
      messages: [
        {
          text: 'Here it is',
          isAgent: true,
          files: [{ id, name: 'logo.pdf', type: 'application/pdf' }],
        },
      ],
    });
    const [visitor] = await store.db
      .select()
      .from(visitors)
      .where(eq(visitors.email, VISITORS.elena));
    const thread = await read(`/agentchat/visitors/${visitor?.id}`, asMaya.cookie);
    expect(await thread.text()).toContain(id);
    const person = await read(`/agentchat/visitors/${visitor?.id}/person`, asMaya.cookie);
    expect(await person.json()).toMatchObject({
      person: { fileCount: 1, files: [{ id, name: 'logo.pdf', isAgent: true }] },
    });
  });

  test('is kept although the pieces of its upload cannot be removed', async () => {
    const { uploads } = testFiles();
    const failing = vi.spyOn(uploads, 'remove').mockRejectedValue(new Error('The bucket is away'));
    const { id, answer } = await upload(asElena, { name: 'a.txt', bytes: text('a') });
    failing.mockRestore();
    expect(answer.status).toBe(204);
    expect((await sendWith(asElena, [id])).status).toBe(200);
    expect(await (await read(`/chat/files/${id}`, elena.cookie)).text()).toBe('a');
  });

  test('that cannot be removed holds up no other', async () => {
    const ids: string[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      const { id } = await upload(asElena, { name, bytes: text(name) });
      ids.push(id);
    }
    for (const id of ids) await abortUpload(asElena, id);
    const { store: stored } = testFiles();
    const remove = stored.remove.bind(stored);
    const [first] = ids.toSorted();
    const failing = vi
      .spyOn(stored, 'remove')
      .mockImplementation((id) =>
        id === first ? Promise.reject(new Error('Locked')) : remove(id),
      );
    await removeDeleted(server.appContext);
    failing.mockRestore();
    expect(await store.db.select({ id: deletedFiles.id }).from(deletedFiles)).toEqual([
      { id: first },
    ]);
    await removeDeleted(server.appContext);
    expect(await store.db.$count(deletedFiles)).toBe(0);
  });

  test('of a visitor makes the conversation wait, as words do', async () => {
    const { id } = await upload(asElena, { name: 'a.txt', bytes: text('a') });
    await sendWith(asElena, [id]);
    const [row] = await store.db.select().from(conversations).where(eq(conversations.id, elena.id));
    expect(row?.waitingSince).not.toBeNull();
    const inbox = await read('/agentchat/inbox?view=waiting', asMaya.cookie);
    expect(await inbox.text()).toContain('"lastMessageText":"1 file"');
  });

  test('is resumed from where the server has it, and is finished once', async () => {
    const id = randomUUID();
    expect((await begin(asElena, id, 'a.txt', 10)).status).toBe(201);
    expect((await sendChunk(asElena, id, 0, text('01234'))).status).toBe(204);
    // The client lost the response: a second creation returns the same upload, and the server reports the
    // offset.
    const offset = await askOffset(asElena, id);
    expect(offset.headers.get('Upload-Offset')).toBe('5');
    expect((await sendChunk(asElena, id, 0, text('01234'))).status).toBe(409);
    expect((await sendChunk(asElena, id, 5, text('56789'))).status).toBe(204);
    const complete = await askOffset(asElena, id);
    expect(complete.headers.get('Upload-Offset')).toBe('10');
    expect((await sendChunk(asElena, id, 10, text('more'))).status).toBe(423);
    await sendWith(asElena, [id]);
    expect(await (await read(`/chat/files/${id}`, elena.cookie)).text()).toBe('0123456789');
  });

  test('keeps what came before the line was cut in the middle of a piece', async () => {
    const id = randomUUID();
    await begin(asElena, id, 'a.txt', 1000);
    const chunk = httpRequest(`${server.origin}/chat/conversations/${elena.id}/files/${id}`, {
      method: 'PATCH',
      headers: {
        Cookie: elena.cookie,
        Origin: server.origin,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': '1000',
      },
    });
    chunk.on('error', () => {});
    chunk.write('x'.repeat(400));
    const taken = async () => (await stat(pathOf(id))).size;
    await expect.poll(taken).toBe(400);
    chunk.destroy();
    expect((await askOffset(asElena, id)).headers.get('Upload-Offset')).toBe('400');
    expect((await sendChunk(asElena, id, 400, text('y'.repeat(600)))).status).toBe(204);
  });

  test('whose bytes were all there when the process died is finished by who asks for it', async () => {
    const id = randomUUID();
    await begin(asElena, id, 'a.txt', 4);
    const { uploads } = testFiles();
    const { Readable } = await import('node:stream');
    await uploads.dataStore.write(Readable.from([Buffer.from('dead')]), id, 0);
    expect((await sendWith(asElena, [id])).status).toBe(409);
    expect((await askOffset(asElena, id)).headers.get('Upload-Offset')).toBe('4');
    expect((await sendWith(asElena, [id])).status).toBe(200);
  });

  test('that is not complete goes with no message, nor one that was sent already', async () => {
    const id = randomUUID();
    await begin(asElena, id, 'a.txt', 10);
    await sendChunk(asElena, id, 0, text('01234'));
    expect((await sendWith(asElena, [id])).status).toBe(409);
    expect(await store.db.select().from(visitorMessages)).toEqual([]);
    await sendChunk(asElena, id, 5, text('56789'));
    const clientId = randomUUID();
    const first = await messageOf(await sendWith(asElena, [id], 'mine', clientId));
    // Sending again with the same client id returns the same message. A different client id is refused.
    expect(await messageOf(await sendWith(asElena, [id], 'mine', clientId))).toEqual(first);
    expect((await sendWith(asElena, [id], 'mine')).status).toBe(409);
    expect((await sendWith(asElena, [], 'mine', clientId)).status).toBe(409);
    expect((await abortUpload(asElena, id)).status).toBe(409);
  });

  test('that two messages ask for at once goes with one of them', async () => {
    const { id } = await upload(asElena, { name: 'a.txt', bytes: text('a') });
    const answers = await Promise.all([1, 2, 3].map((n) => sendWith(asElena, [id], `${n}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    expect(await store.db.select().from(visitorMessages)).toHaveLength(1);
  });

  test('ten go with a message, in their order, and no eleventh', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      ids.push((await upload(asElena, { name: `${count}.txt`, bytes: text(`${count}`) })).id);
    }
    const tooMany = await sendWith(asElena, ids);
    expect(tooMany.status).toBe(400);
    expect(await errorOf(tooMany)).toBe('A message can have up to 10 files.');
    const { files: carried } = await messageOf(
      await sendWith(asElena, ids.slice(0, 10).toReversed()),
    );
    expect(carried?.map(({ name }) => name)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((count) => `${count}.txt`),
    );
  });

  test('keeps its name on one line, without a path and not too long', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\temp\\plan.doc',
      'a\u202egnp.exe',
      `${'x'.repeat(300)}.pdf`,
      '  ',
      '..',
    ];
    for (const name of names) await upload(asElena, { name, bytes: text('a') });
    const rows = await store.db.select({ name: files.name }).from(files).orderBy(files.createdAt);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      ['passwd', 'plan.doc', 'a gnp.exe', `${'x'.repeat(156)}.pdf`, 'file', 'file'].toSorted(),
    );
  });
});

describe('what is refused, before anything of it comes:', () => {
  test.each([
    ['too large', 25 * 1024 * 1024 + 1, 413, '“plan.pdf” is too large. A file can be up to 25 MB.'],
    ['empty', 0, 400, "“plan.pdf” is empty and wasn't added."],
  ])('%s', async (_, size, status, words) => {
    const answer = await begin(asElena, randomUUID(), 'plan.pdf', size);
    expect([answer.status, status === 413 ? words : await errorOf(answer)]).toEqual([
      status,
      words,
    ]);
    expect(await store.db.select().from(files)).toEqual([]);
  });

  test('more than a chat takes in an hour', async () => {
    const size = 25 * 1024 * 1024;
    for (let count = 0; count < 20; count += 1) {
      expect((await begin(asElena, randomUUID(), 'a.zip', size)).status).toBe(201);
      // A tenth of all unsent files of a shop is less.
      await store.db.update(files).set({ network: null });
    }
    const answer = await begin(asElena, randomUUID(), 'a.zip', size);
    expect(answer.status).toBe(429);
    expect(await errorOf(answer)).toContain('reached its hourly upload limit');
  });

  test('more bytes than were announced', async () => {
    const id = randomUUID();
    await begin(asElena, id, 'a.txt', 3);
    expect((await sendChunk(asElena, id, 0, text('01234'))).status).toBe(413);
    expect((await askOffset(asElena, id)).headers.get('Upload-Offset')).toBe('0');
  });

  test('what comes from a page of another site', async () => {
    const answer = await server.ask(`/chat/conversations/${elena.id}/files`, {
      method: 'POST',
      cookie: elena.cookie,
      headers: {
        Origin: 'https://elsewhere.example',
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '3',
      },
    });
    expect(answer.status).toBe(403);
  });
});

describe('somebody else', () => {
  test('can add nothing, resume nothing, open nothing and take nothing back', async () => {
    const { id } = await upload(asElena, { name: 'a.txt', bytes: text('secret') });
    const unfinished = randomUUID();
    await begin(asElena, unfinished, 'b.txt', 3);
    const { id: sent } = await upload(asElena, { name: 'c.txt', bytes: text('secret') });
    await sendWith(asElena, [sent]);
    const others: UploadAs[] = [
      { ...asElena, cookie: stranger.cookie },
      { ...asElena, cookie: '' },
      { ...asElena, cookie: asMaya.cookie },
      { ...asMaya, cookie: leoCookie },
      // The stranger's own conversation, combined with the id of Elena's file.
      { server, conversationId: stranger.id, cookie: stranger.cookie },
    ];
    for (const other of others) {
      const isTheirOwn = other.conversationId === stranger.id;
      expect((await begin(other, randomUUID(), 'x.txt', 3)).status).toBe(isTheirOwn ? 201 : 404);
      expect((await begin(other, unfinished, 'b.txt', 3)).status).toBe(isTheirOwn ? 409 : 404);
      expect((await askOffset(other, unfinished)).status).toBe(404);
      expect((await sendChunk(other, unfinished, 0, text('bad'))).status).toBe(404);
      expect((await abortUpload(other, id)).status).toBe(404);
      expect([404, 410]).toContain((await sendWith(other, [id], 'mine')).status);
    }
    for (const cookie of [stranger.cookie, '', leoCookie]) {
      for (const path of [id, sent, `${sent}/small`, randomUUID(), 'x', `${sent}/../..`]) {
        expect((await read(`/chat/files/${path}`, cookie)).status).toBe(404);
      }
    }
    // Before a file is sent, only its sender can read it.
    expect((await read(`/chat/files/${id}`, asMaya.cookie)).status).toBe(404);
    expect((await read(`/chat/files/${id}`, elena.cookie)).status).toBe(200);
    expect((await askOffset(asElena, unfinished)).headers.get('Upload-Offset')).toBe('0');
  });

  test('of the same address sees the files once it has proved that it reads its mail', async () => {
    const { id } = await upload(asElena, { name: 'a.txt', bytes: text('secret') });
    await sendWith(asElena, [id]);
    const other = await openVisitor(store.db, VISITORS.elena);
    expect((await read(`/chat/files/${id}`, other.cookie)).status).toBe(404);
    const [visitor] = await store.db
      .select()
      .from(visitors)
      .where(eq(visitors.email, VISITORS.elena));
    await change(server.appContext, undefined, (tx, after) =>
      confirmBrowser(tx, after, server.appContext, other.browserId, visitor?.id ?? ''),
    );
    expect((await read(`/chat/files/${id}`, other.cookie)).status).toBe(200);
  });
});

describe('a picture', () => {
  test('loses what the camera wrote, stands upright and is shown in two sizes', async () => {
    const { id } = await upload(asElena, { name: 'harbour.jpg', bytes: await photo() });
    const message = await messageOf(await sendWith(asElena, [id]));
    expect(message.files).toMatchObject([{ type: 'image/jpeg', width: 800, height: 1200 }]);
    const original = await read(`/chat/files/${id}`, asMaya.cookie);
    expect(original.headers.get('Content-Type')).toBe('image/jpeg');
    expect(original.headers.get('Content-Disposition')).toMatch(/^inline; /);
    const bytes = Buffer.from(await original.arrayBuffer());
    const metadata = await sharp(bytes).metadata();
    expect({ exif: metadata.exif, width: metadata.width }).toEqual({ width: 800 });
    expect(bytes.includes('Elena')).toBe(false);
    for (const [name, side] of [
      ['small', 480],
      ['large', 1200],
    ] as const) {
      const preview = await read(`/chat/files/${id}/${name}`, elena.cookie);
      expect(preview.headers.get('Content-Type')).toBe('image/webp');
      const shown = await sharp(Buffer.from(await preview.arrayBuffer())).metadata();
      expect({ height: shown.height, exif: shown.exif }).toEqual({ height: side });
    }
  });

  test.each([
    ['too many pixels', () => pngDeclaring(20_000, 20_000), 'more than 64 million pixels'],
    ['no picture inside', async () => (await photo(8, 8)).slice(0, 200), "couldn't be read"],
  ])('with %s is refused by name', async (_, make, words) => {
    const { id, answer } = await upload(asElena, { name: 'p.png', bytes: await make() });
    expect(answer.status).toBe(422);
    expect(await errorOf(answer)).toContain(`“p.png” wasn't added`);
    const again = await store.db.select().from(files).where(eq(files.id, id));
    expect([again.length, words.length > 0]).toEqual([0, true]);
  });
});

describe('whatever it is called,', () => {
  test.each([
    ['picture.png', '<html><script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['page.xml', '<?xml version="1.0"?><x:html xmlns:x="http://www.w3.org/1999/xhtml"/>'],
    ['page.html', '<!doctype html><script>alert(1)</script>'],
  ])('%s never runs', async (name, content) => {
    const { id } = await upload(asElena, { name, bytes: text(content) });
    await sendWith(asElena, [id]);
    const opened = await read(`/chat/files/${id}`, asMaya.cookie);
    expect(opened.headers.get('Content-Disposition')).toMatch(/^attachment; /);
    expect(opened.headers.get('Content-Security-Policy')).toContain("default-src 'none'; sandbox");
    const found = opened.headers.get('Content-Type') ?? '';
    expect(found).toMatch(/^(?:text\/plain; charset=utf-8|application\/octet-stream)$/);
    expect((await read(`/chat/files/${id}/small`, asMaya.cookie)).status).toBe(404);
  });
});

describe('what is held about a person', () => {
  test('tells their files and hands them out, and an erasure takes both', async () => {
    await employ(store.db, services, 'henrik');
    const cookie = await cookieOf(store.db, services, 'henrik');
    const { id } = await upload(asElena, { name: 'brief.txt', bytes: text('Our brief') });
    await sendWith(asElena, [id], 'Here');
    const form = (fields: Record<string, string>) => ({
      method: 'POST',
      cookie,
      body: new URLSearchParams({ email: VISITORS.elena, ...fields }),
    });
    const exported = await server.ask('/team/visitors/export', form({}));
    expect(await exported.json()).toMatchObject({
      conversations: [
        { files: [{ name: 'brief.txt', from: 'you', bytes: 9, inTheArchive: `files/${id}.txt` }] },
      ],
    });
    const archive = await server.ask('/team/visitors/files', form({}));
    expect(archive.headers.get('Content-Type')).toBe('application/x-tar');
    const entries: string[] = [];
    for await (const entry of readTar(asBuffers(await archive.arrayBuffer()))) {
      entries.push(`${entry.name}: ${(await buffer(entry.bytes())).toString()}`);
    }
    expect(entries).toEqual([`files/${id}.txt: Our brief`]);
    expect(
      (await server.ask('/team/visitors/files', { ...form({}), cookie: leoCookie })).status,
    ).toBe(403);
    const henrik = { member: { id: 'henrik', email: CAST.henrik.email }, requestId: 'r' };
    const certificate = await erasePerson(server.appContext, henrik, VISITORS.elena, 'delete');
    expect(certificate).toContain('1 file,');
    await removeDeleted(server.appContext);
    expect(await testFiles().store.open(id, 'original')).toBeUndefined();
    expect((await read(`/chat/files/${id}`, asMaya.cookie)).status).toBe(404);
  });
});

async function* asBuffers(bytes: ArrayBuffer) {
  yield Buffer.from(bytes);
}

describe('bytes go', () => {
  const createAppContext = () => server.appContext;
  const isThere = async (id: string) =>
    (await testFiles().store.open(id, 'original')) !== undefined;

  test('when a file is taken back, when its conversation goes, and when it is never sent', async () => {
    const { id: taken } = await upload(asElena, { name: 'a.txt', bytes: text('a') });
    const { id: sent } = await upload(asElena, { name: 'b.txt', bytes: text('b') });
    const { id: unsent } = await upload(asElena, { name: 'c.txt', bytes: text('c') });
    await sendWith(asElena, [sent]);
    expect((await abortUpload(asElena, taken)).status).toBe(204);
    await removeDeleted(createAppContext());
    expect([await isThere(taken), await isThere(sent), await isThere(unsent)]).toEqual([
      false,
      true,
      true,
    ]);
    services.clock.advance(25 * 60 * 60 * 1000);
    await forgetUnsent(createAppContext());
    await removeDeleted(createAppContext());
    expect([await isThere(sent), await isThere(unsent)]).toEqual([true, false]);
    await store.db.delete(conversations).where(eq(conversations.id, elena.id));
    await removeDeleted(createAppContext());
    expect(await isThere(sent)).toBe(false);
    expect(await store.db.select().from(deletedFiles)).toEqual([]);
  });

  test('when no row has named them for a day', async () => {
    const { id } = await upload(asElena, { name: 'a.txt', bytes: text('a') });
    await sendWith(asElena, [id]);
    await store.db.delete(files);
    await store.db.delete(deletedFiles);
    const orphans = new OrphanPruner(createAppContext());
    await orphans.prune();
    services.clock.advance(23 * 60 * 60 * 1000);
    await orphans.prune();
    expect(await isThere(id)).toBe(true);
    services.clock.advance(2 * 60 * 60 * 1000);
    await orphans.prune();
    expect(await isThere(id)).toBe(false);
  });
});
