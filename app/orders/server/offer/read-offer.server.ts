import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { offers } from '../tables.server.ts';

export async function readOffer(
  db: Database,
  offerId: string,
): Promise<typeof offers.$inferSelect> {
  const [offer] = await db.select().from(offers).where(eq(offers.id, offerId));
  if (!offer) throw new Error(`Offer ${offerId} is gone`);
  return offer;
}
