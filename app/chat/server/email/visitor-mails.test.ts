import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { NOBODY, RecordingMail, refusalOf, TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { workOff } from '../../../../tests/support/work-off.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { accessToConversation } from '../access.server.ts';
import { markReadByVisitor } from '../messages/mark-read.server.ts';
import { isConfirmed } from '../email-verification/is-confirmed.server.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { sendMessage } from '../messages/send-message.server.ts';
import { startConversation } from '../messages/start-conversation.server.ts';
import { readMessagesAfter } from '../read/read-messages.server.ts';
import { readNotes } from '../read/read-notes.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { resumeTokens, visitorMails } from './tables.server.ts';
import { claimDueMails, stopMails } from './schedule-mail.server.ts';
import { forgetOldMails, visitorMailKind } from './visitor-mail-kind.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import { requestLink, resumeConversation } from './resume-conversation.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const messagesOf = async (id: string) =>
  (await readMessagesAfter(store.db, id, 0)).map(({ text }) => text);

async function chatOf(
  email: string,
  { clock = new TestClock(), maya = undefined as Member | undefined } = {},
) {
  const { db } = store;
  const agent = maya ?? (await hire(db, 'maya'));
  const { publisher } = recordingPublisher();
  const mail = new RecordingMail();
  const browserId = await openBrowser(db, clock);
  const viewer = { kind: 'browser', browserId } as const;
  const id = newConversationId(clock.now());
  await startConversation(createChatContext(db, clock, publisher), {
    id,
    browserId,
    email,
    topic: topic('Sales Inquiry'),
    service: null,
  });
  const send = (as: typeof viewer | { kind: 'member'; member: Member }, text: string) =>
    sendMessage(createChatContext(db, clock, publisher), as, {
      conversationId: id,
      clientId: crypto.randomUUID(),
      text,
    });
  const present = new Set<string>();
  const closed: string[] = [];
  const services = {
    ...createChatContext(db, clock),
    mail,
    settings: { origin: TEST_ORIGIN, brandName: 'Embarka' },
    titleOfService: (path: string) =>
      path === '/services/graphics/book-design' ? 'Book Design' : undefined,
  };
  const turn = async () => {
    await claimDueMails(services, (ids) => Promise.resolve(ids.some((one) => present.has(one))));
    await workOff({ ...services, kinds: [visitorMailKind(services)] });
  };
  return {
    id,
    browserId,
    viewer,
    clock,
    mail,
    maya: agent,
    present,
    closed,
    services,
    turn,
    sendText: (text: string) => send(viewer, text),
    answer: (text: string) => send({ kind: 'member', member: agent }, text),
    read: (number: number) =>
      markReadByVisitor(createChatContext(db, clock, publisher), id, number),
    async pass(ms: number) {
      clock.advance(ms);
      await turn();
    },
    requestLink: () => requestLink(services, NOBODY, viewer, id),
    resume: (token: string, asBrowser: string) =>
      resumeConversation(
        { ...createChatContext(db, clock), closeConversations: (ids) => void closed.push(...ids) },
        token,
        () => Promise.resolve(asBrowser),
      ),
  };
}

describe('an answer that stays unread', () => {
  test('names the services whose cards are in it, and leaves other addresses as they are', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.sendText('What would a book cost?');
    const card = `${TEST_ORIGIN}/services/graphics/book-design`;
    await elena.answer(card);
    await elena.answer(
      `Or look at ${card} and\nhttps://elsewhere.example/services/graphics/book-design`,
    );
    await elena.answer('The path alone is a card, too:\n/services/graphics/book-design');
    await elena.pass(120 * SECOND);
    const text = elena.mail.sent[0]?.text ?? '';
    expect(text.match(/Book Design/g)).toHaveLength(2);
    expect(text).not.toMatch(/^(?:> ?)?\/services\//m);
    expect(text).toMatch(
      /Book Design\s+(?:> ?)?https:\/\/shop\.example\/services\/graphics\/book-design/,
    );
    expect(text).toContain('https://elsewhere.example/services/graphics/book-design');
  });

  test('is mailed once, two minutes after it, with the agent’s name and a link', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.sendText('My order number is 4711');
    await elena.answer('It ships <today> & arrives on Monday.');
    await elena.pass(119 * SECOND);
    expect(elena.mail.sent).toEqual([]);
    await elena.pass(SECOND);
    await elena.pass(DAY);

    expect(elena.mail.sent).toHaveLength(1);
    const [mail] = elena.mail.sent;
    expect(mail?.to).toBe(VISITORS.elena);
    for (const part of [mail?.text ?? '', mail?.html ?? '']) {
      expect(part).toContain('Maya Okafor replied in the chat');
      expect(part).toMatch(/https:\/\/shop\.example\/chat\/resume\?token=[\w-]{43}/);
      expect(part).toContain('you, ignore this email');
      expect(part).toContain('/chat/stop-mails?token=');
      // The person who typed this address may not own it, so the email repeats nothing from the visitor.
      expect(part).not.toContain('4711');
    }
    expect(mail?.text).toContain('It ships <today> & arrives on Monday.');
    expect(mail?.html).toContain('It ships &lt;today&gt; &amp; arrives on Monday.');
    // The log contains the `link` of an email, but this link grants access to a conversation.
    expect(mail?.link).toBeUndefined();
  });

  test('waits for those that follow, ten minutes at most, and they share a mail', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.sendText('Hello');
    for (let minute = 0; minute < 10; minute += 1) {
      await elena.answer(`Part ${minute}`);
      await elena.pass(MINUTE);
      expect(elena.mail.sent).toHaveLength(minute < 9 ? 0 : 1);
    }
    expect(elena.mail.sent[0]?.text).toContain('Part 9');
    expect(elena.mail.sent[0]?.text).toContain('5 earlier replies are in the chat.');
  });

  test('is not mailed while a browser has the conversation open, and is once it is closed', async () => {
    const elena = await chatOf(VISITORS.elena);
    elena.present.add(elena.id);
    await elena.answer('Are you still there?');
    await elena.pass(7 * MINUTE);
    expect(elena.mail.sent).toEqual([]);
    elena.present.clear();
    await elena.pass(2 * MINUTE);
    expect(elena.mail.sent).toHaveLength(1);
  });

  test('is mailed ten minutes after it although a tab that nobody looks at is open', async () => {
    const elena = await chatOf(VISITORS.elena);
    elena.present.add(elena.id);
    await elena.answer('One');
    await elena.pass(5 * MINUTE);
    await elena.answer('Two');
    await elena.pass(4 * MINUTE);
    expect(elena.mail.sent).toEqual([]);
    await elena.pass(MINUTE);
    expect(elena.mail.sent).toHaveLength(1);
    expect(elena.mail.sent[0]?.text).toContain('Two');
  });

  test('is not mailed once it was read, not even when the mail was claimed before', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.answer('One');
    await elena.read(1);
    await elena.pass(DAY);
    await elena.answer('Two');
    elena.clock.advance(2 * MINUTE);
    await claimDueMails(elena.services, () => Promise.resolve(false));
    await elena.read(2);
    await elena.turn();
    expect(elena.mail.sent).toEqual([]);
  });

  test('after a mail is mailed only when the visitor has read or written since', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.answer('One');
    await elena.pass(2 * MINUTE);
    await elena.answer('Two');
    await elena.pass(DAY);
    expect(elena.mail.sent).toHaveLength(1);
    await elena.read(1);
    await elena.pass(0);
    expect(elena.mail.sent).toHaveLength(2);
    expect(elena.mail.sent[1]?.text).toContain('Two');
    await elena.sendText('Sorry, I was away');
    await elena.answer('Three');
    await elena.pass(2 * MINUTE);
    expect(elena.mail.sent).toHaveLength(3);
    expect(elena.mail.sent[2]?.text).not.toContain('Two');
  });

  test('is mailed once by two processes at once', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.answer('One');
    elena.clock.advance(2 * MINUTE);
    await Promise.all([elena.turn(), elena.turn(), elena.turn()]);
    expect(elena.mail.sent).toHaveLength(1);
  });

  test('is tried again later, under the same name, when the mail server is away', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.answer('One');
    elena.mail.isDown = true;
    await elena.pass(2 * MINUTE);
    elena.mail.isDown = false;
    await elena.pass(MINUTE);
    expect(elena.mail.sent).toEqual([]);
    await elena.pass(MINUTE);
    const [saved] = await store.db.select().from(visitorMails);
    expect(elena.mail.sent.map(({ messageId }) => messageId)).toEqual([
      `<${saved?.id}@shop.example>`,
    ]);
    expect(saved).toMatchObject({ attempts: 2, sentAt: elena.clock.now() });
    expect(await store.db.$count(jobsTable)).toBe(0);
  });

  test('is given up after six attempts', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.answer('One');
    elena.mail.isDown = true;
    await elena.pass(2 * MINUTE);
    for (let attempt = 2; attempt < 9; attempt += 1) await elena.pass(DAY);
    expect(await store.db.select().from(visitorMails)).toMatchObject([
      { attempts: 6, sentAt: null },
    ]);
    expect(await store.db.select().from(jobsTable)).toMatchObject([
      { state: 'failed', attempts: 6 },
    ]);
    const notes = await readNotes(store.db, [elena.id]);
    expect(notes.map(({ text }) => text)).toEqual([
      `Email to ${VISITORS.elena} could not be delivered.`,
    ]);
    expect(await messagesOf(elena.id)).toEqual(['One']);
  });

  test('is given up at once, with a note for the team, if the mailbox does not exist', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.answer('One');
    const response = '550 5.1.1 No such user';
    elena.mail.deliver = () => Promise.reject(Object.assign(new Error('Refused'), { response }));
    await elena.pass(2 * MINUTE);
    expect(await store.db.select().from(jobsTable)).toMatchObject([
      { state: 'failed', attempts: 1 },
    ]);
    expect(await readNotes(store.db, [elena.id])).toMatchObject([
      { text: `Email to ${VISITORS.elena} could not be delivered.`, authorName: 'Email' },
    ]);
  });

  test('is not mailed any more when whoever reads the mails stopped them', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.answer('One');
    await elena.pass(2 * MINUTE);
    expect(await stopMails(createChatContext(store.db, elena.clock), elena.mail.lastToken)).toBe(
      true,
    );
    await elena.sendText('And?');
    await elena.answer('Two');
    await elena.pass(DAY);
    expect(elena.mail.sent).toHaveLength(1);
    // Somebody asked for the link, so it is no email that can be stopped.
    await elena.requestLink();
    await elena.turn();
    expect(elena.mail.sent).toHaveLength(2);
    expect(elena.mail.sent[1]?.text).toContain('/chat/resume?token=');
    expect(await stopMails(createChatContext(store.db, elena.clock), 'x'.repeat(43))).toBe(false);
  });

  test('is not mailed once the address stopped all emails, not even when the mail was claimed before', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.answer('One');
    elena.clock.advance(2 * MINUTE);
    await claimDueMails(elena.services, () => Promise.resolve(false));
    await store.db.update(visitors).set({ mailsStoppedAt: elena.clock.now() });
    await elena.turn();
    expect(elena.mail.sent).toEqual([]);
  });
});

test('however many chats a stranger starts for a mailbox, it gets six mails a day, the rest later', async () => {
  const clock = new TestClock();
  const maya = await hire(store.db, 'maya');
  const sent: string[] = [];
  for (let count = 0; count < 8; count += 1) {
    const chat = await chatOf(`elena+${count}@northfold.example`, { clock, maya });
    await chat.answer('Hello');
    await chat.pass(2 * MINUTE);
    sent.push(...chat.mail.sent.map(({ to }) => to));
  }
  expect(sent).toHaveLength(6);
  const last = await chatOf('priya@lumenstudio.example', { clock, maya });
  await last.pass(DAY);
  expect(last.mail.sent).toHaveLength(2);
});

test.each([
  ['an.na+shop@gmail.com', 'anna@gmail.com'],
  ['anna@googlemail.com', 'anna@gmail.com'],
  ['an.na+shop@northfold.example', 'an.na@northfold.example'],
  ['+odd@northfold.example', '+odd@northfold.example'],
  ['anna@münchen.example', 'anna@xn--mnchen-3ya.example'],
  ['anna@mu\u0308nchen.example', 'anna@xn--mnchen-3ya.example'],
  ['anna@XN--MNCHEN-3YA.example', 'anna@xn--mnchen-3ya.example'],
  ['anna@münchen。example', 'anna@xn--mnchen-3ya.example'],
  ['re\u0301mi@northfold.example.', 'r\u00e9mi@northfold.example'],
  ['"an.na"@northfold.example', 'an.na@northfold.example'],
  ['"an\\na"@northfold.example', 'anna@northfold.example'],
  ['anna@northfold.example..', 'anna@northfold.example'],
  ['anna\uff20northfold.example@elsewhere.example', 'anna@northfold.example@elsewhere.example'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

describe('a mailed link', () => {
  async function withLink() {
    const elena = await chatOf(VISITORS.elena);
    await elena.sendText('Hello');
    await elena.requestLink();
    await elena.turn();
    return {
      ...elena,
      token: elena.mail.lastToken,
      phone: await openBrowser(store.db, elena.clock),
    };
  }

  test('moves the conversation to another browser, once', async () => {
    const elena = await withLink();
    expect(await elena.resume(elena.token, elena.phone)).toEqual({
      conversationId: elena.id,
      email: VISITORS.elena,
    });
    expect(elena.closed).toEqual([elena.id]);
    const access = (browserId: string) =>
      accessToConversation(store.db, { kind: 'browser', browserId }, elena.id);
    expect(await access(elena.phone)).toBe('write');
    expect(await access(elena.browserId)).toBeUndefined();
    expect(await refusalOf(elena.resume(elena.token, elena.browserId))).toMatchObject({
      status: 410,
    });
    expect(await access(elena.browserId)).toBeUndefined();
  });

  test('of which two browsers make use at once serves one', async () => {
    const elena = await withLink();
    const tablet = await openBrowser(store.db, elena.clock);
    const outcomes = await Promise.allSettled([
      elena.resume(elena.token, elena.phone),
      elena.resume(elena.token, tablet),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each(['answered', 'unanswered'])(
    'completes what the other browser had open only where it was answered: %s',
    async (which) => {
      const elena = await withLink();
      const other = await chatOf(VISITORS.priya, { clock: elena.clock, maya: elena.maya });
      await other.sendText('Do you bind?');
      if (which === 'answered') await other.answer('We do.');
      await elena.resume(elena.token, other.browserId);
      const [left] = await store.db
        .select()
        .from(conversations)
        .where(eq(conversations.id, other.id));
      expect(left?.completedAt !== null).toBe(which === 'answered');
    },
  );

  test('confirms the browser that opens it, for its address alone', async () => {
    const elena = await withLink();
    const visitorOf = async (id: string) =>
      (await store.db.select().from(conversations).where(eq(conversations.id, id)))[0]?.visitorId ??
      '';
    const priya = await chatOf(VISITORS.priya, { clock: elena.clock, maya: elena.maya });
    const elenas = await visitorOf(elena.id);
    expect(await isConfirmed(store.db, elena.phone, elenas)).toBe(false);
    await elena.resume(elena.token, elena.phone);
    expect(await isConfirmed(store.db, elena.phone, elenas)).toBe(true);
    expect(await isConfirmed(store.db, elena.browserId, elenas)).toBe(false);
    expect(await isConfirmed(store.db, elena.phone, await visitorOf(priya.id))).toBe(false);
  });

  test('expires after a week, and is not kept in a form that opens anything', async () => {
    const elena = await withLink();
    const [saved] = await store.db.select().from(resumeTokens);
    expect(JSON.stringify(saved)).not.toContain(elena.token);
    elena.clock.advance(7 * DAY);
    expect(await refusalOf(elena.resume(elena.token, elena.phone))).toMatchObject({ status: 410 });
    elena.clock.advance(90 * DAY + 1);
    await forgetOldMails(store.db, elena.clock);
    expect(await store.db.select().from(resumeTokens)).toEqual([]);
    expect(await store.db.select().from(visitorMails)).toEqual([]);
  });

  test('is sent four times a day, and to nobody who has not the conversation', async () => {
    const elena = await withLink();
    for (let count = 1; count < 4; count += 1) await elena.requestLink();
    expect(await refusalOf(elena.requestLink())).toMatchObject({ status: 429 });
    const stranger = { kind: 'browser', browserId: elena.phone } as const;
    expect(await refusalOf(requestLink(elena.services, NOBODY, stranger, elena.id))).toMatchObject({
      status: 404,
    });
  });
});
