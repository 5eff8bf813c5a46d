import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { mailIntake } from '../tables.server.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

type IntakeChannel = (typeof mailIntake.$inferSelect)['way'];

/** Longer than a live process ever takes to renew the lease. */
const LEASE_MS = 60_000;

const isMailbox = eq(mailIntake.way, 'imap');

/** Acquires or renews the mailbox lease. Returns true if this process holds the lease. */
export function takeLease(appContext: ChangeContext, holder: string): Promise<boolean> {
  const now = appContext.clock.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  return change(appContext, undefined, async (tx) => {
    await tx.insert(mailIntake).values({ way: 'imap' }).onConflictDoNothing();
    const taken = await tx
      .update(mailIntake)
      .set({ holder, leasedUntil })
      .where(
        and(
          isMailbox,
          or(
            isNull(mailIntake.holder),
            eq(mailIntake.holder, holder),
            lt(mailIntake.leasedUntil, now),
          ),
        ),
      )
      .returning({ way: mailIntake.way });
    return taken.length > 0;
  });
}

export function giveLeaseBack(appContext: ChangeContext, holder: string): Promise<void> {
  return note(appContext, { holder: null, leasedUntil: null }, eq(mailIntake.holder, holder));
}

export async function readIntake(db: Database, channel: IntakeChannel = 'imap') {
  const [row] = await db.select().from(mailIntake).where(eq(mailIntake.way, channel));
  return row;
}

/** Starts reading a new mailbox at this UID. */
export function beginMailbox(
  appContext: ChangeContext,
  begun: { readonly mailbox: string; readonly lastUid: number; readonly knownBelow: number },
): Promise<void> {
  return note(appContext, { ...begun, currentUid: null, tries: 0 });
}

/** Records the start of processing an email before any work, and returns the number of attempts. */
export async function noteTry(appContext: ChangeContext, uid: number): Promise<number> {
  const tries = sql`case when ${mailIntake.currentUid} = ${uid} then ${mailIntake.tries} + 1 else 1 end`;
  const [row] = await change(appContext, undefined, (tx) =>
    tx
      .update(mailIntake)
      .set({ currentUid: uid, tries })
      .where(isMailbox)
      .returning({ tries: mailIntake.tries }),
  );
  return row?.tries ?? 1;
}

/** Resets the attempts, because the failure was not caused by the email. */
export function forgetTries(appContext: ChangeContext): Promise<void> {
  return note(appContext, { tries: 0 });
}

export function passMail(appContext: ChangeContext, uid: number): Promise<void> {
  return note(
    appContext,
    { lastUid: uid, currentUid: null, tries: 0 },
    lt(mailIntake.lastUid, uid),
  );
}

export async function noteWorked(
  appContext: ChangeContext,
  channel: IntakeChannel,
  hasMail: boolean,
): Promise<void> {
  const now = appContext.clock.now();
  const state = {
    workedAt: now,
    failingSince: null,
    fault: null,
    faultMessage: null,
    ...(hasMail ? { lastMailAt: now } : {}),
  };
  await change(appContext, undefined, (tx) =>
    tx
      .insert(mailIntake)
      .values({ way: channel, ...state })
      .onConflictDoUpdate({ target: mailIntake.way, set: state }),
  );
}

export async function noteFault(
  appContext: ChangeContext,
  faultMessage: StoredMessage,
): Promise<void> {
  const failingSince = appContext.clock.now();
  const firstFailed = sql`coalesce(${mailIntake.failingSince}, excluded.failing_since)`;
  await change(appContext, undefined, (tx) =>
    tx
      .insert(mailIntake)
      .values({ way: 'imap', failingSince, faultMessage })
      .onConflictDoUpdate({
        target: mailIntake.way,
        set: { failingSince: firstFailed, fault: null, faultMessage },
      }),
  );
}

async function note(
  appContext: ChangeContext,
  state: Partial<typeof mailIntake.$inferInsert>,
  where?: SQL,
): Promise<void> {
  await change(appContext, undefined, (tx) =>
    tx.update(mailIntake).set(state).where(and(isMailbox, where)),
  );
}
