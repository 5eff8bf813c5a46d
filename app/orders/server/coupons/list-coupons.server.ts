import { and, eq, getTableColumns, ilike, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isUuid } from '../../../platform/fields.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import type { SortOf } from '../../../platform/lists/list-state.ts';
import {
  countUpTo,
  exportList,
  isCursorOf,
  partPattern,
  readCountedPage,
  type CsvColumns,
  type Keyset,
  type Slice,
} from '../../../platform/lists/read-list.server.ts';
import type { CouponMoney } from '../../pricing/coupon-rules.ts';
import { toDecimal } from '../../protocol/money.ts';
import {
  COUPON_LIST,
  COUPON_STATUS_NAMES,
  type CouponState,
  type CouponStatus,
  type ListedCoupon,
} from '../../protocol/coupons.ts';
import { orderMessage } from '../../stored-messages.ts';
import { couponRedemptions, coupons } from '../tables.server.ts';
import { toCoupon } from './read-coupon.server.ts';

// Nothing in this file checks access: pages and endpoints have done so.

interface CouponContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

type ReadContext = Pick<CouponContext, 'db' | 'clock' | 'settings'>;

/** Returns one page, with the number of coupons on all pages. */
export function listCoupons(appContext: ReadContext, state: CouponState, perPage?: number) {
  return readCountedPage(
    KEYSET,
    state,
    (slice) => readRows(appContext, state, slice),
    (limit) => countUpTo(appContext.db, limit, coupons, isShown(state, todayOf(appContext))),
    perPage,
  );
}

export const isCouponCursor = (cursor: string) => isCursorOf(KEYSET, 'created', cursor);

const CELLS: CsvColumns<typeof COUPON_LIST, ListedCoupon> = {
  code: { Code: ({ code }) => code, Status: ({ status }) => status },
  discount: {
    Percentage: ({ discount }) =>
      discount.kind === 'amount' ? '' : String(discount.percentage / 1000),
    Amount: ({ discount }) => (discount.kind === 'amount' ? decimalOf(discount) : ''),
    Currency: ({ discount, minimum }) =>
      discount.kind === 'amount' ? discount.currency : (minimum?.currency ?? ''),
    Minimum: ({ minimum }) => (minimum ? decimalOf(minimum) : ''),
    Scope: ({ scope }) => scope,
    'Sections or services': ({ scopeIds }) => scopeIds.join(' '),
    'First orders only': ({ isFirstOrderOnly }) => (isFirstOrderOnly ? 'yes' : 'no'),
    Periods: ({ periods }) => periods,
  },
  until: {
    'Valid from': ({ validFrom }) => validFrom ?? '',
    'Valid until': ({ validUntil }) => validUntil ?? '',
  },
  reserved: { Reserved: ({ reserved }) => String(reserved) },
  used: { Used: ({ used }) => String(used) },
  limit: {
    'Total limit': ({ totalLimit }) => String(totalLimit ?? ''),
    'Limit per address': ({ addressLimit }) => String(addressLimit ?? ''),
  },
  created: { Created: ({ createdAt }) => createdAt },
};

function decimalOf({ amount, currency }: CouponMoney): string {
  return isCurrency(currency) ? toDecimal(amount, currency) : String(amount);
}

/**
 * Exports the shown columns of the list as CSV, and records the export in the audit log. Throws {@link RefusedError} 400
 * for too many rows.
 */
export async function exportCoupons(
  appContext: CouponContext,
  trace: Trace,
  state: CouponState,
): Promise<string> {
  const { body, rows } = await exportList(COUPON_LIST, CELLS, KEYSET, state, (slice) =>
    readRows(appContext, state, slice),
  );
  const detail = orderMessage('orders.coupons-exported', { rows });
  await recordAudit(appContext, trace, 'coupons-exported', { detail });
  return body;
}

export async function findCoupon(
  appContext: ReadContext,
  id: string,
): Promise<ListedCoupon | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await select(appContext.db).where(eq(coupons.id, id));
  return row && toListed(row, todayOf(appContext));
}

async function readRows(
  appContext: ReadContext,
  state: CouponState,
  { where, orderBy, limit, position }: Slice,
) {
  const today = todayOf(appContext);
  const rows = await select(appContext.db, position)
    .where(and(isShown(state, today), where))
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map((row) => ({ ...toListed(row, today), position: row.position }));
}

const todayOf = ({ clock, settings }: ReadContext) => dayOf(settings.supportTimezone, clock.now());

const countOf = (state: 'reserved' | 'consumed') => sql<number>`(
  select count(*)::int from ${couponRedemptions} r
  where r.coupon_id = "coupons"."id" and r.state = ${sql.raw(`'${state}'`)}
)`;

const RESERVED = countOf('reserved');
const USED = countOf('consumed');

function select(db: Database, position: SQL<string> = sql<string>`''`) {
  return db
    .select({ ...getTableColumns(coupons), reserved: RESERVED, used: USED, position })
    .from(coupons)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof select>>[number];

const KEYSET: Keyset<SortOf<typeof COUPON_LIST>> = {
  keys: {
    created: { value: coupons.createdAt, kind: 'timestamptz' },
    code: { value: coupons.code, kind: 'text' },
    // Coupons without a last day are valid longest.
    until: { value: sql`coalesce(${coupons.validUntil}, '9999-12-31')`, kind: 'text' },
    reserved: { value: RESERVED, kind: 'int' },
    used: { value: USED, kind: 'int' },
  },
  id: { value: coupons.id, kind: 'uuid' },
};

const isUsedUp = sql`coalesce(${coupons.totalLimit} <= ${RESERVED} + ${USED}, false)`;

function isShown({ filters }: CouponState, today: string): SQL | undefined {
  const { q, show } = filters;
  return and(
    q === '' ? undefined : ilike(coupons.code, partPattern(q)),
    show === 'all' ? undefined : hasStatus(show, today),
  );
}

/** Each status excludes those before it in the table of statuses. */
function hasStatus(status: CouponStatus, today: string): SQL | undefined {
  const is: Readonly<Record<Exclude<CouponStatus, 'active'>, SQL>> = {
    ended: isNotNull(coupons.endedAt),
    expired: sql`coalesce(${coupons.validUntil} < ${today}, false)`,
    'used-up': isUsedUp,
    scheduled: sql`coalesce(${coupons.validFrom} > ${today}, false)`,
  };
  const before = COUPON_STATUS_NAMES.slice(0, COUPON_STATUS_NAMES.indexOf(status));
  return and(
    ...before.map((each) => (each === 'active' ? undefined : sql`not (${is[each]})`)),
    status === 'active' ? isNull(coupons.endedAt) : is[status],
  );
}

function statusOf(row: Row, today: string): CouponStatus {
  if (row.endedAt) return 'ended';
  if (row.validUntil !== null && row.validUntil < today) return 'expired';
  if (row.totalLimit !== null && row.totalLimit <= row.reserved + row.used) return 'used-up';
  return row.validFrom !== null && row.validFrom > today ? 'scheduled' : 'active';
}

function toListed(row: Row, today: string): ListedCoupon {
  const { discount, minimum, code, validFrom, validUntil, totalLimit, addressLimit } =
    toCoupon(row);
  return {
    id: row.id,
    code,
    status: statusOf(row, today),
    discount,
    minimum,
    scope: row.scope,
    scopeIds: row.scopeIds,
    validFrom,
    validUntil,
    totalLimit,
    addressLimit,
    isFirstOrderOnly: row.isFirstOrderOnly,
    periods: row.periods,
    reserved: row.reserved,
    used: row.used,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
