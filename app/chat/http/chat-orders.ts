import { readOwnCredit } from '../../orders/server/credit/read-own-credit.server.ts';
import { readOwnOrders } from '../../orders/server/order/read-own-orders.server.ts';
import { visitor } from '../../http/calls.server.ts';

/** Only a browser that has verified the conversation's email address gets orders and credit. */
export const loader = visitor.read(async ({ host, who, id }) => ({
  orders: await readOwnOrders(host, who.browserId, id),
  credit: await readOwnCredit(host.db, who.browserId, id),
}));
