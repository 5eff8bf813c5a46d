import { eq } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { conversationHosts } from '../../embed/server/tables.server.ts';
import { useSignature, type SignedIdentity } from '../../embed/server/verify-identity.server.ts';
import { completeAnsweredOf } from '../resolution/complete-conversation.server.ts';
import { assignAgent } from '../assignment/assign-agent.server.ts';
import { refuseBlocked, unlessBlocked } from '../privacy/block-visitor.server.ts';
import { toVisitorName } from './name-visitor.server.ts';
import { publishAssigned } from './publish-entry.server.ts';
import { readConversation } from '../read/read-conversation.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { Topic } from '../../protocol/rules.ts';
import type { ConversationView, ServiceContext } from '../../protocol/views.ts';
import { languageNow, t } from '../../../i18n/translate.ts';
import type { Captcha } from '../../../platform/captcha.server.ts';
import type { RateLimit, RateLimits } from '../../../platform/rate-limit.ts';

export interface StartConversation {
  /** Created by the browser, which makes the request idempotent. */
  readonly id: string;
  /** The id of a known browser, or a function that creates one in the same transaction. */
  readonly browserId: string | ((tx: Database) => Promise<string>);
  readonly email: string;
  readonly name?: string | null | undefined;
  readonly topic: Topic;
  readonly service: ServiceContext | null;
  readonly cameFrom?: StartedElsewhere | undefined;
}

interface Start extends Omit<StartConversation, 'browserId'> {
  readonly browserId: string;
}

export interface StartedElsewhere {
  readonly origin: string;
  readonly section: string | null;
  readonly identity: SignedIdentity | null;
}

/**
 * Starts a conversation, completes the browser's answered ones and assigns an agent, in one transaction.
 * Repeating it with the same id returns the existing conversation. Throws {@link RefusedError} 403 for a
 * blocked browser or address.
 */
export async function startConversation(
  appContext: ChatContext,
  { browserId: browser, ...asked }: StartConversation,
): Promise<ConversationView> {
  await unlessBlocked(appContext, async (tx, after) => {
    const browserId = typeof browser === 'string' ? browser : await browser(tx);
    await startInTransaction(tx, after, appContext, { ...asked, browserId });
  });

  const conversation = await readConversation(appContext.db, asked.id);
  if (!conversation) throw new Error(`Conversation ${asked.id} vanished after its start`);
  return conversation;
}

/**
 * Starts a conversation as a part of the caller's transaction, which must run in `unlessBlocked`. Locks are taken in
 * the order conversation, visitor, assignment. Returns undefined if the conversation exists already.
 */
export async function startInTransaction(
  tx: Database,
  after: After,
  appContext: ChatContext,
  start: Start,
): Promise<{ readonly visitorId: string } | undefined> {
  const [existing] = await tx
    .select({ browserId: conversations.browserId })
    .from(conversations)
    .where(eq(conversations.id, start.id));
  if (existing?.browserId === start.browserId) return undefined;
  // 134 random bits do not collide, so the client sent the id of another browser's conversation.
  if (existing) throw new RefusedError(409, t("This chat can't be started. Start a new one."));

  const now = appContext.clock.now();
  const goingOn = { browserId: start.browserId, conversationId: start.id, at: now };
  await completeAnsweredOf(tx, after, appContext, goingOn);
  const visitor = await keepVisitor(tx, start, now);
  await tx.insert(conversations).values({
    id: start.id,
    visitorId: visitor.id,
    browserId: start.browserId,
    topic: start.topic.name,
    topicId: start.topic.id,
    language: languageNow(),
    visitorName: toVisitorName(start.name),
    serviceSection: start.service?.section,
    serviceSlug: start.service?.slug,
    serviceTitle: start.service?.title,
    startedAt: now,
  });
  if (start.cameFrom) await recordEmbeddingSite(tx, start, start.cameFrom);
  after.happened({
    type: 'conversation.started',
    log: 'written by its statement',
    data: {
      conversationId: start.id,
      topic: start.topic.name,
      service: start.service && { section: start.service.section, slug: start.service.slug },
    },
  });
  const assigned = await assignAgent(tx, {
    conversationId: start.id,
    now,
    isHeld: visitor.isOpen,
  });
  const given = { visitorId: visitor.id, conversationId: null, ...assigned };
  after.hint(() => publishAssigned(appContext, given));
  return { visitorId: visitor.id };
}

async function keepVisitor(
  tx: Database,
  start: Start,
  now: Date,
): Promise<{ readonly id: string; readonly isOpen: boolean }> {
  const [before] = await tx
    .select({ state: visitors.state })
    .from(visitors)
    .where(eq(visitors.email, start.email))
    .for('update');
  const current = {
    topic: start.topic.name,
    conversationId: start.id,
    updatedAt: now,
  };
  const [visitor] = await tx
    .insert(visitors)
    .values({ email: start.email, createdAt: now, ...current })
    .onConflictDoUpdate({ target: visitors.email, set: current })
    .returning({ id: visitors.id });
  if (!visitor) throw new Error('The visitor was neither inserted nor updated');
  // Blocking takes the visitor's lock as well, so the check cannot race with a new block.
  await refuseBlocked(tx, start.browserId, start.email);
  return { id: visitor.id, isOpen: before !== undefined && before.state !== 'resolved' };
}

async function recordEmbeddingSite(
  tx: Database,
  { id, browserId }: Start,
  { origin, section, identity }: StartedElsewhere,
): Promise<void> {
  if (identity) await useSignature(tx, identity, browserId);
  await tx
    .insert(conversationHosts)
    .values({ conversationId: id, origin, section, subject: identity?.subject });
}

/** New chats and direct orders count together. */
export const STARTS_OF_NETWORK: RateLimit = { name: 'chat-start', burst: 20, perMinute: 10 };

/** The limit for all visitors together is far above a shop's busiest minute. */
export const STARTS_OF_EVERYBODY: RateLimit = {
  name: 'chat-start-everybody',
  burst: 300,
  perMinute: 120,
};

export const EVERYBODY = 'everybody';

/**
 * Above {@link STARTS_OF_EVERYBODY} each new chat requires a proof of work, which the widget solves
 * automatically. An attack from many networks becomes expensive, and visitors wait half a second. Throws
 * {@link RefusedError} 429 with the field 'captcha' without a valid proof.
 */
export async function brakeStarts(
  { limits, captcha }: { readonly limits: RateLimits; readonly captcha: Pick<Captcha, 'verify'> },
  answer: string | undefined,
): Promise<void> {
  try {
    await limits.take(STARTS_OF_EVERYBODY, EVERYBODY);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (answer !== undefined && (await captcha.verify(answer))) return;
    throw new RefusedError(error.status, error.message, 'captcha', error.retryAfterSeconds);
  }
}
