import { writeCsv } from '../../platform/csv.ts';
import { toDecimal } from './money.ts';
import type { ListedOrder } from './order-view.ts';

export const ORDERS_FILE = 'orders.csv';

export function writeOrders(orders: readonly ListedOrder[]): string {
  const head = [
    'Order',
    'State',
    'Services',
    'Amount',
    'Currency',
    'Buyer',
    'Accepted',
    'Due',
    'Late',
    'Tax',
    'Country',
    'Tax number',
  ];
  const rows = orders.map((order) => [
    order.number,
    order.state,
    order.title,
    toDecimal(order.amount, order.currency),
    order.currency,
    order.buyer ?? '',
    order.createdAt,
    order.due ? `${order.due.what} ${order.due.day}` : '',
    order.due?.isLate ? 'yes' : 'no',
    toDecimal(order.taxAmount, order.currency),
    order.buyerCountry ?? '',
    order.taxNumber ?? '',
  ]);
  return writeCsv([head, ...rows]);
}
