import { readVisitorOrders } from '../../orders/order/read-visitor-orders.server.ts';
import { teamAboutVisitor } from './calls.server.ts';

/** What a visitor has ordered, as far as this member may see it: the card of the panel. */
export const loader = teamAboutVisitor.read(async ({ host, who, id }) => ({
  orders: await readVisitorOrders(host, who, id),
}));
