import { readFirstCatalogue } from '../../app/catalogue/server/first-catalogue.server.ts';
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { Catalogue } from '../../app/shop/catalogue.ts';
import { DEMO_ORDERS, type DemoOrder } from './demo-orders.ts';
import { createOrderContext, loadOrder, PastClock } from './orders.ts';
import { DEMO_SUBSCRIPTIONS, loadSubscription, type DemoSubscription } from './subscriptions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates an order in every state and the subscriptions, at the times of the demo data. The oldest comes first, so that
 * the numbers of orders and invoices follow their days. On the same day a subscription is paid before an order is.
 */
export async function loadDemoOrders(
  db: Database,
  clock: Clock,
  team: Readonly<Record<'maya' | 'ines', string>>,
  demos: readonly (DemoOrder | DemoSubscription)[] = [...DEMO_SUBSCRIPTIONS, ...DEMO_ORDERS],
): Promise<void> {
  // A new installation sells the initial catalogue.
  const catalogue = new Catalogue({ revision: 1, ...readFirstCatalogue() });
  for (const demo of demos.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    const past = new PastClock(clock.now().getTime() - demo.daysAgo * DAY_MS);
    const appContext = createOrderContext(db, past, catalogue);
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await ('becomes' in demo
      ? loadSubscription(appContext, past, demo, team.maya)
      : loadOrder(appContext, past, demo, team));
  }
}
