import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import { lockTeam, requireAdmin } from '../../accounts/server/members/manage-members.server.ts';
import { endSessions, type MemberSockets } from '../../accounts/server/sessions/sessions.server.ts';
import { authUsers, invitations, profiles } from '../../accounts/server/tables.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { hideUnchangedServices } from '../../catalogue/server/first-services.server.ts';
import type { PublicationContext } from '../../shop/live-catalogue.server.ts';
import { releaseAgent } from '../../chat/server/assignment/change-status.server.ts';
import { lockVisitor } from '../../chat/server/assignment/lock-visitor.server.ts';
import type { ChatContext } from '../../chat/server/chat-context.server.ts';
import { cannedReplies } from '../../chat/server/messages/tables.server.ts';
import {
  holdingsOf,
  type PersonalDataContext,
} from '../../chat/server/privacy/read-person.server.ts';
import { visitors } from '../../chat/server/tables.server.ts';
import { t } from '../../i18n/translate.ts';
import { purgeOrdersOf } from '../../orders/server/purge-orders.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type After, type ChangeContext } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { eraseMails } from '../../platform/email/mails-of-person.server.ts';
import type { Mail } from '../../platform/email/mail.ts';
import { RefusedError } from '../../platform/errors.ts';
import { purgeReviews } from '../../reviews/server/privacy.server.ts';
import { setupMessage } from '../stored-messages.ts';
import {
  hasOwnAdmin,
  isDemoAccount,
  isDemoMember,
  isDemoReply,
  readDemo,
  readRetainedVisitors,
  readUsedServices,
} from './read-demo.server.ts';
import { demoRecords, setupGuide, type DEMO_KINDS } from './tables.server.ts';

/** Locks the removal, so that several processes take turns. */
const REMOVAL_LOCK = 7_304_521;

/** Reviews and canned replies are small, visitors and accounts are not. */
const AT_ONCE: Readonly<Record<(typeof DEMO_KINDS)[number], number>> = {
  visitor: 1,
  review: 50,
  reply: 50,
  account: 1,
};

export type RemovalContext<Context> = ChangeContext &
  ChatContext &
  MemberSockets &
  PublicationContext &
  PersonalDataContext<Context> & { readonly mail: Pick<Mail, 'forget'> };

/**
 * Lets the scheduled job remove the demo data. Harmless when repeated. Throws {@link RefusedError} 409 for a demo
 * account, which cannot remove itself, and if there is nothing to remove.
 */
export async function startRemoval(
  appContext: ChangeContext,
  trace: Trace,
  member: Member,
  { hidesServices }: { readonly hidesServices: boolean },
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${REMOVAL_LOCK})`);
    await requireAdmin(tx, trace);
    if (await isDemoMember(tx, member.id)) {
      throw new RefusedError(
        409,
        t(
          'You are signed in with a demo account, which is removed too. Create your own admin account first.',
        ),
      );
    }
    const demo = await readDemo(tx);
    if (demo.progress) return;
    if (demo.isEmpty && !(hidesServices && demo.services > 0)) {
      throw new RefusedError(409, t('There is no demo data.'));
    }
    const now = appContext.clock.now();
    const started = {
      removalStartedAt: now,
      removalStartedBy: member.id,
      removalTotal: await tx.$count(demoRecords),
      hidesServices,
      demoRemovedAt: null,
    };
    await tx
      .insert(setupGuide)
      .values(started)
      .onConflictDoUpdate({ target: setupGuide.id, set: started });
    after.audit('demo-removal-started', {
      detail: setupMessage('setup.demo-counted', {
        ...demo.counts,
        services: hidesServices ? demo.services : 0,
      }),
    });
  });
}

/**
 * Removes what is left of the demo data, each record or batch in a transaction of its own, so that a process that dies loses
 * nothing: the next round continues. Does nothing while no removal was started.
 */
export async function continueRemoval<Context extends RemovalContext<Context>>(
  appContext: Context,
): Promise<void> {
  let isMore = true;
  // oxlint-disable-next-line no-await-in-loop -- one batch after another
  while (isMore) isMore = await removeBatch(appContext);
}

/** Returns false if nothing is left to do. */
async function removeBatch<Context extends RemovalContext<Context>>(
  appContext: Context,
): Promise<boolean> {
  const { db } = appContext;
  const [guide] = await db.select().from(setupGuide);
  if (!guide?.removalStartedAt || guide.demoRemovedAt) return false;
  const [next] = await db
    .select({ kind: demoRecords.kind })
    .from(demoRecords)
    .orderBy(
      sql`array_position(array['visitor', 'review', 'reply', 'account'], ${demoRecords.kind})`,
      asc(demoRecords.recordId),
    )
    .limit(1);
  const admin = await readAdmin(db, guide.removalStartedBy);
  const trace: Trace = { member: admin, requestId: 'demo-removal' };
  if (!next) {
    const editor = { id: admin?.id ?? null, name: admin?.fullName ?? '', trace };
    await change(appContext, trace, (tx, after) => finish(tx, after, appContext, editor));
    return false;
  }
  const { kind } = next;
  if (kind === 'account') return removeAccount(appContext, trace);
  await change(appContext, trace, (tx, after) => removeRows(tx, after, appContext, kind));
  return true;
}

async function readAdmin(db: Database, id: string | null): Promise<Member | undefined> {
  if (id === null) return undefined;
  const [found] = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      fullName: profiles.fullName,
      role: profiles.role,
    })
    .from(profiles)
    .where(eq(profiles.id, id));
  return found;
}

/** Locks the removal and returns the next records, which another process may have removed meanwhile. */
async function takeRecords(tx: Database, kind: (typeof DEMO_KINDS)[number]) {
  await tx.execute(sql`select pg_advisory_xact_lock(${REMOVAL_LOCK})`);
  return tx
    .select()
    .from(demoRecords)
    .where(eq(demoRecords.kind, kind))
    .orderBy(asc(demoRecords.recordId))
    .limit(AT_ONCE[kind]);
}

async function removeRows<Context extends RemovalContext<Context>>(
  tx: Database,
  after: After,
  appContext: Context,
  kind: 'visitor' | 'review' | 'reply',
): Promise<void> {
  const records = await takeRecords(tx, kind);
  const ids = records.map(({ recordId }) => recordId);
  if (ids.length === 0) return;
  if (kind === 'visitor') {
    const rows = await tx
      .select({ id: visitors.id, email: visitors.email })
      .from(visitors)
      .where(inArray(visitors.id, ids));
    for (const visitor of rows) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
      await removeVisitor(tx, after, appContext, visitor);
    }
  }
  if (kind === 'review') await purgeReviews(tx, after, appContext, ids);
  if (kind === 'reply') {
    await tx.delete(cannedReplies).where(and(inArray(cannedReplies.id, ids), isDemoReply));
  }
  await forgetRecords(tx, kind, ids);
}

/** The record goes last, because it tells which orders belong to the demo. */
async function removeVisitor<Context extends RemovalContext<Context>>(
  tx: Database,
  after: After,
  appContext: Context,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await lockVisitor(tx, email);
  if (!(await readRetainedVisitors(tx)).has(id)) await purgeOrdersOf(tx, email);
  for (const holding of holdingsOf(appContext)) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await holding.erase(tx, after, appContext, email, 'delete');
  }
  await eraseMails(tx, appContext.mail, email);
}

/** The account is suspended first, so that its visitors go to others as when an admin suspends it. */
async function removeAccount<Context extends RemovalContext<Context>>(
  appContext: Context,
  trace: Trace,
): Promise<boolean> {
  const { db, clock } = appContext;
  const [record] = await db
    .select()
    .from(demoRecords)
    .where(eq(demoRecords.kind, 'account'))
    .orderBy(asc(demoRecords.recordId))
    .limit(1);
  if (!record) return true;
  const { recordId: id } = record;
  // Whoever started the removal may have lost the role since.
  if (!(await hasOwnAdmin(db))) return false;
  await releaseAgent(appContext, trace, id, async (tx, after) => {
    await lockTeam(tx);
    const demo = await tx
      .update(profiles)
      .set({ status: 'suspended', updatedAt: clock.now() })
      .where(and(eq(profiles.id, id), isDemoAccount))
      .returning({ id: profiles.id });
    if (demo.length === 0) return false;
    await endSessions(tx, id);
    after.hint(() => appContext.closeMember(id));
    return true;
  });
  await change(appContext, trace, async (tx) => {
    await lockTeam(tx);
    const isDemo = exists(
      tx
        .select({ id: profiles.id })
        .from(profiles)
        .where(and(eq(profiles.id, id), isDemoAccount)),
    );
    if (trace.member) {
      await passOnReplies(tx, id, trace.member.id);
      // Invitations to the colleagues of the shop would be deleted with their demo admin.
      await tx
        .update(invitations)
        .set({ invitedBy: trace.member.id })
        .where(eq(invitations.invitedBy, id));
    }
    await tx.delete(authUsers).where(and(eq(authUsers.id, id), isDemo));
    await forgetRecords(tx, 'account', [id]);
  });
  return true;
}

/** Replies that somebody wrote or changed with a demo account would be deleted with it: they go to the admin. */
async function passOnReplies(tx: Database, from: string, to: string): Promise<void> {
  await tx
    .update(cannedReplies)
    .set({ ownerId: to })
    .where(
      and(
        eq(cannedReplies.ownerId, from),
        sql`not exists (select 1 from ${cannedReplies} own
          where own.owner_id = ${to} and own.shortcut = ${cannedReplies.shortcut})`,
      ),
    );
}

async function forgetRecords(
  tx: Database,
  kind: (typeof DEMO_KINDS)[number],
  ids: readonly string[],
): Promise<void> {
  await tx
    .delete(demoRecords)
    .where(and(eq(demoRecords.kind, kind), inArray(demoRecords.recordId, [...ids])));
}

async function finish(
  tx: Database,
  after: After,
  appContext: PublicationContext,
  editor: Parameters<typeof hideUnchangedServices>[3],
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${REMOVAL_LOCK})`);
  const [guide] = await tx.select().from(setupGuide).for('update');
  if (!guide?.removalStartedAt || guide.demoRemovedAt) return;
  const isUsed = await readUsedServices(tx);
  const hidden = guide.hidesServices
    ? await hideUnchangedServices(tx, after, appContext, editor, isUsed)
    : 0;
  await tx.update(setupGuide).set({ demoRemovedAt: appContext.clock.now() });
  after.audit('demo-removed', {
    detail: setupMessage('setup.demo-removed', { records: guide.removalTotal, services: hidden }),
  });
}
