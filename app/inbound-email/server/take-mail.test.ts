import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answeredChat, MAIL_SECRET } from '../../../tests/support/answered-chat.ts';
import { VISITORS } from '../../../tests/support/cast.ts';
import { openBrowser, useDatabase } from '../../../tests/support/database.ts';
import { attachment, mime, multipart, plain, type MimeMail } from '../../../tests/support/mime.ts';
import { request } from '../../../tests/support/request.ts';
import { refusalOf } from '../../../tests/support/team.ts';
import { openVisitor } from '../../../tests/support/visitor.ts';
import { isConfirmed } from '../../chat/server/email-verification/is-confirmed.server.ts';
import { files } from '../../chat/server/files/tables.server.ts';
import {
  forgetReplyAddresses,
  issueReplyAddress,
} from '../../chat/server/email/reply-address.server.ts';
import { blockVisitor } from '../../chat/server/privacy/block-visitor.server.ts';
import { exportVisitor } from '../../chat/server/privacy/export-visitor.server.ts';
import { readMessagesAfter } from '../../chat/server/read/read-messages.server.ts';
import { sendMessage } from '../../chat/server/messages/send-message.server.ts';
import { unsendMessage } from '../../chat/server/messages/unsend-message.server.ts';
import { conversations, visitorMessages, visitors } from '../../chat/server/tables.server.ts';
import { forVisitor } from '../../chat/protocol/views.ts';
import type { AppContext } from '../../app-context.ts';
import { RefusedError } from '../../platform/errors.ts';
import { NOBODY, tracedBy } from '../../../tests/support/team.ts';
import { leftOutEmails } from './tables.server.ts';
import { takeMail } from './take-mail.server.ts';
import { showStored } from '../../platform/stored-message.ts';

const store = useDatabase();
const DAY = 24 * 60 * 60 * 1000;
type Chat = Awaited<ReturnType<typeof answeredChat>>;
let chat: Chat;

beforeEach(async () => {
  chat = await answeredChat(store.db);
});

const take = (mail: MimeMail | Uint8Array = {}, appContext: AppContext = chat.appContext) =>
  takeMail(appContext, {
    raw: mail instanceof Uint8Array ? mail : mime({ to: chat.replyTo, ...mail }),
    way: 'imap',
  });
const messages = (id = chat.elena.id) => readMessagesAfter(store.db, id, 0);
const conversation = async (id = chat.elena.id) =>
  (await store.db.select().from(conversations).where(eq(conversations.id, id)))[0];

describe('an answer by mail', () => {
  test('is a message of its visitor: numbered, published, and somebody waits', async () => {
    expect(await take()).toBe('message');
    expect(await messages()).toMatchObject([
      { number: 1, text: 'Yes, please.', isAgent: false, mail: {} },
    ]);
    expect((await conversation())?.waitingSince).toEqual(chat.appContext.clock.now());
    expect(chat.events.map(({ name }) => name)).toContain('message');
    expect(chat.handled).toEqual(['message']);
  });

  test('comes once, however often and from how many sides it comes', async () => {
    const mail = mime({ to: chat.replyTo });
    await Promise.all([take(mail), take(mail), take(mail)]);
    expect(await take(mail)).toBe('repeat');
    expect(await messages()).toHaveLength(1);
  });

  test('without a name is known by its bytes', async () => {
    const mail = mime({ to: chat.replyTo, messageId: null });
    expect([await take(mail), await take(mail)]).toEqual(['message', 'repeat']);
    expect(await take({ messageId: null, body: plain('Another') })).toBe('message');
  });

  test('reopens what was completed, for the same agent', async () => {
    await store.db
      .update(conversations)
      .set({ completedAt: chat.appContext.clock.now() })
      .where(eq(conversations.id, chat.elena.id));
    await take();
    expect((await conversation())?.completedAt).toBeNull();
    const [visitor] = await store.db.select().from(visitors);
    expect(visitor).toMatchObject({ state: 'waiting', agentId: chat.maya.id });
  });

  test('of somebody else is kept, with whom it was sent from; its visitor’s address is no mark', async () => {
    await take({ from: 'Priya <priya@lumenstudio.example>' });
    await take({ from: 'ELENA.RUIZ@northfold.example' });
    await take({ from: 'nobody' });
    expect((await messages()).map(({ mail }) => mail?.sender)).toEqual([
      VISITORS.priya,
      undefined,
      '',
    ]);
  });

  test('confirms no browser and says nothing but its text to the one that has the chat', async () => {
    await take({
      from: VISITORS.priya,
      body: plain(
        'Yes.\n\nOn Fri, Jun 12, 2026 at 10:00 AM Embarka <a@b.example> wrote:\n\n> secret words\n',
      ),
    });
    const [message] = await messages();
    expect(message?.mail?.folded).toContain('secret words');
    const shown = JSON.stringify(message && forVisitor(message));
    expect(shown).not.toContain('secret words');
    expect(shown).not.toContain(VISITORS.priya);
    const [visitor] = await store.db.select().from(visitors);
    expect(await isConfirmed(store.db, chat.elena.browserId, visitor?.id ?? '')).toBe(false);
  });

  test('reaches a conversation that was moved to another browser meanwhile', async () => {
    const phone = await openBrowser(store.db, chat.appContext.clock);
    await store.db
      .update(conversations)
      .set({ browserId: phone })
      .where(eq(conversations.id, chat.elena.id));
    expect(await take()).toBe('message');
  });

  test('of nothing says so', async () => {
    await take({ body: plain('') });
    expect(await messages()).toMatchObject([{ text: '(no text)' }]);
  });

  test('that is encrypted says so to everybody, and to the team what to do', async () => {
    const body = plain('Version: 1', 'application/pgp-encrypted');
    await take({ body });
    const [message] = await messages();
    expect(message?.text).toBe('(This email is encrypted and cannot be read.)');
    expect(message?.mail?.notices?.map((notice) => showStored(notice))).toEqual([
      "This email is encrypted and can't be read here. Ask for an unencrypted email.",
    ]);
  });

  test('to an invitation is a file', async () => {
    const event = 'BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:REPLY\nEND:VCALENDAR';
    expect(await take({ body: plain(event, 'text/calendar; method=REPLY') })).toBe('message');
    expect(await messages()).toMatchObject([{ text: '', files: [{ name: 'invite.ics' }] }]);
  });

  test('shows what is quoted under the address that our emails are from', async () => {
    const { mailFrom } = chat.appContext.settings;
    const header = `Von: ${mailFrom}\nGesendet: 12. Juni 2026 10:00\nAn: Elena\nBetreff: x`;
    await take({ body: plain(`Ja.\n\n${header}\n\nWelche Farbe?`), subject: '' });
    expect(await messages()).toMatchObject([
      { text: 'Ja.', mail: { folded: expect.stringContaining('Welche Farbe') } },
    ]);
  });

  test('that is taken back leaves nothing of the mail', async () => {
    await take({ from: VISITORS.priya, body: plain('Yes.\n\n-- \nPriya') });
    await unsendMessage(
      chat.appContext,
      NOBODY,
      { kind: 'browser', browserId: chat.elena.browserId },
      chat.elena.id,
      1,
    );
    expect(
      await store.db
        .select({ mail: visitorMessages.mail, message: visitorMessages.message })
        .from(visitorMessages),
    ).toEqual([{ mail: null, message: '' }]);
  });

  test('is told to whoever asks what is held about them', async () => {
    await take({ from: VISITORS.priya });
    const exported = JSON.stringify(await exportVisitor(store.db, VISITORS.elena));
    expect(exported).toContain(VISITORS.priya);
    expect(exported).toContain('addressesToAnswerAt');
  });
});

describe('what a mail carries', () => {
  const carrying = (...parts: string[]) => multipart('mixed', plain('Here it is.'), ...parts);

  test('is added as files are, under names without a path; what is not kept is named', async () => {
    const body = carrying(
      attachment('../../plan.pdf', '%PDF-1.4\n%%EOF'),
      attachment('empty.txt', '', 'text/plain'),
      attachment('words.txt', 'words', 'text/plain'),
    );
    expect(await take({ body })).toBe('message');
    const [message] = await messages();
    expect(message?.files?.map(({ name, type }) => [name, type])).toEqual([
      ['plan.pdf', 'application/pdf'],
      ['words.txt', 'text/plain'],
    ]);
    expect(message?.mail?.notices?.map((notice) => showStored(notice))).toEqual([
      "“empty.txt” is empty and wasn't added.",
    ]);
  });

  test('is not more, nor larger, than what a message can have', async () => {
    const appContext = {
      ...chat.appContext,
      settings: { ...chat.appContext.settings, filesPerMessage: 2, fileMaxMib: 1 },
    };
    const body = carrying(
      attachment('large.bin', Buffer.alloc(1024 * 1024 + 1), 'application/octet-stream'),
      ...['a', 'b', 'c'].map((name) => attachment(`${name}.txt`, name, 'text/plain')),
    );
    await take({ body }, appContext);
    const [message] = await messages();
    expect(message?.files?.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect(message?.mail?.notices?.map((notice) => showStored(notice))).toEqual([
      expect.stringContaining('“large.bin” is too large'),
      "“c.txt” wasn't added. A message can have up to 2 files.",
    ]);
  });

  test('waits where nobody can look at it yet, and is added once when the mail is taken in again', async () => {
    const mail = mime({
      to: chat.replyTo,
      body: carrying(
        attachment('a.txt', 'a', 'text/plain'),
        attachment('b.txt', 'b', 'text/plain'),
      ),
    });
    let count = 0;
    const scan = () => {
      count += 1;
      return count === 2
        ? Promise.reject(new Error('The process dies here'))
        : Promise.resolve(undefined);
    };
    const appContext = { ...chat.appContext, files: { ...chat.appContext.files, scan } };
    await expect(take(mail, appContext)).rejects.toThrow('dies here');
    expect(await messages()).toEqual([]);
    expect(await take(mail, appContext)).toBe('message');
    expect((await messages())[0]?.files?.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect(await store.db.$count(files)).toBe(2);
  });

  test('and holds a virus is not kept, the mail is', async () => {
    const appContext = {
      ...chat.appContext,
      files: { ...chat.appContext.files, scan: () => Promise.resolve('Eicar') },
    };
    await take({ body: carrying(attachment('a.txt', 'a', 'text/plain')) }, appContext);
    expect(await messages()).toMatchObject([
      {
        text: 'Here it is.',
        mail: { notices: [{ key: 'files.infected', values: { name: 'a.txt' } }] },
      },
    ]);
  });
});

describe('stays out', () => {
  test('what no person wrote, and what we sent ourselves', async () => {
    expect(await take({ headers: ['Auto-Submitted: auto-replied'] })).toBe('automatic reply');
    expect(await take({ headers: ['Return-Path: <>'] })).toBe('bounce');
    expect(await take({ headers: ['X-Embarka-Mail: shop.example'] })).toBe('own');
    expect(await take({ from: chat.replyTo })).toBe('own');
    expect(await take({ from: chat.appContext.settings.mailFrom })).toBe('own');
    expect(await messages()).toEqual([]);
  });

  test('what answers none of ours: guessed, of another shop, over, or deleted', async () => {
    const secret = chat.replyTo.slice(8, 40);
    for (const to of [
      'support@shop.example',
      `support+${'0'.repeat(32)}@shop.example`,
      `support+${secret}@other.example`,
      `support+${secret}x@shop.example`,
      `x+${secret}@shop.example`,
    ]) {
      expect(await take({ to })).toBe('no conversation');
    }
    const capitals = chat.replyTo.toUpperCase();
    expect(await take({ to: capitals })).toBe('message');
    chat.services.clock.advance(180 * DAY + 1);
    expect(await take()).toBe('no conversation');
    await forgetReplyAddresses(store.db, chat.appContext.clock);
    expect(await chat.countReplyAddresses()).toBe(0);
    expect(await store.db.$count(conversations)).toBe(1);
  });

  test('who is blocked', async () => {
    await blockVisitor(chat.appContext, tracedBy(chat.maya), VISITORS.elena, 'Spam');
    expect(await take()).toBe('refused');
    expect(await messages()).toEqual([]);
  });

  test('more than a person writes, in the chat and by mail together', async () => {
    const outcomes: string[] = [];
    for (let count = 0; count < 32; count += 1)
      outcomes.push(await take({ body: plain(`${count}`) }));
    expect(outcomes.filter((outcome) => outcome === 'message')).toHaveLength(30);
    expect(outcomes.slice(30)).toEqual(['too many', 'too many']);
  });

  test('of two mails of one name each reaches its own conversation', async () => {
    const other = await answeredChatOfPriya();
    await take({ messageId: '<same@x.example>' });
    expect(await take({ to: other.replyTo, messageId: '<same@x.example>' })).toBe('message');
    expect(await messages(other.id)).toHaveLength(1);
  });
});

async function answeredChatOfPriya() {
  const priya = await openVisitor(store.db, VISITORS.priya);
  const replyTo = await issueReplyAddress(
    store.db,
    chat.appContext.clock,
    chat.appContext.settings.mailIn,
    priya.id,
  );
  return { id: priya.id, replyTo: replyTo ?? '' };
}

describe('where conversations begin by mail', () => {
  const on = () => ({
    ...chat.appContext,
    settings: { ...chat.appContext.settings, conversationsByMail: true },
  });
  const question: MimeMail = {
    from: VISITORS.noor,
    to: 'support@shop.example',
    subject: 'Book covers',
    body: plain('Do you do them?'),
  };

  test('a mail that answers none of ours begins one, once, with an agent and an answer by mail', async () => {
    const mail = mime(question);
    expect(await take(mail, on())).toBe('conversation');
    expect(await take(mail, on())).toBe('repeat');
    const [visitor] = await store.db
      .select()
      .from(visitors)
      .where(eq(visitors.email, VISITORS.noor));
    expect(visitor).toMatchObject({ agentId: chat.maya.id, state: 'waiting' });
    const id = visitor?.conversationId ?? '';
    expect(await messages(id)).toMatchObject([{ text: 'Book covers\n\nDo you do them?' }]);
    await sendMessage(
      chat.appContext,
      { kind: 'member', member: chat.maya },
      { conversationId: id, clientId: crypto.randomUUID(), text: 'We do.' },
    );
    expect((await conversation(id))?.mailDueAt).not.toBeNull();
    expect(
      await store.db.$count(conversations, eq(conversations.visitorId, visitor?.id ?? '')),
    ).toBe(1);
  });

  test('a process that died in between begins it no second time', async () => {
    const mail = mime(question);
    let isFirst = true;
    const limits: AppContext['limits'] = {
      async take(limit, key) {
        if (limit.name === 'message' && isFirst) {
          isFirst = false;
          throw new Error('The process dies here');
        }
        return chat.appContext.limits.take(limit, key);
      },
    };
    await expect(take(mail, { ...on(), limits })).rejects.toThrow('dies here');
    expect(await take(mail, { ...on(), limits })).toBe('conversation');
    expect(await store.db.$count(conversations)).toBe(2);
  });

  test('no mail comes into one that somebody else’s mail of the same name began', async () => {
    await take({ ...question, messageId: '<known@x.example>' }, on());
    await take({ ...question, messageId: '<known@x.example>', from: VISITORS.kofi }, on());
    expect(await store.db.$count(conversations)).toBe(3);
  });

  test('addresses that chats are not begun with, machines and blocked ones begin none', async () => {
    expect(await take({ ...question, from: 'x@mailinator.com' }, on())).toBe('refused');
    expect(await take({ ...question, from: 'nobody' }, on())).toBe('refused');
    expect(await take({ ...question, headers: ['Precedence: bulk'] }, on())).toBe('list');
    await blockVisitor(chat.appContext, tracedBy(chat.maya), VISITORS.noor, 'Spam');
    expect(await take(question, on())).toBe('refused');
    expect(await store.db.$count(conversations)).toBe(1);
  });

  test('one address begins a few, and everybody else goes on', async () => {
    const outcomes: string[] = [];
    for (let count = 0; count < 7; count += 1) outcomes.push(await take(question, on()));
    expect(outcomes.slice(5)).toEqual(['too many', 'too many']);
    expect(await take({ ...question, from: VISITORS.kofi }, on())).toBe('conversation');
  });
});

describe('a mail that a provider posts', () => {
  const post = async (
    raw: Uint8Array,
    headers: Record<string, string>,
    appContext: AppContext = chat.appContext,
  ) => {
    const answer = await request(appContext, 'POST', '/webhooks/mail', {
      body: new Uint8Array(raw),
      headers,
    });
    const said = (await answer.json()) as { outcome?: string; error?: { message: string } };
    if (said.error) throw new RefusedError(answer.status, said.error.message);
    return said.outcome;
  };
  const bearer = { Authorization: `Bearer ${MAIL_SECRET}`, 'Content-Type': 'message/rfc822' };

  test('is believed by its secret, as a bearer or as a password, and by nothing else', async () => {
    const mail = () => mime({ to: chat.replyTo });
    expect(await post(mail(), bearer)).toBe('message');
    const basic = `Basic ${Buffer.from(`mail:${MAIL_SECRET}`).toString('base64')}`;
    expect(await post(mail(), { Authorization: basic })).toBe('message');
    for (const wrong of [
      '',
      'Bearer ',
      `Bearer ${MAIL_SECRET}x`,
      MAIL_SECRET,
      `Basic ${MAIL_SECRET}`,
      'Basic =',
    ]) {
      expect(await refusalOf(post(mail(), { Authorization: wrong }))).toMatchObject({
        status: 401,
      });
    }
    const without = {
      ...chat.appContext,
      settings: { ...chat.appContext.settings, mailIn: undefined },
    };
    expect(await refusalOf(post(mail(), bearer, without))).toMatchObject({ status: 404 });
    expect(await messages()).toHaveLength(2);
  });

  const form = (fields: Readonly<Record<string, string | Uint8Array>>) => {
    const parts = Object.entries(fields).flatMap(([name, value]) => [
      Buffer.from(`--posted\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
    return Buffer.concat([...parts, Buffer.from('--posted--\r\n')]);
  };
  const MULTIPART = 'multipart/form-data; boundary=posted';
  const urlencoded = (name: string, mail: Uint8Array) =>
    Buffer.from(
      `timestamp=1&${name}=${[...mail].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}&token=x`,
    );
  const text = (mail: Uint8Array) => Buffer.from(mail).toString('utf8');
  const file = multipart('mixed', plain('The plan.'), attachment('plan.txt', '\0\r\n\r\n--x'));

  test.each([
    ['SendGrid', MULTIPART, (mail: Uint8Array) => form({ headers: '', email: mail, SPF: 'pass' })],
    ['Mailgun', MULTIPART, (mail: Uint8Array) => form({ token: 'x', 'body-mime': mail })],
    [
      'Mailgun, encoded',
      'application/x-www-form-urlencoded',
      (mail: Uint8Array) => urlencoded('body-mime', mail),
    ],
    [
      'Postmark',
      'application/json; charset=utf-8',
      (mail: Uint8Array) => Buffer.from(JSON.stringify({ TextBody: 'x', RawEmail: text(mail) })),
    ],
  ])('as %s does is one message with its file', async (_, type, wrap) => {
    const mail = mime({ to: chat.replyTo, body: file, messageId: null });
    const headers = { ...bearer, 'Content-Type': type };
    expect(await post(wrap(mail), headers)).toBe('message');
    expect(await post(wrap(mail), headers)).toBe('repeat');
    // The same email, posted without a form.
    expect(await post(mail, bearer)).toBe('repeat');
    expect(await messages()).toMatchObject([
      { text: 'The plan.', files: [{ name: 'plan.txt', size: 8 }] },
    ]);
  });

  test.each([
    [
      'SendGrid',
      (mail: Uint8Array, to: string) =>
        form({ email: mail, envelope: JSON.stringify({ to: [to], from: 'x' }) }),
    ],
    ['Mailgun', (mail: Uint8Array, to: string) => form({ recipient: to, 'body-mime': mail })],
  ])('by %s is taken in where it was delivered, whomever it names', async (_, wrap) => {
    const hidden = mime({ to: 'undisclosed-recipients:;' });
    const headers = { ...bearer, 'Content-Type': MULTIPART };
    expect(await post(wrap(hidden, 'nobody@shop.example'), headers)).toBe('no conversation');
    expect(await post(wrap(hidden, chat.replyTo), headers)).toBe('message');
  });

  test('that nobody can read is passed over, and one whose file cannot be looked at is asked for again', async () => {
    // Errors of the process, whose classes differ from those in the bundle that handles posted emails.
    const thrown = (name: string) => () => Promise.reject(Object.assign(new Error('x'), { name }));
    const { inboundMail, files: known } = chat.appContext;
    const parser = { ...inboundMail.parser, parse: thrown('UnreadableMailError') };
    const unreadable = { ...chat.appContext, inboundMail: { ...inboundMail, parser } };
    expect(await post(mime(), bearer, unreadable)).toBe('unreadable');
    const away = { ...chat.appContext, files: { ...known, scan: thrown('ScannerAwayError') } };
    const refused = await refusalOf(post(mime({ to: chat.replyTo, body: file }), bearer, away));
    expect(refused.status).toBe(503);
    const nested = Array.from(
      { length: 100 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}`,
    ).join('\n');
    expect(await post(mime({ to: chat.replyTo, body: nested }), bearer)).toBe('unreadable');
    for (const broken of ['{"RawEmail":1}', '{"RawEmail"']) {
      const json = { ...bearer, 'Content-Type': 'application/json' };
      expect(await post(Buffer.from(broken), json)).toBe('unreadable');
    }
  });

  test('whose parsing could not begin is asked for again, and is not listed as left out', async () => {
    const { inboundMail } = chat.appContext;
    const parser = {
      ...inboundMail.parser,
      parse: () => Promise.reject(new RefusedError(503, 'Busy')),
    };
    const busy = { ...chat.appContext, inboundMail: { ...inboundMail, parser } };
    const mail = mime({ to: chat.replyTo });
    expect(await refusalOf(post(mail, bearer, busy))).toMatchObject({ status: 503 });
    expect(await store.db.$count(leftOutEmails)).toBe(0);
    expect(await post(mail, bearer)).toBe('message');
  });

  test('in a form, as JSON or as anything else is refused, and told how to be posted', async () => {
    for (const type of [
      'multipart/form-data; boundary=x',
      'application/json',
      'application/x-www-form-urlencoded',
    ]) {
      const refused = await refusalOf(post(mime(), { ...bearer, 'Content-Type': type }));
      expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('raw MIME') });
    }
    expect(await refusalOf(post(new Uint8Array(Buffer.from('hello')), bearer))).toMatchObject({
      status: 400,
    });
  });
});
