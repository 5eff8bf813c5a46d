import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeHost } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { exportOrders } from './list-orders.server.ts';
import type { OrderQuery } from '../../protocol/order-query.ts';
import { writeOrders } from '../../protocol/write-orders.ts';

interface ExportHost extends ChangeHost {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

/**
 * Exports a list of orders as CSV, and records the export in the audit log. Throws {@link RefusedError} 400 for
 * too many rows.
 */
export async function handOutOrders(
  host: ExportHost,
  trace: Trace,
  member: Member,
  query: OrderQuery,
): Promise<string> {
  const shop = { timeZone: host.settings.supportTimezone, now: host.clock.now() };
  const found = await exportOrders(host.db, member, query, shop);
  if (!found) throw new RefusedError(400, 'These are too many for one file. Please filter them.');
  const detail = `${query.show}, ${found.length} rows`;
  await recordAudit(host, trace, 'orders-exported', { detail });
  return writeOrders(found);
}
