import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { createSeal, readOrCreateSecret } from '../../../platform/secrets.server.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from './notification-settings.server.ts';

/** The emails to a member that one press in an email program stops. */
const unsubscription = v.object({
  memberId: v.string(),
  from: v.picklist(['digest', 'mentions', 'orders']),
});
type Unsubscription = v.InferOutput<typeof unsubscription>;

const STOPPED = {
  digest: { digest: 'off' },
  mentions: { mailsMentions: false },
  orders: { mailsOrders: false },
} as const;

/** Other tokens are not decrypted. */
const TOKEN = /^[\w-]{40,400}$/;

/**
 * Returns the address for List-Unsubscribe. Its token is encrypted and authenticated, so it cannot be guessed or changed,
 * and it opens nothing else. It works as long as the installation's secret.
 */
export async function unsubscribeAddress(
  db: Database,
  { origin }: { readonly origin: string },
  said: Unsubscription,
): Promise<string> {
  const token = (await openSeal(db)).seal(JSON.stringify(said));
  return `${origin}/notifications/unsubscribe?token=${token}`;
}

/** Does nothing the second time. Returns false for an unknown token. */
export async function unsubscribe(appContext: ChangeContext, token: string): Promise<boolean> {
  const said = await readToken(appContext.db, token);
  if (!said) return false;
  const { memberId, from } = said;
  await change(appContext, undefined, async (tx) => {
    // The member may have been deleted since the email.
    const [member] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, memberId))
      .for('update');
    if (!member) return;
    const chosen = await readNotificationSettings(tx, memberId);
    await saveNotificationSettings(tx, appContext.clock, memberId, {
      ...chosen,
      ...STOPPED[from],
    });
  });
  return true;
}

async function readToken(db: Database, token: string): Promise<Unsubscription | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const seal = await openSeal(db);
  try {
    return v.parse(unsubscription, JSON.parse(seal.open(token)));
  } catch {
    return undefined;
  }
}

async function openSeal(db: Database) {
  return createSeal(await readOrCreateSecret(db, 'unsubscribe'), 'unsubscriptions');
}
