import * as v from 'valibot';
import { hostContext } from '../../host.ts';
import { exportOrders } from '../../orders/order/list-orders.server.ts';
import { readOrderQuery } from '../../orders/order/order-query.ts';
import { ORDERS_FILE, writeOrders } from '../../orders/order/write-orders.ts';
import { recordAudit } from '../../platform/change/audit.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field } from '../../platform/fields.ts';
import { readForm } from '../../platform/read-form.ts';
import { requirePlace } from '../resources/member.server.ts';
import { redirect } from 'react-router';
import type { Route } from './+types/order-export.ts';
import { sayRefusal, traceOf } from './form-answer.server.ts';

const exportForm = v.object({ show: field(40), q: field(120) });

/** Who signed in anew on the way here, or reloads what was refused, asks with GET. */
export const loader = () => redirect('/team/orders');

/** The orders of a list as CSV. A POST, because it is written down who took it. */
export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePlace(context, request, '/team/orders');
  const { db, clock, settings } = context.get(hostContext);
  try {
    const form = await readForm(request, exportForm);
    const query = readOrderQuery(new URLSearchParams(form));
    const shop = { timeZone: settings.supportTimezone, now: clock.now() };
    const found = await exportOrders(db, member, query, shop);
    if (!found) throw new RefusedError(400, 'These are too many for one file. Please filter them.');
    const detail = `${query.show}, ${found.length} rows`;
    await recordAudit(db, clock, traceOf(context, member), { action: 'orders-exported', detail });
    return new Response(writeOrders(found), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${ORDERS_FILE}"`,
      },
    });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return sayRefusal(error);
  }
}
