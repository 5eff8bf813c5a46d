import { readOwnCredit } from '../../orders/credit/read-own-credit.server.ts';
import { readOwnOrders } from '../../orders/order/read-own-orders.server.ts';
import { visitor } from './calls.server.ts';

/** 'Your orders' and what may be spent on the next one, for a browser that has proved the conversation's address; nothing for any other. */
export const loader = visitor.read(async ({ host, who, id }) => ({
  orders: await readOwnOrders(host, who.browserId, id),
  credit: await readOwnCredit(host.db, who.browserId, id),
}));
