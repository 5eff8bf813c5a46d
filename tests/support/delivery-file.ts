import { randomUUID } from 'node:crypto';
import { files } from '../../app/chat/server/files/tables.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { TestClock } from './database.ts';

interface DeliveryFile {
  readonly orderId: string;
  readonly agentId: string;
  readonly name: string;
  /** A picture by default. */
  readonly type?: string | undefined;
}

/** Adds a stored file that waits for the next delivery, and returns its id. */
export async function addDeliveryFile(
  db: Database,
  { orderId, agentId, name, type = 'image/png' }: DeliveryFile,
): Promise<string> {
  const id = randomUUID();
  const size = type === 'image/png' ? { width: 800, height: 600 } : {};
  const now = new TestClock().now();
  await db.insert(files).values({
    id,
    purpose: 'delivery',
    orderId,
    isAgent: true,
    agentId,
    name,
    declaredSize: 9,
    size: 9,
    type,
    createdAt: now,
    storedAt: now,
    ...size,
  });
  return id;
}
