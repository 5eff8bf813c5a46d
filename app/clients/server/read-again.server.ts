import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { readNumber } from '../../orders/protocol/transitions.ts';
import {
  optionField,
  writeTypedAnswers,
  type TypedForm,
} from '../../orders/protocol/order-form.ts';
import { offers, orders } from '../../orders/server/tables.server.ts';
import type { IntakeForm } from '../../orders/intake/intake-form.ts';
import type { Client } from './client-context.server.ts';
import { findOrderOfClient } from './order-access.server.ts';

interface Reordered {
  readonly id: string;
  readonly options: readonly { readonly id: string }[];
  readonly intake: IntakeForm;
}

/**
 * Fills the order form with the choices and answers of an earlier order of this client: package, quantity, options and
 * answers, as far as the service still has them. The coupon is left out (rule 293). An order of somebody else, or of
 * another service, fills in nothing.
 */
export async function readAgain(
  db: Database,
  client: Client,
  typedNumber: string,
  service: Reordered,
): Promise<TypedForm> {
  const access = await findOrderOfClient(db, client, readNumber(typedNumber));
  if (!access) return {};
  const [row] = await db
    .select({ lines: offers.lines, answers: orders.answers, intake: offers.intake })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(eq(orders.id, access.id));
  const line = row?.lines.find(({ serviceId }) => serviceId === service.id);
  if (!row || !line) return {};
  const offered = new Set(service.options.map(({ id }) => id));
  const options = (line.options ?? [])
    .filter(({ id }) => offered.has(id))
    .map(({ id, quantity }) => [optionField(id), String(quantity)] as const);
  // A question that is another one now gets no answer of before.
  const same = service.intake.filter(({ id, type }) =>
    row.intake.some((before) => before.id === id && before.type === type),
  );
  return {
    ...(line.package === undefined ? {} : { package: line.package }),
    quantity: String(line.quantity),
    ...Object.fromEntries(options),
    ...writeTypedAnswers(same, row.answers ?? {}),
  };
}
