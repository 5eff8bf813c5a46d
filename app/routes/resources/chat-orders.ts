import { readOwnOrders } from '../../orders/order/read-own-orders.server.ts';
import { visitor } from './calls.server.ts';

/** 'Your orders', for a browser that has proved the conversation's address; nothing for any other. */
export const loader = visitor.read(async ({ host, who, id }) => ({
  orders: await readOwnOrders(host, who.browserId, id),
}));
