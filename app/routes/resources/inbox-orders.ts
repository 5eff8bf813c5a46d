import { readVisitorOrders } from '../../orders/order/read-visitor-orders.server.ts';
import { teamAboutVisitor } from './calls.server.ts';

export const loader = teamAboutVisitor.read(async ({ host, who, id }) => ({
  orders: await readVisitorOrders(host, who, id),
}));
