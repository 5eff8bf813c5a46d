import { msg, t, type Sentence } from '../../../i18n/translate.ts';
import { sql, and, eq } from 'drizzle-orm';
import { type After, change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { publishIdentity } from '../messages/publish-entry.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { RateLimits } from '../../../platform/rate-limit.ts';
import {
  accessToConversation,
  NO_SUCH_CONVERSATION,
  requireWriting,
  type Viewer,
} from '../access.server.ts';
import { confirmationRequests, confirmedBrowsers } from './tables.server.ts';
import { readConversationOwner } from '../read/read-conversation.server.ts';
import { isConfirmed } from './is-confirmed.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import { takeGuess, useCode, type TypedCode } from '../../../platform/email-code.server.ts';
import { findLink, takeLink } from '../../../platform/one-time-link.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** The validity of a confirmation (rule 168), in hours, so that daylight saving time does not shift it. */
const VALID_HOURS = 90 * 24;

/**
 * Records that this browser has proved access to the inbox of the address. An earlier confirmation is
 * extended.
 */
export async function confirmBrowser(
  tx: Database,
  after: After,
  appContext: Pick<ChatContext, 'db' | 'chat'>,
  browserId: string,
  visitorId: string,
): Promise<void> {
  await tx.execute(sql`
    insert into confirmed_browsers (browser_id, visitor_id, confirmed_at, expires_at)
    select ${browserId}, ${visitorId}, at, at + make_interval(hours => ${VALID_HOURS})
    from (select clock_timestamp() as at offset 0) as moment
    on conflict (browser_id, visitor_id) do update
    set confirmed_at = excluded.confirmed_at, expires_at = excluded.expires_at`);
  after.hint(() => publishIdentity(appContext, browserId, visitorId));
}

/** Ends the confirmation of this browser for an address, because somebody signed it out (rule 292). */
export async function withdrawConfirmation(
  tx: Database,
  after: After,
  appContext: Pick<ChatContext, 'db' | 'chat'>,
  browserId: string,
  email: string,
): Promise<void> {
  const [visitor] = await tx
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.email, email));
  if (!visitor) return;
  await tx
    .delete(confirmedBrowsers)
    .where(
      and(eq(confirmedBrowsers.browserId, browserId), eq(confirmedBrowsers.visitorId, visitor.id)),
    );
  after.hint(() => publishIdentity(appContext, browserId, visitor.id));
}

interface ConfirmByCodeContext extends ChatContext {
  readonly limits: RateLimits;
}

/**
 * Confirms the address for this browser with the code from the newest email. Throws {@link RefusedError}: 404
 * without the conversation, 400 for a wrong code, 410 for an expired code, 429 after too many guesses.
 */
export async function confirmByCode(
  appContext: ConfirmByCodeContext,
  viewer: Viewer & { kind: 'browser' },
  conversationId: string,
  typed: Omit<TypedCode, 'email'>,
): Promise<void> {
  const { clock, db } = appContext;
  const { browserId } = viewer;
  await requireWriting(db, viewer, conversationId);
  const owner = await readConversationOwner(db, conversationId);
  if (!owner) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  const { visitorId, email } = owner;
  // The response to an earlier, correct code may have been lost.
  if (await isConfirmed(db, browserId, visitorId)) return;
  const own = and(
    eq(confirmationRequests.conversationId, conversationId),
    eq(confirmationRequests.browserId, browserId),
  );
  const code = await takeGuess(appContext, confirmationRequests, own, { ...typed, email });
  const refusal = await change(appContext, undefined, async (tx, after) => {
    const why = await useCode(tx, clock, confirmationRequests, own, code);
    if (why === undefined) await confirmBrowser(tx, after, appContext, browserId, visitorId);
    return why;
  });
  if (refusal) throw refusal;
}

export const CONFIRMATION_IS_OVER = msg(
  'This link has been used or has expired. You can request a new one in the chat.',
);

export const ANOTHER_BROWSER = msg(
  'This link works only in the browser where the chat was opened. Open it there, or enter the code from the same email in the chat.',
);

interface Confirmed {
  readonly conversationId: string;
  readonly email: string;
}

export async function whyNotConfirmable(
  db: Database,
  clock: Clock,
  token: string,
  browserId: string | undefined,
): Promise<Sentence | null> {
  const request = await findLink(db, clock, confirmationRequests, token);
  if (!request) return CONFIRMATION_IS_OVER;
  return request.browserId === browserId ? null : ANOTHER_BROWSER;
}

/**
 * Confirms the address, but only in the browser that requested the link: a click in an unrequested email must
 * not confirm a stranger's browser. Throws {@link RefusedError} 403 in another browser, 410 for an expired or
 * used link.
 */
export async function confirmByLink(
  appContext: ChatContext,
  token: string,
  browserId: string | undefined,
): Promise<Confirmed> {
  const { clock, db } = appContext;
  const why = await whyNotConfirmable(db, clock, token, browserId);
  if (why === ANOTHER_BROWSER) throw new RefusedError(403, t(why), 'token');
  if (why !== null || !browserId) throw new RefusedError(410, t(CONFIRMATION_IS_OVER), 'token');
  return change(appContext, undefined, async (tx, after) => {
    const asked = eq(confirmationRequests.browserId, browserId);
    const request = await takeLink(tx, clock, confirmationRequests, token, asked);
    const viewer = { kind: 'browser', browserId } as const;
    // The chat may have moved to another browser since the request, or its browser may be blocked.
    const access = request && (await accessToConversation(tx, viewer, request.conversationId));
    if (!request || access !== 'write') {
      throw new RefusedError(410, t(CONFIRMATION_IS_OVER), 'token');
    }
    const { conversationId } = request;
    const [visitor] = await tx
      .select({ id: visitors.id, email: visitors.email })
      .from(conversations)
      .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
      .where(eq(conversations.id, conversationId));
    if (!visitor) throw new RefusedError(410, t(CONFIRMATION_IS_OVER), 'token');
    await confirmBrowser(tx, after, appContext, browserId, visitor.id);
    return { conversationId, email: visitor.email };
  });
}
