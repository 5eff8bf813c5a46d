import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { RecordingMail, refusalOf, TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { RateLimiter } from '../../../platform/rate-limit.ts';
import { accessToConversation } from '../access.server.ts';
import { exportVisitor } from '../privacy/export-visitor.server.ts';
import { blockVisitor } from '../privacy/block-visitor.server.ts';
import { eraseVisitor } from '../privacy/erase-visitor.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { readBrowserConversations, readConversation } from '../read/read-conversation.server.ts';
import { readInbox } from '../read/read-inbox.server.ts';
import { nameVisitor } from '../messages/name-visitor.server.ts';
import { sendMessage } from '../messages/send-message.server.ts';
import { startConversation } from '../messages/start-conversation.server.ts';
import { stopMails } from '../email/schedule-mail.server.ts';
import { confirmationRequests, confirmedBrowsers } from './tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { newConversationId } from '../../protocol/rules.ts';
import { askConfirmation } from './ask-confirmation.server.ts';
import {
  confirmByCode,
  ANOTHER_BROWSER,
  confirmByLink,
  CONFIRMATION_IS_OVER,
  whyNotConfirmable,
} from './confirm-address.server.ts';
import { forgetConfirmations, isConfirmed } from './is-confirmed.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const network = '198.51.100.7';
const NOBODYS = { member: undefined, requestId: 'test' };

interface Chat {
  readonly browserId?: string;
  readonly clock?: TestClock;
  readonly name?: string;
}

async function chatOf(email: string, { clock = new TestClock(), name, ...chat }: Chat = {}) {
  const { db } = store;
  const { publisher, events } = recordingPublisher();
  const mail = new RecordingMail();
  const browserId = chat.browserId ?? (await openBrowser(db, clock));
  const viewer = { kind: 'browser', browserId } as const;
  const id = newConversationId(clock.now());
  const appContext = {
    ...createChatContext(db, clock, publisher),
    mail,
    settings: { origin: TEST_ORIGIN, brandName: 'Embarka' },
    limits: new RateLimiter(clock),
  };
  const start = {
    id,
    browserId,
    email,
    name,
    topic: topic('Sales Inquiry'),
    service: null,
  } as const;
  await startConversation(appContext, start);
  await sendMessage(appContext, viewer, {
    conversationId: id,
    clientId: crypto.randomUUID(),
    text: 'Is my order ready?',
  });
  const [visitor] = await db.select().from(visitors).where(eq(visitors.email, email));
  const visitorId = visitor?.id ?? '';
  const confirm = (code: string) => confirmByCode(appContext, viewer, id, { code, network });
  return {
    id,
    browserId,
    viewer,
    visitorId,
    clock,
    appContext,
    events,
    mail,
    confirm,
    ask: () => askConfirmation(appContext, viewer, id),
    code: () => /minutes: (\d{6})/.exec(mail.sent.at(-1)?.text ?? '')?.[1] ?? '',
    wrong: () => (mail.sent.at(-1)?.text.includes('minutes: 000000') ? '000001' : '000000'),
    follow: (token = mail.lastToken, as: string | undefined = browserId) =>
      confirmByLink(appContext, token, as),
    isConfirmed: () => isConfirmed(db, browserId, visitorId),
  };
}

const identityOf = async (agentId: string) =>
  (await readInbox(store.db, { agentId })).map(({ email, identity }) => ({ email, ...identity }));

describe('an address', () => {
  test('is not confirmed, until the code of the mail is typed in the same browser', async () => {
    const maya = await hire(store.db, 'maya');
    const elena = await chatOf(VISITORS.elena);
    expect(await elena.isConfirmed()).toBe(false);
    expect(await identityOf(maya.id)).toMatchObject([{ isConfirmed: false, isNewBrowser: false }]);

    await elena.ask();
    const [mail] = elena.mail.sent;
    expect(mail?.to).toBe(VISITORS.elena);
    expect(mail?.unsolicited).toBe('confirmation');
    // The person who typed this address may not own it, so the email holds no chat content and its link is
    // not logged.
    expect(mail?.text).not.toContain('order');
    expect(mail?.link).toBeUndefined();
    elena.events.length = 0;
    await elena.confirm(elena.code());

    expect(await elena.isConfirmed()).toBe(true);
    expect(await readConversation(store.db, elena.id)).toMatchObject({ isConfirmed: true });
    expect(await identityOf(maya.id)).toMatchObject([{ isConfirmed: true, isNewBrowser: false }]);
    expect(elena.events).toMatchObject([
      { name: 'conversation', event: { id: elena.id, isConfirmed: true } },
      { name: 'entry', to: maya.id, event: { identity: { isConfirmed: true } } },
    ]);
    // A client repeats the request when the response was lost.
    await elena.confirm(elena.code());
  });

  test('is confirmed by the mailed link, once, and for ninety days', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.ask();
    const look = () =>
      whyNotConfirmable(store.db, elena.clock, elena.mail.lastToken, elena.browserId);
    expect(await look()).toBeNull();
    expect(await look()).toBeNull();
    expect(await elena.follow()).toEqual({ conversationId: elena.id, email: VISITORS.elena });
    expect(await elena.isConfirmed()).toBe(true);
    expect(await look()).toBe(CONFIRMATION_IS_OVER);
    expect(await refusalOf(elena.follow())).toMatchObject({ status: 410 });
    const [row] = await store.db
      .select({ days: sql<string>`extract(epoch from expires_at - confirmed_at) / 86400` })
      .from(confirmedBrowsers);
    expect(Number(row?.days)).toBe(90);

    await store.db.update(confirmedBrowsers).set({ expiresAt: sql`clock_timestamp()` });
    expect(await elena.isConfirmed()).toBe(false);
    expect(await readConversation(store.db, elena.id)).toMatchObject({ isConfirmed: false });
    await forgetConfirmations(store.db, elena.clock);
    expect(await store.db.select().from(confirmedBrowsers)).toEqual([]);
  });

  test('that a stranger typed is not confirmed for them by its owner’s press of the link', async () => {
    const stranger = await chatOf(VISITORS.elena);
    await stranger.ask();
    const owner = await chatOf(VISITORS.elena);
    const { lastToken } = stranger.mail;
    expect(await whyNotConfirmable(store.db, owner.clock, lastToken, owner.browserId)).toBe(
      ANOTHER_BROWSER,
    );
    for (const browser of [owner.browserId, undefined]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await refusalOf(confirmByLink(owner.appContext, lastToken, browser))).toMatchObject({
        message: ANOTHER_BROWSER,
      });
    }
    expect(await stranger.isConfirmed()).toBe(false);
    expect(await owner.isConfirmed()).toBe(false);
    await stranger.follow();
    expect(await stranger.isConfirmed()).toBe(true);
  });

  test('is not confirmed by a code of somebody else’s mail, or an older one', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.ask();
    const older = elena.code();
    elena.clock.advance(MINUTE);
    await elena.ask();
    expect(await refusalOf(elena.confirm(older))).toMatchObject({ status: 400, field: 'code' });
    const stranger = await chatOf(VISITORS.elena);
    expect(await refusalOf(stranger.confirm(elena.code()))).toMatchObject({ status: 410 });
    const foreign = confirmByCode(stranger.appContext, stranger.viewer, elena.id, {
      code: elena.code(),
      network,
    });
    expect(await refusalOf(foreign)).toMatchObject({ status: 404 });
    expect(await stranger.isConfirmed()).toBe(false);
  });
});

describe('a code', () => {
  test('is over after fifteen minutes, its link after a day', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.ask();
    elena.clock.advance(15 * MINUTE);
    expect(await refusalOf(elena.confirm(elena.code()))).toMatchObject({ status: 410 });
    elena.clock.advance(DAY - 15 * MINUTE);
    expect(await refusalOf(elena.follow())).toMatchObject({ status: 410 });
    expect(await elena.isConfirmed()).toBe(false);
  });

  test('can be wrong five times, however many are tried at once, and then is no code any more', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.ask();
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => refusalOf(elena.confirm(elena.wrong()))),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 410)).toHaveLength(3);
    expect(await refusalOf(elena.confirm(elena.code()))).toMatchObject({ status: 410 });
    await elena.follow();
    expect(await elena.isConfirmed()).toBe(true);
  });

  test('is guessed no more often by whoever opens many chats in somebody’s name', async () => {
    const clock = new TestClock();
    const limits = new RateLimiter(clock);
    const statuses: number[] = [];
    for (let browser = 0; browser < 5; browser += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const chat = await chatOf(VISITORS.elena, { clock });
      // oxlint-disable-next-line no-await-in-loop -- the same
      await chat.ask();
      for (let guess = 0; guess < 5; guess += 1) {
        const guessed = confirmByCode({ ...chat.appContext, limits }, chat.viewer, chat.id, {
          code: chat.wrong(),
          network,
        });
        // oxlint-disable-next-line no-await-in-loop -- the same
        statuses.push((await refusalOf(guessed)).status);
      }
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  test('is not used up by guesses of browsers that asked for no code', async () => {
    const clock = new TestClock();
    const limits = new RateLimiter(clock);
    const owner = await chatOf(VISITORS.elena, { clock });
    await owner.ask();
    const stranger = await chatOf(VISITORS.elena, { clock });
    for (let guess = 0; guess < 25; guess += 1) {
      const guessed = confirmByCode(
        { ...stranger.appContext, limits },
        stranger.viewer,
        stranger.id,
        {
          code: '123456',
          network,
        },
      );
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await refusalOf(guessed)).status).toBe(410);
    }
    const typed = { code: owner.code(), network };
    await confirmByCode({ ...owner.appContext, limits }, owner.viewer, owner.id, typed);
    expect(await owner.isConfirmed()).toBe(true);
  });

  test('may be typed in the digits of an Arabic or Persian keyboard', async () => {
    for (const zero of [0x660, 0x6f0]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const chat = await chatOf(zero === 0x660 ? VISITORS.elena : VISITORS.noor);
      // oxlint-disable-next-line no-await-in-loop -- the same
      await chat.ask();
      const typed = chat
        .code()
        .replaceAll(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
      // oxlint-disable-next-line no-await-in-loop -- the same
      await chat.confirm(typed);
      // oxlint-disable-next-line no-await-in-loop -- the same
      expect(await chat.isConfirmed()).toBe(true);
    }
  });

  test('of which two are right at once confirms once', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.ask();
    const outcomes = await Promise.allSettled([
      elena.confirm(elena.code()),
      elena.confirm(elena.code()),
    ]);
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
    expect(await store.db.select().from(confirmedBrowsers)).toHaveLength(1);
  });

  test('and the secret of its link are kept in no form that opens anything', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.ask();
    const saved = JSON.stringify(await store.db.select().from(confirmationRequests));
    expect(saved).not.toContain(elena.mail.lastToken);
    expect(saved).not.toContain(`"${elena.code()}"`);
  });
});

describe('asking for the mail', () => {
  test('sends it also after emails about the conversation were stopped', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.ask();
    expect(await stopMails(createChatContext(store.db, elena.clock), elena.mail.lastToken)).toBe(
      true,
    );
    elena.clock.advance(MINUTE);
    await elena.ask();
    expect(elena.mail.sent).toHaveLength(2);
    await elena.confirm(elena.code());
    expect(await elena.isConfirmed()).toBe(true);
  });

  test('is for the browser that has the conversation, and not for a blocked one', async () => {
    const elena = await chatOf(VISITORS.elena);
    const stranger = await chatOf(VISITORS.noor);
    const foreign = askConfirmation(stranger.appContext, stranger.viewer, elena.id);
    expect(await refusalOf(foreign)).toMatchObject({ status: 404 });
    await elena.ask();
    await blockVisitor(elena.appContext, NOBODYS, VISITORS.elena, 'Insults us.');
    expect(await refusalOf(elena.ask())).toMatchObject({ status: 404 });
    expect(await refusalOf(elena.confirm(elena.code()))).toMatchObject({ status: 404 });
    expect(await refusalOf(elena.follow())).toMatchObject({ status: 410 });
  });
});

describe('another browser that types a customer’s address', () => {
  test('is marked as new for the team, until it confirms', async () => {
    const maya = await hire(store.db, 'maya');
    const customer = await chatOf(VISITORS.elena, { name: 'Elena' });
    await customer.ask();
    await customer.confirm(customer.code());
    const clock = new TestClock();
    clock.advance(MINUTE);
    const other = await chatOf(VISITORS.elena, { clock, name: 'Not Elena' });
    expect(await identityOf(maya.id)).toEqual([
      // The entry shows the name given in the conversation that receives answers.
      { email: VISITORS.elena, name: 'Not Elena', isConfirmed: false, isNewBrowser: true },
    ]);
    await other.ask();
    await other.confirm(other.code());
    expect(await identityOf(maya.id)).toEqual([
      { email: VISITORS.elena, name: 'Not Elena', isConfirmed: true, isNewBrowser: false },
    ]);
  });

  test('does not make the browser new that the address came with first', async () => {
    const maya = await hire(store.db, 'maya');
    const clock = new TestClock();
    const customer = await chatOf(VISITORS.elena, { clock });
    clock.advance(MINUTE);
    const other = await chatOf(VISITORS.elena, { clock });
    clock.advance(MINUTE);
    await chatOf(VISITORS.elena, { clock, browserId: customer.browserId });
    // The other browser's messages stay in the thread while that conversation is open.
    expect(await identityOf(maya.id)).toMatchObject([{ isConfirmed: false, isNewBrowser: true }]);
    await store.db
      .update(conversations)
      .set({ completedAt: clock.now() })
      .where(eq(conversations.id, other.id));
    expect(await identityOf(maya.id)).toMatchObject([{ isConfirmed: false, isNewBrowser: false }]);
  });

  test('sees nothing of the customer’s conversations, and renames nobody', async () => {
    const customer = await chatOf(VISITORS.elena, { name: 'Elena' });
    const other = await chatOf(VISITORS.elena);
    expect(await accessToConversation(store.db, other.viewer, customer.id)).toBeUndefined();
    const seen = await readBrowserConversations(store.db, other.browserId);
    expect(seen.map(({ id }) => id)).toEqual([other.id]);
    await nameVisitor(other.appContext, other.viewer, other.id, 'Mallory');
    const foreign = nameVisitor(other.appContext, other.viewer, customer.id, 'Mallory');
    expect(await refusalOf(foreign)).toMatchObject({ status: 404 });
    expect(await readConversation(store.db, customer.id)).toMatchObject({ visitorName: 'Elena' });
  });
});

describe('a name', () => {
  test('is given with the address, changed and taken away by its visitor, in all their chats', async () => {
    const maya = await hire(store.db, 'maya');
    const first = await chatOf(VISITORS.elena, { name: '  Elena \u202Exe\n Ruiz ' });
    expect(await identityOf(maya.id)).toMatchObject([{ name: 'Elena xe Ruiz' }]);
    const { browserId, clock } = first;
    const second = await chatOf(VISITORS.elena, { browserId, clock });
    await nameVisitor(second.appContext, second.viewer, second.id, 'E. Ruiz');
    expect(await readConversation(store.db, first.id)).toMatchObject({ visitorName: 'E. Ruiz' });
    expect(second.events).toContainEqual(
      expect.objectContaining({
        name: 'entry',
        event: expect.objectContaining({
          identity: { name: 'E. Ruiz', isConfirmed: false, isNewBrowser: false },
        }),
      }),
    );
    await nameVisitor(second.appContext, second.viewer, second.id, ' \u2800 ');
    expect(await identityOf(maya.id)).toMatchObject([{ name: null }]);
    await nameVisitor(second.appContext, second.viewer, second.id, 'x'.repeat(500));
    expect((await identityOf(maya.id))[0]?.name).toHaveLength(80);
  });
});

describe('what is held about a confirmation', () => {
  test('is exported without its secrets, and erased with the address', async () => {
    const elena = await chatOf(VISITORS.elena, { name: 'Elena' });
    await elena.ask();
    await elena.confirm(elena.code());
    const exported = JSON.stringify(await exportVisitor(store.db, VISITORS.elena));
    expect(exported).toContain('addressConfirmedUntil');
    expect(exported).toContain('"name":"Elena"');
    expect(exported).not.toContain(elena.mail.lastToken);
    const [request] = await store.db.select().from(confirmationRequests);
    expect(exported).not.toContain(request?.codeHash);
    expect(exported).not.toContain(request?.tokenHash);

    // The browser survives because it has another conversation.
    const { browserId, clock } = elena;
    await chatOf(VISITORS.noor, { browserId, clock });
    await change(elena.appContext, undefined, async (tx, after) => {
      await eraseVisitor(tx, after, elena.appContext, VISITORS.elena);
    });
    expect(await store.db.select().from(confirmedBrowsers)).toEqual([]);
    expect(await store.db.select().from(confirmationRequests)).toEqual([]);
    expect(await store.db.select({ email: visitors.email }).from(visitors)).toEqual([
      { email: VISITORS.noor },
    ]);
    expect(await store.db.$count(conversations)).toBe(1);
  });

  test('is not kept longer than its link is of use', async () => {
    const elena = await chatOf(VISITORS.elena);
    await elena.ask();
    elena.clock.advance(91 * DAY + 1);
    await forgetConfirmations(store.db, elena.clock);
    expect(await store.db.select().from(confirmationRequests)).toEqual([]);
  });
});
