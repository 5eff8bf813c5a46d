import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';

import type { Counted } from '../../../platform/format-count.ts';
import { confirmedBrowsers } from '../email-verification/tables.server.ts';
import { countFilesOf } from '../files/read-files.server.ts';
import { eachVisitorField } from '../../protocol/visitor-fields.ts';
import { exportMarks } from '../contacts/read-person-view.server.ts';
import { conversations, visitorBrowsers, visitors } from '../tables.server.ts';
import { readBlockOf } from './block-visitor.server.ts';
import { exportConversations } from './export-conversations.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import { exportMails } from '../../../platform/email/mails-of-person.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { readAuditOf } from '../../../accounts/server/audit/audit.server.ts';
import { holdingsOf, type PersonalDataContext } from './read-person.server.ts';

/**
 * Exports all chat data of an address in a readable form. Secrets are only listed, so that a download grants
 * no access.
 */
export async function exportVisitor(db: Database, email: string) {
  const [visitor] = await db.select().from(visitors).where(eq(visitors.email, email));
  const theirs = visitor
    ? await db
        .select()
        .from(conversations)
        .where(eq(conversations.visitorId, visitor.id))
        .orderBy(asc(conversations.startedAt), asc(conversations.id))
    : [];
  const [told, browsers, block] = await Promise.all([
    exportConversations(db, theirs),
    visitor ? readBrowsers(db, visitor.id, new Set(theirs.map((one) => one.browserId))) : [],
    readBlockOf(db, email),
  ]);
  return {
    visitor: visitor
      ? {
          email: visitor.email,
          ...eachVisitorField((name) => visitor[name]),
          topic: visitor.topic,
          firstSeen: visitor.createdAt,
          lastChanged: visitor.updatedAt,
          completedAt: visitor.completedAt,
          ...(await exportMarks(db, visitor.id)),
        }
      : null,
    conversations: told,
    browsers: browsers.map(({ blockId, ...browser }) => ({
      ...browser,
      secret: 'It is stored in your browser. We store only a hash.',
      isBlocked: blockId !== null,
    })),
    block: block
      ? { since: block.createdAt, note: block.note, refusedChats: block.attemptCount }
      : null,
  };
}

function readBrowsers(db: Database, visitorId: string, browserIds: ReadonlySet<string>) {
  return db
    .select({
      firstChatAt: visitorBrowsers.createdAt,
      addressConfirmedAt: confirmedBrowsers.confirmedAt,
      addressConfirmedUntil: confirmedBrowsers.expiresAt,
      blockId: visitorBrowsers.blockId,
    })
    .from(visitorBrowsers)
    .leftJoin(
      confirmedBrowsers,
      and(
        eq(confirmedBrowsers.browserId, visitorBrowsers.id),
        eq(confirmedBrowsers.visitorId, visitorId),
      ),
    )
    .where(inArray(visitorBrowsers.id, [...browserIds]))
    .orderBy(asc(visitorBrowsers.createdAt));
}

export async function countAboutVisitor(db: Database, email: string): Promise<Counted[]> {
  const [row] = await db
    .select({
      conversations: sql<string>`count(*)`,
      messages: sql<string>`coalesce(sum(${conversations.lastNumber}), 0)`,
      browsers: sql<string>`count(distinct ${conversations.browserId})`,
    })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(visitors.email, email));
  const fileCount = await countFilesOf(db, email);
  return [
    { noun: 'conversation', number: Number(row?.conversations ?? 0) },
    { noun: 'message', number: Number(row?.messages ?? 0) },
    ...(fileCount > 0 ? [{ noun: 'file' as const, number: fileCount }] : []),
    { noun: 'browser', number: Number(row?.browsers ?? 0) },
  ];
}

export async function readVisitorEmail(
  db: Database,
  visitorId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: visitors.email })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  return row?.email;
}

export async function readVisitorId(db: Database, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.email, email));
  return row?.id;
}

interface ExportContext extends ChangeContext, PersonalDataContext<never> {
  readonly settings: Pick<Settings, 'brandName'>;
}

/** Exports all data of an address and records the export in the audit log. */
export async function exportPerson(
  appContext: ExportContext,
  trace: Trace,
  email: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { db, clock, settings } = appContext;
  const subject = await addressSubject(db, email);
  await recordAudit(appContext, trace, 'visitor-exported', { subject });
  const [held, mails, history] = await Promise.all([
    Promise.all(holdingsOf(appContext).map((holding) => holding.export(db, email))),
    exportMails(db, email),
    readAuditOf(db, subject),
  ]);
  return {
    about: email,
    from: settings.brandName,
    writtenAt: clock.now(),
    ...Object.assign({}, ...held),
    ...mails,
    whatWasDone: history.map(({ at, action, detail }) => ({ at, action, detail })),
  };
}
