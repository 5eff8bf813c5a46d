import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { CAST, VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { createTestAppContext } from '../../../../tests/support/app-context.ts';
import { auditOf, refusalOf, teamServices, tracedBy } from '../../../../tests/support/team.ts';
import {
  hashAddress,
  addressSubject,
  keyOldSubjects,
} from '../../../accounts/server/audit/address-subject.server.ts';
import { blockVisitor, readBlockOf, unblockVisitor, keyOldBlocks } from './block-visitor.server.ts';
import { consumeResumeToken, issueResumeToken } from '../email/resume-token.server.ts';
import { requestLink } from '../email/resume-conversation.server.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { sendMessage } from '../messages/send-message.server.ts';
import { startConversation } from '../messages/start-conversation.server.ts';
import { conversationNotes } from '../messages/tables.server.ts';
import {
  conversations,
  visitorBlocks,
  visitorBrowsers,
  visitorMessages,
  visitors,
} from '../tables.server.ts';
import { resumeTokens, visitorMails } from '../email/tables.server.ts';
import { writeNote } from '../messages/write-note.server.ts';
import { mailboxMails, jobsTable } from '../../../platform/tables.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { hideReview } from '../../../reviews/server/decide-about-review.server.ts';
import { postReview } from '../../../reviews/server/post-review.server.ts';
import { moderationLog, serviceReviews } from '../../../reviews/server/tables.server.ts';
import { recordAudit } from '../../../platform/change/change.server.ts';
import { insertPendingSignUp } from '../../../accounts/server/sign-in/pending-sign-ups.server.ts';
import { pendingSignUps } from '../../../accounts/server/tables.server.ts';
import { erasePerson } from './erase-visitor.server.ts';
import { exportPerson } from './export-visitor.server.ts';
import { readAddress, readPerson } from './read-person.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();

async function desk() {
  const services = teamServices(store.db);
  const recorded = recordingPublisher();
  const dropped: string[] = [];
  const appContext = {
    ...createTestAppContext(store.db, services),
    chat: recorded.publisher,
    afterChange: {
      nudge() {},
      pageChanged: (path: string) => void dropped.push(path),
      committed() {},
    },
  };
  const { clock } = services;
  const maya = await hire(store.db, 'maya');
  const henrik = await hire(store.db, 'henrik');
  const elenas = await openBrowser(store.db, clock);
  const noors = await openBrowser(store.db, clock);

  const start = async (browserId: string, email: string) => {
    clock.advance(1000);
    const id = newConversationId(clock.now());
    await startConversation(createChatContext(store.db, clock, appContext.chat), {
      id,
      browserId,
      email,
      topic: topic('Sales Inquiry'),
      service: null,
    });
    return id;
  };
  const sendText = (conversationId: string, browserId: string, text: string) =>
    sendMessage(
      createChatContext(store.db, clock, appContext.chat),
      { kind: 'browser', browserId },
      {
        conversationId,
        clientId: crypto.randomUUID(),
        text,
      },
    );
  const note = (conversationId: string, author: Member, text: string) =>
    writeNote(createChatContext(store.db, clock, appContext.chat), author, {
      conversationId,
      clientId: crypto.randomUUID(),
      text,
    });
  const mail = (conversationId: string, mailbox: string) =>
    store.db.insert(visitorMails).values({
      conversationId,
      mailbox,
      purpose: 'answers',
      createdAt: clock.now(),
      sentAt: clock.now(),
    });
  const block = (email: string) => blockVisitor(appContext, tracedBy(henrik), email, 'Insults us.');

  const first = await start(elenas, VISITORS.elena);
  await sendText(first, elenas, 'Hello from Elena.');
  await sendMessage(
    createChatContext(store.db, clock, appContext.chat),
    { kind: 'member', member: maya },
    {
      conversationId: first,
      clientId: crypto.randomUUID(),
      text: 'Hello Elena.',
    },
  );
  const noorsChat = await start(noors, VISITORS.noor);
  await sendText(noorsChat, noors, 'Hello from Noor.');
  const second = await start(noors, VISITORS.elena);
  const books = { section: 'graphics', slug: 'book-design' };
  const review = await postReview(store.db, clock, books, {
    name: 'Elena Ruiz',
    email: VISITORS.elena,
    rating: 5,
    text: 'Lovely.',
  });
  return {
    appContext,
    clock,
    maya,
    elenas,
    first,
    second,
    noorsChat,
    review,
    events: recorded.events,
    dropped,
    start,
    sendText,
    note,
    mail,
    block,
    trace: tracedBy(henrik),
  };
}

describe('an export', () => {
  test('has everything held about the address and nothing of others', async () => {
    const { appContext, clock, trace, review } = await desk();
    await store.db.transaction((tx) => hideReview(tx, clock, review.id, 'off-topic', 'A note.'));
    const held = await exportPerson(appContext, trace, VISITORS.elena);
    expect(held).toMatchObject({
      about: VISITORS.elena,
      visitor: { email: VISITORS.elena, topic: 'Sales Inquiry' },
      conversations: [
        {
          messages: [
            { from: 'you', text: 'Hello from Elena.', agent: null },
            { from: 'us', text: 'Hello Elena.', agent: 'Maya Okafor' },
          ],
        },
        { messages: [] },
      ],
      reviews: [
        { service: 'graphics/book-design', text: 'Lovely.', hidden: { reason: 'off-topic' } },
      ],
      whatWasDone: [{ action: 'visitor-exported' }],
    });
    expect(held.browsers).toHaveLength(2);
    expect(JSON.stringify(held)).not.toMatch(/Noor|noor|secretHash|A note/);
  });

  test('has the team’s notes, the mails and when links were made and used, but no secret', async () => {
    const { appContext, clock, trace, maya, first, noorsChat, note, mail } = await desk();
    await note(first, maya, 'Asked twice about a discount.');
    await note(noorsChat, maya, 'Noor pays late.');
    await mail(first, VISITORS.elena);
    await mail(noorsChat, VISITORS.noor);
    const madeAt = clock.now();
    const token = await issueResumeToken(store.db, clock, first);
    await issueResumeToken(store.db, clock, noorsChat);
    clock.advance(60_000);
    await consumeResumeToken(store.db, clock, token);

    const held = await exportPerson(appContext, trace, VISITORS.elena);
    const [row] = await store.db
      .select()
      .from(resumeTokens)
      .where(eq(resumeTokens.conversationId, first));
    expect(held.conversations).toMatchObject([
      {
        privateNotes: [{ by: 'Maya Okafor', text: 'Asked twice about a discount.' }],
        mails: [{ to: VISITORS.elena, about: 'answers', sentAt: madeAt }],
        chatLinks: [{ madeAt, usedAt: clock.now(), expiresAt: row?.expiresAt }],
      },
      { privateNotes: [], mails: [], chatLinks: [] },
    ]);
    expect(row?.expiresAt.getTime()).toBeGreaterThan(madeAt.getTime());
    const text = JSON.stringify(held);
    expect(text).not.toContain(token);
    expect(text).not.toContain(row?.tokenHash);
    expect(text).not.toMatch(/Noor|noor/);
  });
});

describe('somebody who only signed up, or tried to', () => {
  /** Priya has only signed up. The data of Noor and of Henrik, who has an account, must not change. */
  async function applicants() {
    const { appContext, clock, trace } = await desk();
    for (const email of [VISITORS.priya, VISITORS.noor]) {
      await insertPendingSignUp(store.db, clock, {
        email,
        fullName: `Somebody at ${email}`,
        requestedRole: 'agent',
        passwordHash: 'hash-of-a-password',
        passwordProof: null,
        network: '198.51.100.0/24',
        browser: 'Firefox',
      });
    }
    for (const subject of [VISITORS.priya, VISITORS.noor, CAST.henrik.email]) {
      await recordAudit(appContext, trace, 'sign-in-failed', { subject });
      await store.db.insert(jobsTable).values({
        kind: 'mail',
        key: subject,
        lane: '',
        payload: { to: subject, sealed: 'a-sealed-mail' },
        due: clock.now(),
        createdAt: clock.now(),
      });
    }
    return { appContext, trace };
  }

  test('is told of the sign-up and the mails, and no secret', async () => {
    const { appContext, trace } = await applicants();
    const held = await exportPerson(appContext, trace, VISITORS.priya);
    expect(held).toMatchObject({
      visitor: null,
      signUps: [{ name: `Somebody at ${VISITORS.priya}`, browser: 'Firefox' }],
      waitingMails: [{ state: 'open', attempts: 0 }],
    });
    expect(JSON.stringify(held)).not.toMatch(/noor|hash-of|a-sealed-mail/);
  });

  test('is found under an address that no form would take any more', () => {
    expect(readAddress(' <Priya@lumenstudio.example> ')).toBe('<priya@lumenstudio.example>');
    expect(() => readAddress('priya')).toThrow('valid email');
  });

  test('is erased, also from what the audit log says of tries to get in', async () => {
    const { appContext, trace } = await applicants();
    const certificate = await erasePerson(appContext, trace, VISITORS.priya, 'delete');
    expect(certificate).toMatch(/, 1 sign-up, 1 mention in the audit log, 1 email$/);
    expect(await store.db.select().from(pendingSignUps)).toMatchObject([{ email: VISITORS.noor }]);
    // The audit log keeps naming people who have an account.
    await erasePerson(appContext, trace, CAST.henrik.email, 'delete');
    const tries = await auditOf(store.db, 'sign-in-failed');
    const priya = await addressSubject(store.db, VISITORS.priya);
    expect(new Set(tries.map(({ subject }) => subject))).toEqual(
      new Set([priya, VISITORS.noor, CAST.henrik.email]),
    );
    const again = erasePerson(appContext, trace, VISITORS.priya, 'delete');
    expect((await refusalOf(again)).status).toBe(409);
  });
});

describe('an erasure', () => {
  test('removes what is about the address alone, and certifies it without naming it', async () => {
    const { appContext, trace, first, second, noorsChat, maya, events, dropped } = await desk();
    await erasePerson(appContext, trace, VISITORS.elena, 'delete');

    expect(await store.db.select().from(visitors)).toMatchObject([{ email: VISITORS.noor }]);
    expect(await store.db.select().from(conversations)).toMatchObject([{ id: noorsChat }]);
    expect(await store.db.select().from(visitorMessages)).toMatchObject([
      { message: 'Hello from Noor.' },
    ]);
    // Noor's browser has a conversation of its own. Elena's browser had only hers.
    expect(await store.db.select().from(visitorBrowsers)).toHaveLength(1);
    expect(await store.db.select().from(serviceReviews)).toEqual([]);

    const certificate = 'visitor-erased';
    expect(await auditOf(store.db, certificate)).toMatchObject([
      {
        subject: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/),
        detail: '2 conversations, 2 messages, 1 browser, 1 review deleted',
        actorId: 'henrik',
      },
    ]);
    expect(JSON.stringify(await auditOf(store.db, certificate))).not.toContain('elena');
    expect(JSON.stringify(await auditOf(store.db, certificate))).not.toContain(
      hashAddress(VISITORS.elena),
    );
    expect(appContext.closed.sort()).toEqual(
      [`conversation ${first}`, `conversation ${second}`].sort(),
    );
    expect(events.filter(({ name }) => name === 'unassigned')).toMatchObject([{ to: maya.id }]);
    expect(dropped).toContain('/services/graphics/book-design');
    // An old audit entry with an unkeyed hash is migrated and then found by the keyed hash.
    const older = `sha256:${hashAddress(VISITORS.elena)}`;
    await recordAudit(appContext, trace, 'visitor-exported', { subject: older });
    await keyOldSubjects(store.db);
    expect((await readPerson(appContext, VISITORS.elena)).history).toHaveLength(2);
    expect(JSON.stringify(await auditOf(store.db, 'visitor-exported'))).not.toContain(older);
  });

  test('takes the notes, mails and links with it', async () => {
    const { appContext, clock, trace, maya, first, noorsChat, note, mail } = await desk();
    for (const conversationId of [first, noorsChat]) {
      await note(conversationId, maya, 'A private word.');
      await mail(conversationId, VISITORS.walter);
      await issueResumeToken(store.db, clock, conversationId);
    }
    await erasePerson(appContext, trace, VISITORS.elena, 'delete');
    for (const table of [conversationNotes, visitorMails, resumeTokens]) {
      expect(await store.db.select().from(table)).toMatchObject([{ conversationId: noorsChat }]);
    }
  });

  test('takes the mails that wait, failed or lie in the outbox folder, and counts them', async () => {
    const { appContext, clock, trace, elenas, first } = await desk();
    const row = {
      kind: 'mail',
      lane: 'northfold.example',
      due: clock.now(),
      createdAt: clock.now(),
    };
    await store.db.insert(jobsTable).values([
      { ...row, key: '1', payload: { to: VISITORS.elena } },
      { ...row, key: '2', payload: { to: VISITORS.elena }, state: 'failed', endedAt: clock.now() },
      { ...row, key: '3', payload: { to: VISITORS.noor } },
    ]);
    // This job is deleted with its conversation and does not count as an email yet.
    await requestLink(appContext, trace, { kind: 'browser', browserId: elenas }, first);
    const certificate = await erasePerson(appContext, trace, VISITORS.elena, 'delete');
    expect(certificate).toMatch(/, 2 emails$/);
    expect(await store.db.select().from(jobsTable)).toMatchObject([{ key: '3' }]);
    expect(await store.db.$count(mailboxMails)).toBe(0);
    expect(appContext.mail).toMatchObject({ forgotten: [VISITORS.elena] });
  });

  test('covers every table that hangs on a visitor or a conversation', async () => {
    const { rows } = await store.db.execute<{ name: string; rule: string }>(sql`
      select conrelid::regclass::text as name, confdeltype as rule from pg_constraint
      where contype = 'f' and confrelid in ('visitors'::regclass, 'conversations'::regclass)
      order by 1`);
    // A table that is added here must also be added to the export, if it contains data about the visitor.
    expect(rows.map(({ name }) => name)).toEqual([
      // The row counts in reports. Its text is deleted with the conversation.
      'answer_drafts',
      'confirmation_requests',
      'confirmed_browsers',
      'conversation_emails',
      'conversation_hosts',
      'conversation_labels',
      'conversation_notes',
      'conversation_ratings',
      'conversations',
      'files',
      // Accounting records are kept without the personal data in them.
      'offers',
      'orders',
      // Records which notice was shown on a colleague's device. It says nothing about the visitor.
      'push_notices',
      'read_marks',
      'reply_addresses',
      'resume_tokens',
      // As for orders.
      'subscriptions',
      // The search index of the address. The export contains the address itself.
      'visitor_address_parts',
      'visitor_labels',
      'visitor_mails',
      'visitor_messages',
      'visitor_notes',
    ]);
    const isSaved = (name: string) =>
      ['answer_drafts', 'offers', 'orders', 'subscriptions'].includes(name);
    expect(rows.map(({ rule }) => rule)).toEqual(
      rows.map(({ name }) => (isSaved(name) ? 'n' : 'c')),
    );
  });

  test('can keep the review without name, address and the moderators’ note', async () => {
    const { appContext, clock, trace, review } = await desk();
    const note = 'Elena Ruiz asked for it.';
    await store.db.transaction((tx) => hideReview(tx, clock, review.id, 'off-topic', note));
    await erasePerson(appContext, trace, VISITORS.elena, 'anonymise');
    const rows = await store.db.select().from(serviceReviews);
    expect(rows).toMatchObject([{ name: 'A former visitor', email: null, text: 'Lovely.' }]);
    expect(await store.db.select().from(moderationLog)).toMatchObject([{ note: null }]);
  });

  test('of a hidden review leaves its entry in the public log, without note and review', async () => {
    const { appContext, clock, trace, review } = await desk();
    await store.db.transaction((tx) => hideReview(tx, clock, review.id, 'off-topic', 'A note.'));
    await erasePerson(appContext, trace, VISITORS.elena, 'delete');
    expect(await store.db.select().from(moderationLog)).toMatchObject([
      { action: 'hidden', reason: 'off-topic', reviewId: null, note: null },
    ]);
  });

  test('happens once: the second finds nothing', async () => {
    const { appContext, trace } = await desk();
    const erase = () => erasePerson(appContext, trace, VISITORS.elena, 'delete');
    const outcomes = await Promise.allSettled([erase(), erase()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await auditOf(store.db, 'visitor-erased')).toHaveLength(1);
    expect((await refusalOf(erase())).status).toBe(409);
  });

  test('and messages that arrive meanwhile leave nothing behind', async () => {
    const { appContext, trace, first, elenas, sendText, start } = await desk();
    await Promise.allSettled([
      ...Array.from({ length: 5 }, (_, index) => sendText(first, elenas, `Still here ${index}`)),
      erasePerson(appContext, trace, VISITORS.elena, 'delete'),
      ...Array.from({ length: 5 }, (_, index) => sendText(first, elenas, `And here ${index}`)),
    ]);
    const left = await store.db
      .select()
      .from(visitorMessages)
      .where(eq(visitorMessages.visitorEmail, VISITORS.elena));
    expect(left).toEqual([]);
    expect((await refusalOf(sendText(first, elenas, 'Hello?'))).status).toBe(404);
    // The browser's secret is deleted too, so the visitor starts with a new browser.
    await start(await openBrowser(store.db, appContext.clock), VISITORS.elena);
    expect((await readPerson(appContext, VISITORS.elena)).counts).toContainEqual({
      noun: 'message',
      number: 0,
    });
  });
});

describe('a blocked visitor', () => {
  test('cannot write, nor start again with this or another address, and reads why', async () => {
    const { block, first, elenas, sendText, start, clock } = await desk();
    await block(VISITORS.elena);
    expect(await auditOf(store.db, 'visitor-blocked')).toMatchObject([{ detail: 'browsers: 2' }]);
    const refused = await refusalOf(sendText(first, elenas, 'Hello?'));
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.message).toContain('contact page');
    expect((await refusalOf(start(elenas, VISITORS.elena))).status).toBe(403);
    expect((await refusalOf(start(elenas, VISITORS.priya))).status).toBe(403);
    const other = await openBrowser(store.db, clock);
    expect((await refusalOf(start(other, VISITORS.elena))).status).toBe(403);
    expect(await store.db.select().from(conversations)).toHaveLength(3);
    expect(await store.db.select().from(visitors)).toHaveLength(2);
    expect(await readBlockOf(store.db, VISITORS.elena)).toMatchObject({ attemptCount: 3 });
    await start(other, VISITORS.kofi);
  });

  test('is blocked once, and is let in again', async () => {
    const { block, appContext, trace, first, elenas, sendText } = await desk();
    const outcomes = await Promise.allSettled([block(VISITORS.elena), block(VISITORS.elena)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const id = (await readBlockOf(store.db, VISITORS.elena))?.id ?? '';
    await unblockVisitor(appContext, trace, id);
    await sendText(first, elenas, 'Thank you.');
    expect((await refusalOf(unblockVisitor(appContext, trace, id))).status).toBe(409);
  });

  test('who is erased stays blocked, by hash and browser alone', async () => {
    const { block, appContext, trace, elenas, start } = await desk();
    await block(VISITORS.elena);
    await erasePerson(appContext, trace, VISITORS.elena, 'delete');
    expect(JSON.stringify(await store.db.select().from(visitorBlocks))).not.toMatch(
      /elena|Insults/,
    );
    expect((await refusalOf(start(elenas, VISITORS.priya))).status).toBe(403);
    const other = await openBrowser(store.db, appContext.clock);
    expect((await refusalOf(start(other, VISITORS.elena))).status).toBe(403);
  });

  test('of whom nothing but the block is left can be erased, once', async () => {
    const { block, appContext, trace } = await desk();
    await block(VISITORS.priya);
    const certificate = await erasePerson(appContext, trace, VISITORS.priya, 'delete');
    expect(certificate).toMatch(/, the blocked address, /);
    expect(JSON.stringify(await store.db.select().from(visitorBlocks))).not.toMatch(
      /priya|Insults/,
    );
    const again = erasePerson(appContext, trace, VISITORS.priya, 'delete');
    expect((await refusalOf(again)).status).toBe(409);
  });

  test('is not found by whoever has the table and tries addresses', async () => {
    const { block } = await desk();
    await block(VISITORS.elena);
    const [row] = await store.db.select().from(visitorBlocks);
    expect(row?.addressHash).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
    expect(row?.addressHash).not.toContain(hashAddress(VISITORS.elena));
  });

  test('stays blocked, and can be let in, where that was written before hashes had a secret', async () => {
    const { block, appContext, trace, start, clock } = await desk();
    await block(VISITORS.elena);
    await store.db.update(visitorBlocks).set({ addressHash: hashAddress(VISITORS.elena) });
    // Two processes may start at the same time.
    await Promise.all([keyOldBlocks(store.db), keyOldBlocks(store.db)]);
    await keyOldBlocks(store.db);
    const other = await openBrowser(store.db, clock);
    expect((await refusalOf(start(other, VISITORS.elena))).status).toBe(403);
    const id = (await readBlockOf(store.db, VISITORS.elena))?.id ?? '';
    await unblockVisitor(appContext, trace, id);
    expect(await auditOf(store.db, 'visitor-unblocked')).toMatchObject([
      { subject: await addressSubject(store.db, VISITORS.elena) },
    ]);
    await start(other, VISITORS.elena);
  });
});
