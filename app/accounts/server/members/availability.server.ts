import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { profiles } from '../tables.server.ts';

export async function setAcceptsChats(
  tx: Database,
  memberId: string,
  acceptsChats: boolean,
): Promise<void> {
  await tx.update(profiles).set({ acceptsChats }).where(eq(profiles.id, memberId));
}

export async function readAcceptsChats(db: Database, memberId: string): Promise<boolean> {
  const [row] = await db
    .select({ acceptsChats: profiles.acceptsChats })
    .from(profiles)
    .where(eq(profiles.id, memberId));
  return row?.acceptsChats ?? false;
}
