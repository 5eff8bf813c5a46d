import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataStore } from '@tus/server';
import type { Files } from '../app/files/server/open-files.server.ts';
import { sql } from 'drizzle-orm';
import { resolveVisitor } from '../app/chat/server/resolution/complete-conversation.server.ts';
import { assignAgent } from '../app/chat/server/assignment/assign-agent.server.ts';
import { erasePerson } from '../app/chat/server/privacy/erase-visitor.server.ts';
import { exportPerson } from '../app/chat/server/privacy/export-visitor.server.ts';
import { readPerson } from '../app/chat/server/privacy/read-person.server.ts';
import { readAvailability, readAgents } from '../app/chat/server/read/read-desk.server.ts';
import { readBacklog } from '../app/chat/server/read/read-backlog.server.ts';
import { countViews, readUnread } from '../app/chat/server/read/inbox-counts.server.ts';
import { readInbox } from '../app/chat/server/read/read-inbox.server.ts';
import {
  NEWEST,
  readMessagesAfter,
  readMessagesBefore,
} from '../app/chat/server/read/read-messages.server.ts';
import { VISITOR_LIST } from '../app/chat/protocol/visitor-list.ts';
import { listVisitors } from '../app/chat/server/contacts/list-visitors.server.ts';
import { readBuyerFigures } from '../app/orders/server/order/read-buyer-figures.server.ts';
import { readBoard } from '../app/orders/server/board/read-board.server.ts';
import { readCalendar } from '../app/orders/server/board/read-calendar.server.ts';
import { listInvoices } from '../app/orders/server/invoices/list-invoices.server.ts';
import { listOrders } from '../app/orders/server/order/list-orders.server.ts';
import { readRevenueFacts } from '../app/orders/server/report/read-revenue-report.server.ts';
import { INVOICE_LIST } from '../app/orders/protocol/invoices.ts';
import { ORDER_LIST } from '../app/orders/protocol/order-query.ts';
import { findForTeam } from '../app/portal/pages/find-for-team.server.ts';
import { searchMessages } from '../app/chat/server/read/search-messages.server.ts';
import { readReport } from '../app/chat/server/reports/read-report.server.ts';
import { readPeriod } from '../app/chat/protocol/report-period.ts';
import { rollUp } from '../app/chat/server/reports/roll-up.server.ts';
import type { ChatPublisher } from '../app/chat/protocol/events.ts';
import { openInboundMail } from '../app/inbound-email/server/open-inbound-mail.server.ts';
import { Catalogue } from '../app/shop/catalogue.ts';
import { readFirstCatalogue } from '../app/catalogue/server/first-catalogue.server.ts';
import { readWaiting } from '../app/platform/change/jobs.server.ts';
import { findDueGroups } from '../app/platform/change/claim.server.ts';
import { systemClock } from '../app/platform/clock.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import { createLog } from '../app/platform/log.server.ts';
import { forgetMailboxMails } from '../app/platform/email/mailbox-budget.server.ts';
import { RateLimiter } from '../app/platform/rate-limit.ts';
import { readSettings } from '../app/platform/settings.server.ts';
import { webhookListeners } from '../app/webhooks/server/record-event.server.ts';
import { readReviewPage } from '../app/reviews/server/read-reviews.server.ts';
import { AUDIT_LIST } from '../app/accounts/protocol/audit-list.ts';
import { listAudit } from '../app/accounts/server/audit/audit.server.ts';
import { readListState } from '../app/platform/lists/list-state.ts';
import type { Member } from '../app/accounts/protocol/member.ts';
import { renewPresence } from '../app/accounts/server/members/availability.server.ts';
import { MODULES } from '../server/modules.ts';
import { LONG_THREAD, openConversation } from './populate.ts';

/** Runs in a transaction that is rolled back, so that each measurement finds the same data. */
export type Action = (tx: Database) => Promise<unknown>;

const CATALOGUE = new Catalogue({ revision: 1, ...readFirstCatalogue() });

type Actions = Readonly<Record<string, Action>>;

const AGENT: Member = {
  id: 'agent-1',
  email: 'agent-1@embarka.example',
  fullName: 'Agent 1',
  role: 'agent',
};
const MANAGER: Member = { ...AGENT, role: 'manager' };
const TRACE = { member: undefined, requestId: 'bench' };
const SOMEBODY = 'visitor-77@shop-77.example';

const SILENT: ChatPublisher = {
  messageSaved() {},
  messageRemoved() {},
  mentioned() {},
  conversationChanged() {},
  entryChanged() {},
  visitorUnassigned() {},
  visitorWaits() {},
  noteSaved() {},
  personChanged() {},
  deskChanged() {},
  ordersChanged() {},
  queueChanged() {},
  visitorUnattended() {},
  readByAgent() {},
  seenByAgent() {},
  seenByVisitor() {},
};

const WORK_FOLDER = mkdtempSync(join(tmpdir(), 'embarka-bench-'));
process.once('exit', () => rmSync(WORK_FOLDER, { recursive: true, force: true }));

/** The benchmark measures the database, so there are no files. */
const NO_FILES: Files = {
  store: {
    place: 'nowhere',
    put: () => Promise.resolve(),
    open: () => Promise.resolve(undefined),
    sizeOf: () => Promise.resolve(undefined),
    remove: () => Promise.resolve(),
    async *list() {},
    free: () => Promise.resolve(undefined),
  },
  uploads: {
    dataStore: new DataStore(),
    copy: () => Promise.reject(new Error('There is no upload')),
    remove: () => Promise.resolve(),
  },
  pictures: {
    work: () => Promise.resolve({ refused: 'unreadable' }),
    inTurn: (_, work) => work(),
    close: () => Promise.resolve(),
  },
  scan: undefined,
  workFolder: WORK_FOLDER,
  close: () => Promise.resolve(),
};

function listed(db: Database, query: string) {
  const state = readListState(VISITOR_LIST, new URLSearchParams(query));
  return listVisitors({ db, clock: systemClock }, MANAGER, state, readBuyerFigures);
}

const SHOP = { timeZone: 'America/New_York' };

function listedOrders(db: Database, query: string, member = MANAGER) {
  const state = readListState(ORDER_LIST, new URLSearchParams(query));
  return listOrders(db, member, state, { ...SHOP, now: systemClock.now() });
}

function ordersBy(read: typeof readBoard | typeof readCalendar) {
  const { filters } = readListState(ORDER_LIST, new URLSearchParams());
  return (tx: Database) => read(tx, MANAGER, filters, { ...SHOP, now: systemClock.now() });
}

function revenue(db: Database, days: { readonly from: string; readonly to: string }) {
  const query = { period: days, comparison: 'previous', currency: '' } as const;
  return readRevenueFacts(createTestContext(db), query, 100);
}

function createTestContext(db: Database) {
  return {
    db,
    catalogue: CATALOGUE,
    clock: systemClock,
    log: createLog('silent'),
    afterChange: { nudge() {}, pageChanged() {}, committed() {} },
    listeners: webhookListeners,
    chat: SILENT,
    closeConversations() {},
    isAnybodyIn: () => Promise.resolve(false),
    isInFront: () => Promise.resolve(false),
    mail: {
      isDelivered: false,
      send() {},
      deliver: () => Promise.resolve(),
      forget: () => Promise.resolve(0),
    },
    files: NO_FILES,
    limits: new RateLimiter(systemClock),
    cookieSecret: 'a secret of the bench',
    inboundMail: openInboundMail(createLog('silent'), { handled() {}, mailbox() {} }),
    settings: readSettings({
      RETENTION_CHAT_DAYS: '360',
      RETENTION_REVIEW_EMAIL_DAYS: '30',
      SUPPORT_TIMEZONE: 'America/New_York',
    }),
  };
}

/** The app context for exporting and erasing personal data. */
const createModuleContext = (db: Database) => ({ ...createTestContext(db), modules: MODULES });

function report(tx: Database, query: string) {
  const timeZone = 'America/New_York';
  const period = readPeriod(new URLSearchParams(query), timeZone, systemClock.now());
  return readReport(tx, systemClock, period, { hours: undefined, timeZone });
}

function daysUntilYesterday(count: number) {
  const day = (ago: number) =>
    new Date(Date.now() - ago * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return { from: day(count), to: day(1) };
}

export const ASKED: Actions = {
  'Inbox, first page': (tx) => readInbox(tx, { agentId: AGENT.id, view: 'open' }),
  'Inbox, resolved': (tx) => readInbox(tx, { agentId: AGENT.id, view: 'resolved' }),
  'Inbox of all agents': (tx) => readInbox(tx, { agentId: AGENT.id, scope: 'all', view: 'open' }),
  'the same, longest waiting first': (tx) =>
    readInbox(tx, { agentId: AGENT.id, scope: 'all', view: 'open', order: 'longest-waiting' }),
  'the same, resolved': (tx) =>
    readInbox(tx, { agentId: AGENT.id, scope: 'all', view: 'resolved' }),
  'Counts of an agent’s views': (tx) => countViews(tx, AGENT.id, 'mine'),
  'Counts of everybody’s views': (tx) => countViews(tx, AGENT.id, 'all'),
  'Inbox, part of an address': (tx) => readInbox(tx, { agentId: AGENT.id, search: 'visitor-70@' }),
  'the same, for all agents': (tx) =>
    readInbox(tx, { agentId: AGENT.id, scope: 'all', search: 'visitor-77@' }),
  'a part that all addresses have': (tx) =>
    readInbox(tx, { agentId: AGENT.id, scope: 'all', search: '.example' }),
  'a part that no address has': (tx) =>
    readInbox(tx, { agentId: AGENT.id, scope: 'all', search: 'nobody@' }),
  'List of visitors': (tx) => listed(tx, ''),
  'the same, with orders': (tx) => listed(tx, 'show=ordered'),
  'the same, a part that all addresses have': (tx) => listed(tx, 'q=.example'),
  'Messages, a common word': (tx) => searchMessages(tx, MANAGER, { text: 'files' }),
  'the same, an agent’s own': (tx) => searchMessages(tx, AGENT, { text: 'files' }),
  'a rare word': (tx) => searchMessages(tx, MANAGER, { text: 'zeppelin' }),
  'a word of one week, long ago': (tx) => searchMessages(tx, MANAGER, { text: 'Christmas' }),
  'a word that nobody wrote': (tx) => searchMessages(tx, MANAGER, { text: 'submarine' }),
  'Thread, newest page': (tx) => readMessagesBefore(tx, LONG_THREAD, NEWEST),
  'Thread, catching up': (tx) => readMessagesAfter(tx, LONG_THREAD, 100),
  'Unread of an agent': (tx) => readUnread(tx, AGENT.id),
  'Agents and their load': (tx) => readAgents(tx),
  'Availability of the team': (tx) => readAvailability(tx, systemClock, undefined),
  'Reviews of a service': (tx) =>
    readReviewPage(tx, [{ section: 'graphics', slug: 'book-design' }], {
      sort: 'newest',
      stars: undefined,
      purchases: false,
      page: 1,
    }),
  'Report, today': (tx) => report(tx, 'period=today'),
  'Report, 30 days': (tx) => report(tx, 'period=30'),
  'Report, a year': (tx) => report(tx, new URLSearchParams(daysUntilYesterday(364)).toString()),
  'Orders, first page': (tx) => listedOrders(tx, ''),
  'all orders': (tx) => listedOrders(tx, 'show=all'),
  'those of an agent': (tx) => listedOrders(tx, 'show=all', AGENT),
  'the same, by amount': (tx) => listedOrders(tx, 'show=all&sort=-amount'),
  'the same, a part of an address': (tx) => listedOrders(tx, 'show=all&q=visitor-77'),
  'Board of orders': ordersBy(readBoard),
  'Calendar of orders': ordersBy(readCalendar),
  Invoices: (tx) =>
    listInvoices(createTestContext(tx), readListState(INVOICE_LIST, new URLSearchParams())),
  'Command palette': (tx) => findForTeam(createTestContext(tx), MANAGER, 'visitor-77'),
  'Revenue, 30 days': (tx) => revenue(tx, daysUntilYesterday(30)),
  'Revenue, a year': (tx) => revenue(tx, daysUntilYesterday(364)),
  'Audit log': (tx) =>
    listAudit(
      { db: tx, settings: { supportTimezone: 'UTC' } },
      readListState(AUDIT_LIST, new URLSearchParams()),
    ),
  'Stored data of a visitor': (tx) => readPerson(createModuleContext(tx), SOMEBODY),
  'Export of a visitor’s data': (tx) => exportPerson(createModuleContext(tx), TRACE, SOMEBODY),
  'Erasure of a visitor’s data': (tx) =>
    erasePerson(createModuleContext(tx), TRACE, SOMEBODY, 'delete'),
  'Assignment of a visitor': async (tx) => {
    await tx.execute(sql`
      update visitors set agent_id = null
      where id = (select visitor_id from conversations where id = ${openConversation(1)})`);
    await assignAgent(tx, { conversationId: openConversation(1), now: new Date() });
  },
  'Completing a conversation': (tx) =>
    resolveVisitor(createTestContext(tx), AGENT, openConversation(10)),
};

/** Aggregates some days for reports, as the scheduled job does; returns their number. */
export function countReportDays(db: Database): Promise<number> {
  return rollUp(createTestContext(db));
}

/** Background actions: scheduled jobs of all modules, expiry, and metrics. */
export function scheduledJobsOn(): Actions {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const scheduledJobs = MODULES.flatMap(
    (featureModule) => featureModule.scheduledJobs?.(createTestContext({} as Database)) ?? [],
  ).map(({ name }): [string, Action] => [
    name,
    (tx) => {
      const all = MODULES.flatMap(
        (featureModule) => featureModule.scheduledJobs?.(createTestContext(tx)) ?? [],
      );
      return all.find((chore) => chore.name === name)?.run() ?? Promise.resolve();
    },
  ]);
  const expiries = MODULES.flatMap((featureModule) => featureModule.expiries ?? []).map(
    (expiry): [string, Action] => [
      expiry.name,
      (tx) => {
        const appContext = createTestContext(tx);
        const days = expiry.days(appContext.settings) ?? 0;
        return expiry.expire(tx, new Date(Date.now() - days * DAY_MS), appContext);
      },
    ],
  );
  const asked: Actions = {
    'job queue: due jobs': (tx) =>
      findDueGroups(tx, systemClock.now(), { kinds: ['mail', 'push', 'webhook'], except: [] }),
    'counted mails': (tx) => forgetMailboxMails(tx, systemClock),
    presence: (tx) => renewPresence(tx, [AGENT.id]),
    'metrics: backlog': (tx) => readBacklog(tx),
    'metrics: job queue': (tx) => readWaiting(tx, systemClock),
  };
  return { ...Object.fromEntries([...scheduledJobs, ...expiries]), ...asked };
}
