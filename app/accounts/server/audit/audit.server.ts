import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  lt,
  or,
  type SQL,
} from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import { addDays } from '../../../platform/day.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { showStored } from '../../../platform/stored-message.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { toSent } from '../../../platform/sent.ts';
import type { ListShape, SortOf } from '../../../platform/lists/list-state.ts';
import {
  countUpTo,
  exportList,
  partPattern,
  readCountedPage,
  type CsvColumns,
  type Keyset,
  type Slice,
} from '../../../platform/lists/read-list.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { startOfDay } from '../../../platform/weekly-hours.ts';
import { AUDIT_LIST, type AuditListState } from '../../protocol/audit-list.ts';
import { accountMessage } from '../../stored-messages.ts';

type ReadContext = Pick<AuditContext, 'db' | 'settings'>;

interface AuditContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

/** Returns one page, with the number of entries on all pages. */
export function listAudit(appContext: ReadContext, state: AuditListState) {
  return readCountedPage(
    KEYSET,
    state,
    (slice) => readRows(appContext, state, slice),
    (limit) => countUpTo(appContext.db, limit, auditLog, isShown(appContext, state)),
  );
}

export type AuditEntry = Awaited<ReturnType<typeof readAuditOf>>[number];

const CELLS: CsvColumns<typeof AUDIT_LIST, AuditEntry> = {
  action: { Action: ({ action }) => action },
  subject: { Subject: ({ subject }) => subject ?? '' },
  person: { Person: ({ actorEmail }) => actorEmail ?? '' },
  detail: { Details: ({ detail }) => detail ?? '' },
  at: { Time: ({ at }) => at },
  request: { Request: ({ requestId }) => requestId },
};

/** Exports the shown columns of the list as CSV. Throws {@link RefusedError} 400 for too many rows. */
export async function exportAudit(
  appContext: AuditContext,
  trace: Trace,
  state: AuditListState,
): Promise<string> {
  const { body, rows } = await exportList(AUDIT_LIST, CELLS, KEYSET, state, (slice) =>
    readRows(appContext, state, slice),
  );
  await recordListExport(appContext, trace, AUDIT_LIST, rows);
  return body;
}

export async function recordListExport(
  appContext: ChangeContext,
  trace: Trace,
  { path }: ListShape,
  rows: number,
): Promise<void> {
  const detail = accountMessage('accounts.list-exported', { path, rows });
  await recordAudit(appContext, trace, 'list-exported', { detail });
}

const KEYSET: Keyset<SortOf<typeof AUDIT_LIST>> = {
  keys: { at: { value: auditLog.at, kind: 'timestamptz' } },
  id: { value: auditLog.id, kind: 'uuid' },
};

async function readRows(
  appContext: ReadContext,
  state: AuditListState,
  { where, orderBy, limit, position }: Slice,
) {
  const rows = await appContext.db
    .select({ ...getTableColumns(auditLog), position })
    .from(auditLog)
    .where(and(isShown(appContext, state), where))
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map(({ position: place, ...row }) => ({ ...toRead(row), position: place }));
}

function isShown({ settings }: ReadContext, { filters }: AuditListState): SQL | undefined {
  const { q, action, from, until } = filters;
  const startOf = (day: string) => new Date(startOfDay(settings.supportTimezone, day));
  const part = partPattern(q);
  return and(
    q === '' ? undefined : or(ilike(auditLog.subject, part), ilike(auditLog.actorEmail, part)),
    action === '' ? undefined : eq(auditLog.action, action),
    from === '' ? undefined : gte(auditLog.at, startOf(from)),
    until === '' ? undefined : lt(auditLog.at, startOf(addDays(until, 1))),
  );
}

export async function readAuditOf(db: Database, subject: string) {
  const rows = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, subject))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(20);
  return rows.map(toRead);
}

/** Shows an entry in the reader's language. */
function toRead({ subjectMessage, detailMessage, ...row }: typeof auditLog.$inferSelect) {
  return toSent({
    ...row,
    subject: showStored(subjectMessage, row.subject),
    detail: showStored(detailMessage, row.detail),
  });
}

export const AUDIT_EXPIRED_AT_ONCE = 1000;

/** Deletes a batch of entries and returns their number. Rows that another process has locked are skipped. */
export async function expireAudit(tx: Database, before: Date): Promise<number> {
  const claimed = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, before))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(AUDIT_EXPIRED_AT_ONCE)
    .for('update', { skipLocked: true });
  if (claimed.length === 0) return 0;
  const ids = claimed.map(({ id }) => id);
  await tx.delete(auditLog).where(inArray(auditLog.id, ids));
  return ids.length;
}

export function countExpiredAudit(db: Database, before: Date): Promise<number> {
  return db.$count(auditLog, lt(auditLog.at, before));
}
