import { redirect } from 'react-router';
import * as v from 'valibot';
import { handOutOrders } from '../server/order/hand-out-orders.server.ts';
import { readOrderQuery } from '../protocol/order-query.ts';
import { ORDERS_FILE } from '../protocol/write-orders.ts';
import { field } from '../../platform/fields.ts';
import { fileAction } from '../../portal/pages/file-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

/** A GET happens after signing in again on the way here, and when a rejected download is reloaded. */
export const loader = () => redirect('/team/orders');

export const action = fileAction(
  v.object({ show: field(40), q: field(120) }),
  { admit: whoMayOpen('/team/orders') },
  async (form, { host, member, trace }) => {
    const query = readOrderQuery(new URLSearchParams(form));
    const body = await handOutOrders(host, trace, member, query);
    return { name: ORDERS_FILE, type: 'text/csv; charset=utf-8', body };
  },
);
