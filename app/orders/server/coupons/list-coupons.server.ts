import { and, eq, getTableColumns, ilike, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { t } from '../../../i18n/translate.ts';
import {
  COUPON_STATUS_NAMES,
  type CouponQuery,
  type CouponSort,
  type CouponStatus,
  type ListedCoupon,
} from '../../protocol/coupons.ts';
import { writeCoupons } from '../../protocol/write-coupons.ts';
import { orderMessage } from '../../stored-messages.ts';
import { couponRedemptions, coupons } from '../tables.server.ts';
import { toCoupon } from './read-coupon.server.ts';

// Nothing in this file checks access: pages and endpoints have done so.

const COUPONS_PER_PAGE = 50;
const EXPORT_AT_MOST = 50_000;

interface CouponContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

type ReadContext = Pick<CouponContext, 'db' | 'clock' | 'settings'>;

interface CouponPage {
  readonly coupons: readonly ListedCoupon[];
  /** Coupons on all pages, and how many there are without a filter. */
  readonly found: number;
  readonly all: number;
  /** The cursor of the next page, or empty on the last one. */
  readonly next: string;
  /** False if the cursor belongs to another list. The page is the first one then. */
  readonly isAfterValid: boolean;
}

/** Returns one page. A cursor, unlike an offset, skips and repeats nothing while coupons are added. */
export async function listCoupons(
  appContext: ReadContext,
  query: CouponQuery,
  perPage = COUPONS_PER_PAGE,
): Promise<CouponPage> {
  const { db } = appContext;
  const found = await readRows(appContext, query, perPage + 1);
  const shown = found.slice(0, perPage);
  const last = shown.at(-1);
  const where = isShown(query, todayOf(appContext));
  return {
    coupons: shown,
    found: await db.$count(coupons, where),
    all: await db.$count(coupons),
    next: found.length > perPage && last ? writeCursor(query.sort, last) : '',
    isAfterValid: query.after === '' || isAfter(query) !== undefined,
  };
}

/**
 * Exports the filtered list as CSV, all pages of it, and records the export in the audit log. Throws
 * {@link RefusedError} 400 for too many rows.
 */
export async function exportCoupons(
  appContext: CouponContext,
  trace: Trace,
  query: CouponQuery,
): Promise<string> {
  const found = await readRows(appContext, { ...query, after: '' }, EXPORT_AT_MOST + 1);
  if (found.length > EXPORT_AT_MOST) {
    throw new RefusedError(
      400,
      t('There are too many coupons for one file. Use a filter to narrow them down.'),
    );
  }
  const detail = orderMessage('orders.coupons-exported', { rows: found.length });
  await recordAudit(appContext, trace, 'coupons-exported', { detail });
  return writeCoupons(found);
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
  query: CouponQuery,
  limit: number,
): Promise<ListedCoupon[]> {
  const today = todayOf(appContext);
  const value = SORT_VALUES[query.sort];
  const direction = query.isDescending ? sql`desc` : sql`asc`;
  const rows = await select(appContext.db)
    .where(and(isShown(query, today), isAfter(query)))
    .orderBy(sql`${value} ${direction}`, sql`${coupons.id} ${direction}`)
    .limit(limit);
  return rows.map((row) => toListed(row, today));
}

const todayOf = ({ clock, settings }: ReadContext) => dayOf(settings.supportTimezone, clock.now());

const countOf = (state: 'reserved' | 'consumed') => sql<number>`(
  select count(*)::int from ${couponRedemptions} r
  where r.coupon_id = "coupons"."id" and r.state = ${sql.raw(`'${state}'`)}
)`;

const RESERVED = countOf('reserved');
const USED = countOf('consumed');

function select(db: Database) {
  return db
    .select({ ...getTableColumns(coupons), reserved: RESERVED, used: USED })
    .from(coupons)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof select>>[number];

/** Coupons without a last day are valid longest. */
const SORT_VALUES: Readonly<Record<CouponSort, SQL>> = {
  created: sql`date_trunc('milliseconds', ${coupons.createdAt})`,
  code: sql`${coupons.code}`,
  until: sql`coalesce(${coupons.validUntil}, '9999-12-31')`,
  reserved: RESERVED,
  used: USED,
};

const CASTS: Readonly<Record<CouponSort, SQL>> = {
  created: sql`timestamptz`,
  code: sql`text`,
  until: sql`text`,
  reserved: sql`int`,
  used: sql`int`,
};

const VALUES: Readonly<Record<CouponSort, (coupon: ListedCoupon) => string>> = {
  created: ({ createdAt }) => createdAt,
  code: ({ code }) => code,
  until: ({ validUntil }) => validUntil ?? '9999-12-31',
  reserved: ({ reserved }) => String(reserved),
  used: ({ used }) => String(used),
};

function writeCursor(sort: CouponSort, coupon: ListedCoupon): string {
  return Buffer.from(`${VALUES[sort](coupon)} ${coupon.id}`).toString('base64url');
}

const CURSOR_VALUES: Readonly<Record<CouponSort, RegExp>> = {
  created: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  code: /^[A-Z0-9-]{4,32}$/,
  until: /^\d{4}-\d\d-\d\d$/,
  reserved: /^\d{1,9}$/,
  used: /^\d{1,9}$/,
};

/** A cursor of another list, or one that somebody made up, begins at the first page. */
function isAfter({ after, sort, isDescending }: CouponQuery): SQL | undefined {
  const [value = '', id = ''] = Buffer.from(after, 'base64url').toString().split(' ');
  if (!CURSOR_VALUES[sort].test(value) || !isUuid(id)) return undefined;
  if (sort === 'created' && Number.isNaN(Date.parse(value))) return undefined;
  const than = isDescending ? sql`<` : sql`>`;
  return sql`(${SORT_VALUES[sort]}, ${coupons.id}) ${than} (${value}::${CASTS[sort]}, ${id}::uuid)`;
}

const isUsedUp = sql`coalesce(${coupons.totalLimit} <= ${RESERVED} + ${USED}, false)`;

function isShown({ show, search }: CouponQuery, today: string): SQL | undefined {
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return and(
    search === '' ? undefined : ilike(coupons.code, part),
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
