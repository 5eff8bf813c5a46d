import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { RefusedError } from '../errors.ts';
import { outbox } from '../tables.server.ts';
import type { Trace } from './audit.server.ts';
import { change, type ChangeHost } from './change.server.ts';

const HELD = 'What it goes to is paused. Resume that, and it is sent.';
const GONE = 'It is done, or somebody else gave it up.';

/**
 * Retries a job at once, with all its attempts. Throws {@link RefusedError}: 404 when the job has
 * ended, 409 while it runs, while it is held, or when a job with the same key was queued meanwhile.
 */
export async function sendAgain(host: ChangeHost, trace: Trace, id: string): Promise<void> {
  const now = host.clock.now();
  await change(host, trace, async (tx, after) => {
    const [entry] = await tx.select().from(outbox).where(eq(outbox.id, id)).for('update');
    if (!entry || entry.state === 'done') throw new RefusedError(404, GONE);
    if (entry.state === 'held') throw new RefusedError(409, HELD);
    const [twin] = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          eq(outbox.kind, entry.kind),
          eq(outbox.key, entry.key),
          inArray(outbox.state, ['open', 'held']),
          sql`${outbox.id} <> ${id}`,
        ),
      );
    if (twin) throw new RefusedError(409, 'The same waits already, and will be sent.');
    const [reopened] = await tx
      .update(outbox)
      .set({ state: 'open', attempts: 0, due: now, endedAt: null, lease: null })
      .where(and(eq(outbox.id, id), or(isNull(outbox.lease), lte(outbox.lease, now))))
      .returning({ id: outbox.id });
    if (!reopened) throw new RefusedError(409, 'It is being sent at this moment.');
    after.audit('outbox-sent-again', { subjectId: id, detail: entry.kind });
    after.hint(() => host.afterChange.nudge());
  });
}

export async function giveUp(host: ChangeHost, trace: Trace, id: string): Promise<void> {
  await change(host, trace, async (tx, after) => {
    const [gone] = await tx
      .delete(outbox)
      .where(and(eq(outbox.id, id), sql`${outbox.state} <> 'done'`))
      .returning({ kind: outbox.kind });
    if (!gone) throw new RefusedError(404, GONE);
    after.audit('outbox-given-up', { subjectId: id, detail: gone.kind });
  });
}
