import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { mailIntake } from '../tables.server.ts';

type Way = (typeof mailIntake.$inferSelect)['way'];
type IntakeHost = { readonly db: Database; readonly clock: Clock };

/** Longer than a process is silent that lives. */
const LEASE_MS = 60_000;

/** Whether this process reads the mailbox from now on, or goes on with it; for the length of a lease. */
export async function takeLease({ db, clock }: IntakeHost, holder: string): Promise<boolean> {
  const now = clock.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  await db.insert(mailIntake).values({ way: 'imap' }).onConflictDoNothing();
  const taken = await db
    .update(mailIntake)
    .set({ holder, leasedUntil })
    .where(
      and(
        eq(mailIntake.way, 'imap'),
        or(
          isNull(mailIntake.holder),
          eq(mailIntake.holder, holder),
          lt(mailIntake.leasedUntil, now),
        ),
      ),
    )
    .returning({ way: mailIntake.way });
  return taken.length > 0;
}

/** Leaves the mailbox to another process. */
export async function giveLeaseBack({ db }: IntakeHost, holder: string): Promise<void> {
  await db
    .update(mailIntake)
    .set({ holder: null, leasedUntil: null })
    .where(and(eq(mailIntake.way, 'imap'), eq(mailIntake.holder, holder)));
}

export async function readIntake(db: Database, way: Way = 'imap') {
  const [row] = await db.select().from(mailIntake).where(eq(mailIntake.way, way));
  return row;
}

/** Begins a mailbox that was not read before, at this number. */
export async function beginMailbox(
  { db }: IntakeHost,
  begun: { readonly mailbox: string; readonly lastUid: number; readonly knownBelow: number },
): Promise<void> {
  await db
    .update(mailIntake)
    .set({ ...begun, currentUid: null, tries: 0 })
    .where(eq(mailIntake.way, 'imap'));
}

/** Notes that a mail is begun, before anything is done with it; says how often it was. */
export async function noteTry({ db }: IntakeHost, uid: number): Promise<number> {
  const [row] = await db
    .update(mailIntake)
    .set({
      currentUid: uid,
      tries: sql`case when ${mailIntake.currentUid} = ${uid} then ${mailIntake.tries} + 1 else 1 end`,
    })
    .where(eq(mailIntake.way, 'imap'))
    .returning({ tries: mailIntake.tries });
  return row?.tries ?? 1;
}

/** It is no fault of the mail that it could not be taken in. */
export async function forgetTries({ db }: IntakeHost): Promise<void> {
  await db.update(mailIntake).set({ tries: 0 }).where(eq(mailIntake.way, 'imap'));
}

/** A mail is done with: the next one is the next. */
export async function passMail({ db }: IntakeHost, uid: number): Promise<void> {
  await db
    .update(mailIntake)
    .set({ lastUid: uid, currentUid: null, tries: 0 })
    .where(and(eq(mailIntake.way, 'imap'), lt(mailIntake.lastUid, uid)));
}

export async function noteWorked(
  { db, clock }: IntakeHost,
  way: Way,
  hasMail: boolean,
): Promise<void> {
  const now = clock.now();
  const change = {
    workedAt: now,
    failingSince: null,
    fault: null,
    ...(hasMail ? { lastMailAt: now } : {}),
  };
  await db
    .insert(mailIntake)
    .values({ way, ...change })
    .onConflictDoUpdate({ target: mailIntake.way, set: change });
}

export async function noteFault({ db, clock }: IntakeHost, fault: string): Promise<void> {
  const failingSince = clock.now();
  await db
    .insert(mailIntake)
    .values({ way: 'imap', failingSince, fault })
    .onConflictDoUpdate({
      target: mailIntake.way,
      set: {
        failingSince: sql`coalesce(${mailIntake.failingSince}, excluded.failing_since)`,
        fault,
      },
    });
}
