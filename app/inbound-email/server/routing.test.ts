import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answeredChat } from '../../../tests/support/answered-chat.ts';
import { VISITORS } from '../../../tests/support/cast.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { mime, multipart, plain, attachment, type MimeMail } from '../../../tests/support/mime.ts';
import { employ, NOBODY, RecordingMail, tracedBy } from '../../../tests/support/team.ts';
import { workOff } from '../../../tests/support/work-off.ts';
import { confirmBrowser } from '../../chat/server/email-verification/confirm-address.server.ts';
import { claimDueMails } from '../../chat/server/email/schedule-mail.server.ts';
import { issueResumeToken } from '../../chat/server/email/resume-token.server.ts';
import { conversationEmails } from '../../chat/server/email/tables.server.ts';
import { visitorMailKind } from '../../chat/server/email/visitor-mail-kind.server.ts';
import { blockVisitor } from '../../chat/server/privacy/block-visitor.server.ts';
import { exportVisitor } from '../../chat/server/privacy/export-visitor.server.ts';
import { readMessagesAfter } from '../../chat/server/read/read-messages.server.ts';
import { readNotes } from '../../chat/server/read/read-notes.server.ts';
import { sendMessage } from '../../chat/server/messages/send-message.server.ts';
import { unsendMessage } from '../../chat/server/messages/unsend-message.server.ts';
import { conversations, visitorMessages, visitors } from '../../chat/server/tables.server.ts';
import type { AppContext } from '../../app-context.ts';
import { change } from '../../platform/change/change.server.ts';
import { jobsTable } from '../../platform/tables.server.ts';
import {
  forgetLeftOut,
  readLeftOut,
  countLeftOut,
  eraseLeftOut,
  exportLeftOut,
} from './left-out/left-out.server.ts';
import type { MailInOutcome } from '../rules.ts';
import { leftOutEmails } from './tables.server.ts';
import { takeMail, type IncomingMail } from './take-mail.server.ts';
import { showStored, showMessage } from '../../platform/stored-message.ts';

const store = useDatabase();
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
let chat: Awaited<ReturnType<typeof answeredChat>>;
let appContext: AppContext;

beforeEach(async () => {
  chat = await answeredChat(store.db);
  appContext = {
    ...chat.appContext,
    settings: { ...chat.appContext.settings, conversationsByMail: true },
  };
});

const bytesOf = (mail: MimeMail) => mime({ to: 'support@shop.example', ...mail });
const take = (
  mail: MimeMail | Uint8Array,
  channel: IncomingMail['way'] = 'imap',
  as: AppContext = appContext,
) => takeMail(as, { raw: mail instanceof Uint8Array ? mail : bytesOf(mail), way: channel });
const answer = (mail: MimeMail) => take({ to: chat.replyTo, ...mail });
const said = async (id = chat.elena.id) =>
  (await readMessagesAfter(store.db, id, 0)).map(({ text }) => text);
const texts = async () =>
  (
    await store.db
      .select({ text: visitorMessages.message, email: visitorMessages.visitorEmail })
      .from(visitorMessages)
      .orderBy(asc(visitorMessages.createdAt), asc(visitorMessages.number))
  ).map(({ text, email }) => `${email}: ${text}`);
const conversationOf = async (email: string) => {
  const [visitor] = await store.db.select().from(visitors).where(eq(visitors.email, email));
  return visitor?.conversationId ?? '';
};
const leftOut = async () => (await readLeftOut(store.db, 1)).emails;

async function answerBack(conversationId: string, text: string, to: AppContext = appContext) {
  const mail = new RecordingMail();
  const services = { ...to, mail };
  await sendMessage(
    to,
    { kind: 'member', member: chat.maya },
    { conversationId, clientId: crypto.randomUUID(), text },
  );
  chat.services.clock.advance(121 * SECOND);
  await claimDueMails(services, () => Promise.resolve(false));
  await workOff({ ...services, kinds: [visitorMailKind(services)] });
  const sent = mail.sent.at(-1);
  if (!sent) throw new Error('No mail left');
  return sent;
}

describe('two emails with one Message-ID', () => {
  const messageId = '<always-the-same@carrier.example>';

  test('are two messages where they say different things, in a conversation and at its beginning', async () => {
    expect(await answer({ messageId, body: plain('First: the logo is ready.') })).toBe('message');
    expect(await answer({ messageId, body: plain('Second: the invoice is wrong.') })).toBe(
      'message',
    );
    expect(await said()).toEqual(['First: the logo is ready.', 'Second: the invoice is wrong.']);
    const from = VISITORS.noor;
    expect(await take({ from, messageId, subject: '', body: plain('One') })).toBe('conversation');
    expect(await take({ from, messageId, subject: '', body: plain('Two') })).toBe('conversation');
    expect(await texts()).toEqual(expect.arrayContaining([`${from}: One`, `${from}: Two`]));
  });

  test('are one where a relay added headers, a footer or a tag, and whichever came first', async () => {
    const headers = ['Received: from a.example by b.example; Fri, 12 Jun 2026 10:00:09 +0000'];
    const footer = plain('Yes.\n_______________\nThis email was scanned.');
    const copies: MimeMail[] = [
      { messageId, body: plain('Yes.') },
      { messageId, body: plain('Yes.'), headers },
      { messageId, body: footer, subject: '[EXTERNAL] Re: An answer from Embarka' },
    ];
    for (const copy of copies.toReversed()) await answer(copy);
    for (const copy of copies) expect(await answer(copy)).toBe('repeat');
    expect(await said()).toHaveLength(1);
    const question = { from: VISITORS.noor, messageId, subject: 'A' };
    expect(await take({ ...question, body: plain('Yes.') })).toBe('conversation');
    expect(await take({ ...question, body: footer })).toBe('repeat');
    expect(await store.db.$count(conversations)).toBe(2);
  });

  test('that arrive at the same moment, one with a footer, are one', async () => {
    const outcomes = await Promise.all([
      answer({ messageId, body: plain('Yes.') }),
      answer({ messageId, body: plain('Yes.\n-- \nScanned.') }),
      answer({ messageId, body: plain('Yes.') }),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'message').length).toBeGreaterThan(0);
    expect(await store.db.$count(visitorMessages)).toBe(1);
  });

  test('without an id are known by their content and sender', async () => {
    const mail = { messageId: null, body: plain('Yes.') };
    expect(await answer(mail)).toBe('message');
    expect(await answer({ ...mail, headers: ['Received: from a by b'] })).toBe('repeat');
    expect(await answer({ ...mail, body: plain('No.') })).toBe('message');
  });
});

describe('what a person wrote is no automatic mail', () => {
  test.each([
    'Out of office chairs: when are they back?',
    'Automatic reply for our shop mailbox – what does it cost?',
    'Automatic reply: we want one',
  ])('whatever its subject is: %s', async (subject) => {
    expect(await take({ from: VISITORS.noor, subject, body: plain('An offer, please.') })).toBe(
      'conversation',
    );
    expect(await texts()).toEqual([`${VISITORS.noor}: ${subject}\n\nAn offer, please.`]);
  });

  test.each([
    'List-Unsubscribe: <https://tool.example/u/1>',
    'List-Id: <people.northfold.example>',
    'Precedence: bulk',
    'Precedence: list',
    'Precedence: junk',
    'List-Post: <mailto:people@northfold.example>',
  ])('at a secret address, with %s', async (header) => {
    expect(await answer({ headers: [header], subject: 'Out of office chairs' })).toBe('message');
    expect(await said()).toEqual(['Yes, please.']);
  });

  test('and a list that is not ours begins nothing, but is found', async () => {
    const news = {
      from: 'news@x.example',
      subject: 'Sale',
      headers: ['List-Id: <news.x.example>'],
    };
    expect(await take(news)).toBe('list');
    expect(await leftOut()).toMatchObject([
      { reason: 'list', address: 'news@x.example', subject: 'Sale' },
    ]);
  });
});

describe('a delivery report', () => {
  const report = (messageId: string, action: string) =>
    bytesOf({
      from: 'MAILER-DAEMON@mx.example',
      headers: ['Return-Path: <>'],
      body: multipart(
        'report; report-type=delivery-status',
        plain('Your email was not delivered.'),
        `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nAction: ${action}\nStatus: 5.1.1\n`,
        `Content-Type: text/rfc822-headers\n\nMessage-ID: ${messageId}\nSubject: An answer\n`,
      ),
    });
  const notes = async () => (await readNotes(store.db, [chat.elena.id])).map(({ text }) => text);

  test('about an answer adds one private note, which the visitor does not see', async () => {
    const { messageId = '' } = await answerBack(chat.elena.id, 'Here it is');
    expect(await take(report(messageId, 'delayed'))).toBe('bounce');
    expect(await notes()).toEqual([]);
    expect(await take(report(messageId, 'failed'))).toBe('bounce');
    expect(await take(report(messageId, 'Failed'))).toBe('bounce');
    expect(await notes()).toEqual([`Email to ${VISITORS.elena} could not be delivered.`]);
    expect(chat.events.map(({ name }) => name)).toContain('note');
    expect(await said()).toEqual(['Here it is']);
  });

  test('about an email that is not ours adds none', async () => {
    await answerBack(chat.elena.id, 'Here it is');
    expect(await take(report(`<${crypto.randomUUID()}@shop.example>`, 'failed'))).toBe('bounce');
    expect(await notes()).toEqual([]);
  });
});

describe('machines that answer each other', () => {
  test('get no email from us, however many they send, with headers and without', async () => {
    const before = await store.db.$count(jobsTable);
    const outcomes: MailInOutcome[] = [];
    for (let count = 0; count < 40; count += 1) {
      const subject = `Automatic reply: Re: ${count}`;
      outcomes.push(await answer({ subject, body: plain(`I am away. ${count}`) }));
      outcomes.push(await take({ from: VISITORS.noor, subject, body: plain(`Away. ${count}`) }));
    }
    expect(outcomes.filter((outcome) => outcome === 'message')).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === 'conversation')).toHaveLength(5);
    expect(await store.db.$count(jobsTable)).toBe(before);
    const due = await store.db.select({ at: conversations.mailDueAt }).from(conversations);
    expect(due.every(({ at }) => at === null)).toBe(true);
  });
});

describe('Reply-To', () => {
  const begun = async (mail: MimeMail) => {
    const outcome = await take({
      subject: 'New enquiry',
      body: plain('What does a logo cost?'),
      ...mail,
    });
    const rows = await store.db.select({ email: visitors.email }).from(visitors);
    return [outcome, ...rows.map(({ email }) => email).filter((email) => email !== VISITORS.elena)];
  };
  const anna = 'anna.kern@client.example';

  test.each<[string, MimeMail]>([
    [
      'of a contact form',
      {
        from: 'Website form <wordpress@harbour-web.example>',
        headers: [`Reply-To: Anna Kern <${anna}>`],
      },
    ],
    [
      'of a form that sends as us',
      { from: 'Shop <support@shop.example>', headers: [`Reply-To: Anna Kern <${anna}>`] },
    ],
    [
      'of a form that says it is a program',
      {
        from: 'no-reply@form.example',
        headers: [`Reply-To: ${anna}`, 'Auto-Submitted: auto-generated'],
      },
    ],
    [
      'beside an own address and one that nobody reads',
      {
        from: 'form@x.example',
        headers: [`Reply-To: support@shop.example, no-reply@x.example, ${anna}`],
      },
    ],
    [
      'beside one that is none',
      { from: 'form@x.example', headers: [`Reply-To: nobody, "x" <>, ${anna}`] },
    ],
    [
      'of two, the one that wrote',
      { from: anna, headers: [`Reply-To: team@client.example, ${anna}`] },
    ],
    [
      'of two, the first',
      { from: 'form@x.example', headers: [`Reply-To: ${anna}, boss@client.example`] },
    ],
    ['that is our own: the sender', { from: anna, headers: ['Reply-To: support@shop.example'] }],
    ['that is none: the sender', { from: anna, headers: ['Reply-To: nobody'] }],
    [
      'that nobody reads: the sender',
      { from: anna, headers: ['Reply-To: no-reply@client.example'] },
    ],
    [
      'of a group of ours that rewrites From',
      {
        from: 'Anna via Support <support@shop.example>',
        headers: [`Reply-To: ${anna}`, 'List-Id: <support.shop.example>', 'Precedence: list'],
      },
    ],
    [
      'of a group of ours that names itself',
      {
        from: "'Anna' via Sales <sales@shop.example>",
        headers: [
          'Reply-To: sales@shop.example',
          `X-Original-From: Anna <${anna}>`,
          'List-Post: <mailto:sales@shop.example>',
        ],
      },
    ],
    [
      'of a group of ours that keeps From',
      {
        from: anna,
        headers: ['List-Id: <support.shop.example>', 'List-Unsubscribe: <mailto:x@shop.example>'],
      },
    ],
  ])('%s', async (_what, mail) => {
    expect(await begun(mail)).toEqual(['conversation', anna]);
  });

  test('names whom an answer goes to, and the team sees who sent it', async () => {
    await begun({ from: 'wordpress@harbour-web.example', headers: [`Reply-To: ${anna}`] });
    const id = await conversationOf(anna);
    const [message] = await readMessagesAfter(store.db, id, 0);
    expect(message?.mail?.sender).toBe('wordpress@harbour-web.example');
    const mail = await answerBack(id, 'It costs 80.');
    expect(mail).toMatchObject({ to: anna, subject: 'Re: New enquiry' });
  });

  test('that is forged opens nothing of its owner: another conversation, another browser', async () => {
    await answer({ body: plain('My bank: 1234') });
    await begun({ from: 'evil@x.example', headers: [`Reply-To: ${VISITORS.elena}`] });
    const rows = await store.db.select().from(conversations);
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ browserId }) => browserId)).size).toBe(2);
    expect(await said()).toEqual(['My bank: 1234']);
  });

  test('does not let a blocked sender in', async () => {
    await begun({ from: VISITORS.noor });
    await blockVisitor(appContext, tracedBy(chat.maya), VISITORS.noor, 'Spam');
    expect(await take({ from: VISITORS.noor, headers: [`Reply-To: ${anna}`] })).toBe('refused');
    expect(await conversationOf(anna)).toBe('');
  });

  test('that is missing leaves an email from our own address in the list', async () => {
    expect(await begun({ from: 'support@shop.example' })).toEqual(['own']);
    expect(await leftOut()).toMatchObject([{ reason: 'own', subject: 'New enquiry' }]);
  });
});

describe('what is taken out of an email', () => {
  test('is a secret of ours that stands alone, and no checksum, key or file name', async () => {
    const token = await change(appContext, NOBODY, (tx) =>
      issueResumeToken(tx, appContext.clock, chat.elena.id),
    );
    const checksum = 'LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ';
    const saved = `The checksum is ${checksum}, my_order_confirmation_2026.pdf, https://elsewhere.example/order/1234567890123456`;
    await answer({
      body: multipart(
        'mixed',
        plain(`${saved}\n${token}`),
        attachment('a.txt', `x ${token}`, 'text/plain'),
        attachment('b.txt', `x ${checksum}`, 'text/plain'),
      ),
    });
    const [message] = await readMessagesAfter(store.db, chat.elena.id, 0);
    expect(message?.text).toBe(`${saved}\n(removed)`);
    expect(message?.files?.map(({ name }) => name)).toEqual(['b.txt']);
    expect(message?.mail?.notices?.map((notice) => showStored(notice))).toEqual([
      "“a.txt” wasn't added because it contains a link that opens a chat or an order.",
    ]);
  });
});

describe('a thread', () => {
  const question: MimeMail = {
    from: VISITORS.noor,
    subject: 'AW: Buchumschläge',
    messageId: '<first@northfold.example>',
    body: plain('Do you do them?'),
  };

  test('goes on in the mail program of who began it: with their id, the first one’s and their subject', async () => {
    await take(question);
    const id = await conversationOf(VISITORS.noor);
    const first = await answerBack(id, 'We do.');
    expect(first.subject).toBe('Re: Buchumschläge');
    expect(first.inReplyTo).toBe('<first@northfold.example>');
    expect(first.references?.at(-1)).toBe('<first@northfold.example>');
    expect(first.isPersonal).toBe(true);
    await take({
      ...question,
      to: first.replyTo ?? '',
      messageId: '<second@northfold.example>',
      subject: 'AW: Re: Buchumschläge',
      body: plain('How much?'),
    });
    const second = await answerBack(id, 'About 80.');
    expect(second.subject).toBe('Re: Buchumschläge');
    expect(second.inReplyTo).toBe('<second@northfold.example>');
    expect(second.references).toEqual([
      first.references?.[0],
      '<first@northfold.example>',
      first.messageId,
      '<second@northfold.example>',
    ]);
  });

  test('of a chat that began in a browser refers to its first email', async () => {
    const first = await answerBack(chat.elena.id, 'Hello.');
    expect(first.inReplyTo).toBeUndefined();
    await sendMessage(
      appContext,
      { kind: 'browser', browserId: chat.elena.browserId },
      { conversationId: chat.elena.id, clientId: crypto.randomUUID(), text: 'Hi' },
    );
    const second = await answerBack(chat.elena.id, 'And?');
    expect(second.subject).toBe(first.subject);
    expect(second.inReplyTo).toBe(first.messageId);
    expect(second.references).toContain(first.messageId);
    expect(second.references?.[0]).toBe(first.references?.[0]);
  });

  test('that goes on with another subject shows it to the team, and answers carry it', async () => {
    await take(question);
    const id = await conversationOf(VISITORS.noor);
    const { replyTo: to = '' } = await answerBack(id, 'We do.');
    for (const subject of ['SV: Buchumschläge', 'Xyz: AW: Buchumschläge', 'Invoice 17 is wrong']) {
      await take({ ...question, to, messageId: null, subject, body: plain(`About ${subject}`) });
    }
    const messages = await readMessagesAfter(store.db, id, 2);
    expect(messages.map(({ mail }) => mail?.subject)).toEqual([
      undefined,
      undefined,
      'Invoice 17 is wrong',
    ]);
    expect((await answerBack(id, 'Sorry.')).subject).toBe('Re: Invoice 17 is wrong');
  });

  test('names nobody else’s email and subject to the visitor', async () => {
    await answer({ from: VISITORS.priya, subject: 'Private', messageId: '<p@x.example>' });
    const mail = await answerBack(chat.elena.id, 'Hello.');
    expect(mail.subject).not.toContain('Private');
    expect(JSON.stringify([mail.references, mail.inReplyTo])).not.toContain('p@x.example');
  });

  test('stays short, however long it goes on', async () => {
    await take(question);
    const id = await conversationOf(VISITORS.noor);
    for (let count = 0; count < 12; count += 1) {
      await store.db.insert(conversationEmails).values({
        conversationId: id,
        direction: 'out',
        messageId: `<${'x'.repeat(400)}${count}@x.example>`,
        address: VISITORS.noor,
        createdAt: appContext.clock.now(),
      });
    }
    const mail = await answerBack(id, 'Hello.');
    expect(mail.references?.length).toBeLessThanOrEqual(11);
    expect(mail.references).toContain('<first@northfold.example>');
  });

  test.each<[string, (sent: { messageId: string; thread: string }) => MimeMail]>([
    ['their own first email', () => ({ headers: ['In-Reply-To: <first@northfold.example>'] })],
    [
      'one of ours',
      ({ messageId }) => ({ headers: [`References: <else@x.example> ${messageId}`] }),
    ],
    [
      'one of ours that a server renamed',
      ({ thread }) => ({
        headers: [
          `References: ${thread} <renamed@eu.ses.example>`,
          'In-Reply-To: <renamed@eu.ses.example>',
        ],
      }),
    ],
    [
      'their own first email below one that an agent wrote elsewhere',
      () => ({
        headers: [
          'In-Reply-To: <outlook@eu.prod.example>',
          'References: <first@northfold.example>,<outlook@eu.prod.example>',
        ],
      }),
    ],
    [
      'their own first email in words',
      () => ({ headers: ['In-Reply-To: Your message of Friday <first@northfold.example>'] }),
    ],
    [
      'one of ours, from a subaddress',
      ({ messageId }) => ({
        from: VISITORS.noor.replace('@', '+shop@'),
        headers: [`In-Reply-To: ${messageId}`],
      }),
    ],
  ])('is continued by an email to the public address that names %s', async (_what, mailOf) => {
    await take(question);
    const id = await conversationOf(VISITORS.noor);
    const { messageId = '', references = [] } = await answerBack(id, 'We do.');
    const mail = mailOf({ messageId, thread: references[0] ?? '' });
    const off = { ...appContext, settings: { ...appContext.settings, conversationsByMail: false } };
    const second = {
      ...question,
      messageId: '<second@northfold.example>',
      body: plain('Thanks!'),
      ...mail,
    };
    expect(await take(second, 'imap', off)).toBe('message');
    expect(await take(second)).toBe('repeat');
    expect((await said(id)).at(-1)).toBe('Thanks!');
    expect(await store.db.$count(conversations)).toBe(2);
  });

  test('is joined by no stranger who knows an id, and by no form in somebody’s name', async () => {
    await take(question);
    const id = await conversationOf(VISITORS.noor);
    const headers = ['In-Reply-To: <first@northfold.example>'];
    expect(await take({ from: VISITORS.kofi, headers })).toBe('conversation');
    expect(
      await take({ from: VISITORS.priya, headers: [...headers, `Reply-To: ${VISITORS.noor}`] }),
    ).toBe('conversation');
    expect(await said(id)).toHaveLength(1);
  });

  test('whose browser is confirmed marks what came by the thread alone: From proves nothing', async () => {
    const { messageId = '' } = await answerBack(chat.elena.id, 'Hello.');
    const headers = [`In-Reply-To: ${messageId}`];
    const [visitor] = await store.db
      .select()
      .from(visitors)
      .where(eq(visitors.email, VISITORS.elena));
    await take({ from: VISITORS.elena, headers, body: plain('One') });
    await change(appContext, NOBODY, (tx, after) =>
      confirmBrowser(tx, after, appContext, chat.elena.browserId, visitor?.id ?? ''),
    );
    await take({ from: VISITORS.elena, headers, body: plain('Two') });
    await answer({ headers, body: plain('Three') });
    const messages = await readMessagesAfter(store.db, chat.elena.id, 1);
    expect(messages.map(({ text, mail }) => [text, mail?.isUnproven])).toEqual([
      ['One', undefined],
      ['Two', true],
      ['Three', undefined],
    ]);
  });

  test('is told to whoever asks what is held about them, and what is taken back has no subject', async () => {
    await answer({ subject: 'About my illness' });
    expect(JSON.stringify(await exportVisitor(store.db, VISITORS.elena))).toContain(
      'About my illness',
    );
    const viewer = { kind: 'browser', browserId: chat.elena.browserId } as const;
    await unsendMessage(appContext, NOBODY, viewer, chat.elena.id, 1);
    expect(JSON.stringify(await store.db.select().from(conversationEmails))).not.toContain(
      'illness',
    );
  });
});

describe('addresses that the visitor form does not take', () => {
  test.each([
    'admin@company.example',
    'testing@company.example',
    'user@company.example',
    'info123@company.example',
  ])('begin a conversation by email: %s', async (from) => {
    expect(await take({ from, subject: '', body: plain('An offer, please.') })).toBe(
      'conversation',
    );
    expect(await texts()).toEqual([`${from}: An offer, please.`]);
  });

  test('are listed for the team where nobody could be answered', async () => {
    expect(
      await take({ from: 'x@mailinator.com', subject: 'Hi', body: plain('Words') }, 'webhook'),
    ).toBe('refused');
    chat.services.clock.advance(1);
    expect(await take({ from: 'nobody', subject: 'Ho', body: plain('More') })).toBe('refused');
    expect(await leftOut()).toMatchObject([
      { reason: 'refused', address: '', subject: 'Ho', text: '', isInMailbox: true },
      {
        reason: 'refused',
        address: 'x@mailinator.com',
        subject: 'Hi',
        text: 'Words',
        isInMailbox: false,
      },
    ]);
  });
});

describe('the list of emails that were left out', () => {
  const off = () => ({
    ...appContext,
    settings: { ...appContext.settings, conversationsByMail: false },
  });

  test('has each once, with its text where no mailbox has it, and its files by name', async () => {
    const body = multipart('mixed', plain('Words'), attachment('a.txt', 'a', 'text/plain'));
    const mail = bytesOf({ headers: ['Auto-Submitted: auto-replied'], subject: 'Away', body });
    await take(mail, 'webhook');
    await take(mail, 'webhook');
    expect(await leftOut()).toMatchObject([
      { reason: 'automatic reply', subject: 'Away', text: 'Words\n\n[File] a.txt' },
    ]);
  });

  test('has what was written to an address that is over, and not what stays in a mailbox unasked', async () => {
    expect(await take({ subject: 'Other' }, 'imap', off())).toBe('no conversation');
    expect(await leftOut()).toEqual([]);
    await take({ subject: 'Posted' }, 'webhook', off());
    chat.services.clock.advance(1);
    await take({ subject: 'Over', to: `support+${'0'.repeat(32)}@shop.example` }, 'imap', off());
    expect((await leftOut()).map(({ subject }) => subject)).toEqual(['Over', 'Posted']);
  });

  test('has what could not be read, and none of ours that came back', async () => {
    const nested = Array.from(
      { length: 100 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}`,
    ).join('\n');
    expect(await take({ body: nested })).toBe('unreadable');
    expect(await take({ headers: ['X-Embarka-Mail: shop.example'] })).toBe('own');
    expect(await leftOut()).toMatchObject([{ reason: 'unreadable' }]);
  });

  test('that was refused is told to the managers once a day, without a word of the sender', async () => {
    const ines = await employ(store.db, chat.services, 'ines');
    await blockVisitor(chat.appContext, tracedBy(chat.maya), VISITORS.noor, 'Spam');
    const { clock, mail } = chat.services;
    const sent = () => mail.sent.filter(({ subject }) => subject.includes("wasn't accepted"));
    const refuse = (subject: string) =>
      take({ from: 'lucky-4711@mailinator.com', subject, body: plain('A question') });
    mail.sent.length = 0;
    expect(await take({ from: VISITORS.noor, subject: 'Again' })).toBe('refused');
    expect(sent()).toEqual([]);
    expect(await refuse('Lucky one')).toBe('refused');
    expect(await refuse('Lucky two')).toBe('refused');
    await take({ headers: ['Return-Path: <>'] });
    expect(sent()).toMatchObject([{ to: ines.email }]);
    expect(JSON.stringify(sent())).toContain('/team/emails');
    expect(JSON.stringify(sent())).not.toMatch(/lucky|question/i);
    clock.advance(DAY + 1);
    expect(await refuse('Lucky three')).toBe('refused');
    expect(sent()).toHaveLength(2);
  });

  test('that was one too many stays in the mailbox and is told to the managers once a day, and a posted one comes again', async () => {
    const ines = await employ(store.db, chat.services, 'ines');
    const { clock, mail } = chat.services;
    const sent = () => mail.sent.filter(({ text }) => text.includes('too many emails'));
    const ask = (channel: 'imap' | 'webhook' = 'imap') =>
      take({ from: VISITORS.kofi, subject: 'Another', body: plain('A question') }, channel);
    const burst = async () => {
      const outcomes: string[] = [];
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as they arrive
      for (let count = 0; count < 5; count += 1) outcomes.push(await ask());
      return outcomes;
    };
    mail.sent.length = 0;
    expect(await burst()).not.toContain('too many');
    expect(await ask('webhook')).toBe('too many');
    expect(sent()).toEqual([]);
    expect(await ask()).toBe('too many');
    expect(await ask()).toBe('too many');
    expect(sent()).toMatchObject([{ to: ines.email }]);
    expect(JSON.stringify(sent())).not.toMatch(/kofi|question/i);
    clock.advance(DAY + 1);
    await burst();
    expect(await ask()).toBe('too many');
    expect(sent()).toHaveLength(2);
  });

  test('loses what becomes a message after all, and what is a month old', async () => {
    const mail = bytesOf({ from: VISITORS.kofi, subject: 'Late' });
    await take(mail, 'webhook', off());
    expect(await leftOut()).toHaveLength(1);
    expect(await take(mail, 'webhook')).toBe('conversation');
    expect(await leftOut()).toEqual([]);
    await take({ headers: ['Return-Path: <>'] });
    chat.services.clock.advance(30 * DAY + 1);
    await forgetLeftOut(store.db, appContext.clock);
    expect(await leftOut()).toEqual([]);
  });

  test('is told to and erased with whoever wrote it', async () => {
    await take({ from: VISITORS.kofi, subject: 'Mine', headers: ['List-Id: <x.example>'] });
    await take({ from: VISITORS.noor, subject: 'Hers', headers: ['List-Id: <x.example>'] });
    expect(await countLeftOut(store.db, VISITORS.kofi)).toEqual([
      { noun: 'left-out email', number: 1 },
    ]);
    expect(JSON.stringify(await exportLeftOut(store.db, VISITORS.kofi))).toContain('Mine');
    const erased = await change(appContext, NOBODY, (tx, after) =>
      eraseLeftOut(tx, after, appContext, VISITORS.kofi),
    );
    expect(erased.gone.map(showMessage)).toEqual(['1 skipped email']);
    expect((await leftOut()).map(({ subject }) => subject)).toEqual(['Hers']);
  });

  test('has a thousand at most, the newest', async () => {
    const receivedAt = new Date(appContext.clock.now().getTime() - DAY);
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      digest: `old ${index}`,
      way: 'imap' as const,
      reason: 'list' as const,
      address: '',
      subject: '',
      text: '',
      receivedAt,
    }));
    await store.db.insert(leftOutEmails).values(rows);
    await take({ subject: 'New', headers: ['List-Id: <x.example>'] });
    expect(await store.db.$count(leftOutEmails)).toBe(1000);
    expect((await leftOut())[0]?.subject).toBe('New');
  });
});
