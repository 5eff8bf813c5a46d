import { readVisitorOrders } from '../../orders/server/order/read-visitor-orders.server.ts';
import { teamAboutVisitor } from '../../http/calls.server.ts';

export const loader = teamAboutVisitor.read(async ({ host, who, id }) => ({
  orders: await readVisitorOrders(host, who, id),
}));
