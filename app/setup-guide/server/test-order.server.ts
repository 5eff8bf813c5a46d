import { requireAdmin } from '../../accounts/server/members/manage-members.server.ts';
import { readUnchangedServices } from '../../catalogue/server/first-services.server.ts';
import { removeTestOrder } from '../../orders/server/test-order/test-order.server.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Catalogue } from '../../shop/catalogue.ts';
import type { Service } from '../../shop/service.ts';
import { setupGuide } from './tables.server.ts';

/** The services that a test order may be of: own ones first, the cheapest first. */
export async function readTestedServices({
  db,
  catalogue,
}: {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'services'>;
}): Promise<Service[]> {
  const examples = new Set((await readUnchangedServices(db)).map(({ id }) => id));
  const rankOf = ({ id }: Service) => (examples.has(id) ? 1 : 0);
  return catalogue.services.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || one.price.amount - other.price.amount,
  );
}

/** Removes the test order. The step stays ticked, because the shop has had its test order. Harmless when repeated. */
export async function endTestOrder(appContext: ChangeContext, trace: Trace): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    await requireAdmin(tx, trace);
    if (!(await removeTestOrder(tx, after))) return;
    const set = { orderTestedAt: appContext.clock.now() };
    await tx.insert(setupGuide).values(set).onConflictDoUpdate({ target: setupGuide.id, set });
  });
}
