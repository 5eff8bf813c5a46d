import { asc, eq } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Counted, Erased } from '../../../platform/module.ts';
import { sayCount } from '../../../platform/say-count.ts';
import { leftOutEmails } from '../tables.server.ts';

const isFrom = (email: string) => eq(leftOutEmails.address, email);

export async function countLeftOut(db: Database, email: string): Promise<Counted[]> {
  const number = await db.$count(leftOutEmails, isFrom(email));
  return number > 0 ? [{ noun: 'left-out email', number }] : [];
}

export async function exportLeftOut(db: Database, email: string) {
  const leftOut = await db
    .select({
      subject: leftOutEmails.subject,
      text: leftOutEmails.text,
      reason: leftOutEmails.reason,
      receivedAt: leftOutEmails.receivedAt,
    })
    .from(leftOutEmails)
    .where(isFrom(email))
    .orderBy(asc(leftOutEmails.receivedAt));
  return { leftOutEmails: leftOut };
}

export async function eraseLeftOut(
  tx: Database,
  _after: After,
  _host: unknown,
  email: string,
): Promise<Erased> {
  const gone = await tx
    .delete(leftOutEmails)
    .where(isFrom(email))
    .returning({ id: leftOutEmails.id });
  const number = gone.length;
  const counted = sayCount({ noun: 'left-out email', number });
  return { wasHeld: number > 0, gone: number > 0 ? [counted] : [] };
}

export async function resetLeftOut(tx: Database): Promise<void> {
  await tx.delete(leftOutEmails);
}
