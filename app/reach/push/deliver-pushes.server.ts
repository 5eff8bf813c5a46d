import { and, eq, isNotNull } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Log } from '../../platform/log.server.ts';
import type { PostResult } from '../../platform/outgoing/post.server.ts';
import { claimPushes, type ClaimedPush } from './claim-pushes.server.ts';
import type { IsInFront } from './decide-pushes.server.ts';
import { toPayload } from './push-payload.ts';
import { explainPush, isGone, type PushSender } from './push-sender.server.ts';
import { PUSH_AFTER_MS, PUSH_RETRY_AFTER_MS } from './rules.ts';
import { pushNotices, pushSubscriptions } from './tables.server.ts';

export interface PushServices {
  readonly clock: Clock;
  readonly log: Log;
  readonly push: PushSender;
  readonly isInFront: IsInFront;
}

/** Sends what is due, a few at a time, until nothing is. */
export async function deliverPushes(db: Database, services: PushServices): Promise<void> {
  for (;;) {
    const { isEmpty, claimed } = await claimPushes(db, services.clock);
    if (isEmpty) return;
    const wasCalledOff = await Promise.all(claimed.map((push) => deliver(db, services, push)));
    if (wasCalledOff.includes(true)) return;
  }
}

/** True when it was called off, because the process ends. */
async function deliver(db: Database, services: PushServices, push: ClaimedPush): Promise<boolean> {
  const { clock, log, isInFront } = services;
  // They came to the dashboard since it was decided; if they leave it unread, it is sent then.
  if (await isInFront(push.profileId)) {
    await giveBack(db, clock, push, PUSH_AFTER_MS);
    return false;
  }
  const payload = toPayload(push.subject, push.showsPreviews);
  const result = await services.push
    .send(push.target, payload)
    .catch((error: unknown): PostResult => {
      log.error({ err: error, subscription: push.subscriptionId }, 'A push could not be made');
      return { error: 'The notification could not be made.' };
    });
  if (!result) {
    await giveBack(db, clock, push, 0);
    return true;
  }
  const problem = explainPush(result);
  if (isGone(result)) {
    await forgetDevice(db, push.subscriptionId);
  } else {
    await settle(db, clock, push, problem, problem === null || isHopeless(result));
    await noteOutcome(db, clock, push.subscriptionId, problem);
  }
  return false;
}

/** Removes a browser that takes no pushes any more. */
export async function forgetDevice(db: Database, subscriptionId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
}

/** Writes at the device how its newest push fared. */
export async function noteOutcome(
  db: Database,
  clock: Clock,
  subscriptionId: string,
  problem: string | null,
): Promise<void> {
  await db
    .update(pushSubscriptions)
    .set(
      problem === null ? { lastSuccessAt: clock.now(), lastError: null } : { lastError: problem },
    )
    .where(eq(pushSubscriptions.id, subscriptionId));
}

/** What the push service says about the request itself does not change with time. */
function isHopeless(result: PostResult): boolean {
  return 'status' in result && result.status < 500 && result.status !== 429;
}

async function settle(
  db: Database,
  clock: Clock,
  push: ClaimedPush,
  problem: string | null,
  isOver: boolean,
): Promise<void> {
  const now = clock.now();
  const wait = isOver ? undefined : PUSH_RETRY_AFTER_MS[push.attempts - 1];
  await db
    .update(pushNotices)
    .set({
      nextAttemptAt: wait === undefined ? null : new Date(now.getTime() + wait),
      ...(problem === null ? { sentAt: now } : {}),
    })
    .where(isStillOurs(push));
}

/** As if it had not been taken. */
async function giveBack(
  db: Database,
  clock: Clock,
  push: ClaimedPush,
  waitMs: number,
): Promise<void> {
  await db
    .update(pushNotices)
    .set({
      attempts: push.attempts - 1,
      nextAttemptAt: new Date(clock.now().getTime() + waitMs),
    })
    .where(isStillOurs(push));
}

function isStillOurs({ noticeId, attempts }: ClaimedPush) {
  return and(
    eq(pushNotices.id, noticeId),
    eq(pushNotices.attempts, attempts),
    isNotNull(pushNotices.nextAttemptAt),
  );
}
