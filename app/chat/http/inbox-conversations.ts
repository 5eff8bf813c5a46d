import { t, msg } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { modelInUse } from '../../assistant/may-draft.server.ts';
import { DRAFT_KINDS } from '../../assistant/protocol/draft.ts';
import { readDraft } from '../../assistant/server/outcome/read-draft.server.ts';
import { dropDraft } from '../../assistant/server/outcome/settle-draft.server.ts';
import { abortDraft } from '../../assistant/server/outcome/running-drafts.ts';
import { refuseTooManyFiles } from '../../files/server/open-files.server.ts';
import { member } from '../../http/guards.server.ts';
import { readNumber } from '../../http/read-request.server.ts';
import { createRouter, json, limit, respond } from '../../http/router.server.ts';
import {
  COUPON_TYPED_LENGTH,
  MAX_LINES,
  NOTE_MAX_LENGTH,
  QUESTIONS_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from '../../orders/protocol/offer.ts';
import { PRICING_LIMITS } from '../../orders/pricing/limits.ts';
import { MILESTONE_COUNT } from '../../orders/protocol/milestone-terms.ts';
import { NO_SUCH_OFFER } from '../../orders/server/offer/answer-offer.server.ts';
import { beginOffer } from '../../orders/server/offer/read-offer.server.ts';
import { makeOffer } from '../../orders/server/offer/make-offer.server.ts';
import { quoteOffer, readLineChoices } from '../../orders/server/offer/quote-offer.server.ts';
import { withdrawOffer } from '../../orders/server/offer/withdraw-offer.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { instant, isUuid, text, uuid } from '../../platform/fields.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { CONVERSATION_ID, MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../protocol/rules.ts';
import { accessToConversation, NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { snoozeVisitor } from '../server/assignment/snooze-visitor.server.ts';
import { markReadByMember } from '../server/messages/mark-read.server.ts';
import { needNoAnswer } from '../server/messages/need-no-answer.server.ts';
import { sendMessage } from '../server/messages/send-message.server.ts';
import { unsendMessage } from '../server/messages/unsend-message.server.ts';
import { writeNote } from '../server/messages/write-note.server.ts';
import { readConversationOwner } from '../server/read/read-conversation.server.ts';
import { readLostConversation } from '../server/read/read-holder.server.ts';
import { readInboxEntry } from '../server/read/read-inbox.server.ts';
import { MESSAGES_PER_PAGE, readMessagesBefore } from '../server/read/read-messages.server.ts';
import {
  reopenConversations,
  resolveVisitor,
} from '../server/resolution/complete-conversation.server.ts';
import { readNews } from './read-news.server.ts';
import { settleQuietly } from './settle-quietly.server.ts';

const MESSAGE_LIMIT = { name: 'agent-message', burst: 60, perMinute: 120 };
const NOTE_LIMIT = { name: 'conversation-note', burst: 60, perMinute: 60 };
const OFFER_LIMIT = { name: 'offer', burst: 20, perMinute: 20 };
/** The form asks after every change. */
const OFFER_QUOTE_LIMIT = { name: 'offer-quote', burst: 120, perMinute: 120 };
const UNSEND_LIMIT = { name: 'inbox-take-back', burst: 30, perMinute: 30 };
const DRAFT_LIMIT = { name: 'draft', burst: 10, perMinute: 6 };
/** The limit covers the whole team, because every suggested reply costs the operator money. */
const DRAFTS_OF_ALL = { name: 'drafts', burst: 60, perMinute: 40 };
/** The browser polls every second while the model writes. */
const DRAFT_POLL_LIMIT = { name: 'draft-look', burst: 120, perMinute: 120 };

/** No visitor has so many open conversations. */
const CONVERSATIONS_AT_MOST = 100;

const SIGNED_IN_AS_ANOTHER = msg(
  'Someone else is now signed in here. Sign in with your own account to send what you wrote.',
);

const MessageNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9));

const MessageBody = v.object({
  clientId: uuid,
  text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
  fileIds: v.optional(v.array(uuid)),
  /** The message is based on this suggested reply. */
  draftId: v.optional(uuid),
  author: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

const CompletedBody = v.object({
  isCompleted: v.boolean(),
  /** These conversations are reopened when resolving is undone. */
  undo: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(CONVERSATION_ID))),
      v.minLength(1),
      v.maxLength(CONVERSATIONS_AT_MOST),
    ),
  ),
});

const OfferLine = v.object({
  title: text(TITLE_MAX_LENGTH),
  path: v.nullable(text(200)),
  quantity: v.number(),
  price: text(40),
  package: v.optional(v.nullable(text(40))),
  options: v.optional(
    v.pipe(
      v.array(v.object({ id: text(100), quantity: v.number() })),
      v.maxLength(PRICING_LIMITS.options),
    ),
  ),
});

const TaxedBuyer = v.object({ country: text(2), taxNumber: text(40) });

const OfferQuoteBody = v.object({
  lines: v.pipe(v.array(OfferLine), v.minLength(1), v.maxLength(MAX_LINES)),
  currency: text(3),
  coupon: v.optional(text(COUPON_TYPED_LENGTH)),
  buyer: v.optional(TaxedBuyer),
});

const MilestonePlan = v.object({
  isAllAtOnce: v.boolean(),
  milestones: v.pipe(
    v.array(v.object({ title: text(TITLE_MAX_LENGTH), amount: text(40), days: v.number() })),
    v.maxLength(MILESTONE_COUNT.most),
  ),
});

const OfferBody = v.object({
  clientId: uuid,
  lines: v.pipe(v.array(OfferLine), v.maxLength(MAX_LINES)),
  currency: text(3),
  deliveryDays: v.number(),
  revisions: v.number(),
  validDay: text(10),
  questions: text(QUESTIONS_MAX_LENGTH),
  note: text(NOTE_MAX_LENGTH),
  coupon: v.optional(text(COUPON_TYPED_LENGTH)),
  plan: v.optional(MilestonePlan),
  buyer: v.optional(TaxedBuyer),
});

export const inboxConversations = createRouter()
  // An address may name a conversation (rule 153). If a colleague has taken its visitor over, the response names the
  // new agent.
  .get('/agentchat/conversations/:id/entry', member(), async (c) => {
    const { appContext, member: who } = c.var;
    const { db } = appContext;
    const id = c.req.param('id');
    const access = await accessToConversation(db, { kind: 'member', member: who }, id);
    const owner = access ? await readConversationOwner(db, id) : undefined;
    const inboxEntry = owner && (await readInboxEntry(db, owner.visitorId, who.id));
    if (inboxEntry) return respond(c, { entry: inboxEntry });
    const lost = await readLostConversation(db, who, id);
    if (!lost) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    return respond(c, { lost });
  })

  // `?after=N` returns newer messages, `&removedAfter=N` those that were unsent since, and `?before=N` the page
  // before.
  .get('/agentchat/conversations/:id/messages', member(), async (c) => {
    const { db } = c.var.appContext;
    const id = c.req.param('id');
    await requireAccess(db, c.var.member, id);
    const before = readNumber(c.req.raw, 'before');
    if (before === 0) return respond(c, await readNews(db, id, c.req.raw));
    const messages = await readMessagesBefore(db, id, before);
    return respond(c, { messages, hasMore: messages.length === MESSAGES_PER_PAGE });
  })
  .post(
    '/agentchat/conversations/:id/messages',
    member(),
    limit(MESSAGE_LIMIT),
    json(MessageBody),
    async (c) => {
      const { appContext, member: who } = c.var;
      const { author, draftId, ...sent } = c.req.valid('json');
      // A message from the browser's outbox may only be sent by its author, even if somebody else is signed in now.
      if ((author ?? who.id) !== who.id) throw new RefusedError(401, t(SIGNED_IN_AS_ANOTHER));
      refuseTooManyFiles(appContext.settings, sent.fileIds);
      const viewer = { kind: 'member', member: who } as const;
      const conversationId = c.req.param('id');
      const message = await sendMessage(appContext, viewer, { conversationId, ...sent });
      // The message is saved, so an error in counting the suggested reply must not fail the request.
      if (draftId) await settleQuietly(appContext, who, draftId, message.text);
      return respond(c, { message });
    },
  )

  .post(
    '/agentchat/conversations/:id/notes',
    member(),
    limit(NOTE_LIMIT),
    json(v.object({ clientId: uuid, text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG) })),
    async (c) => {
      const { appContext, member: who } = c.var;
      const note = { conversationId: c.req.param('id'), ...c.req.valid('json') };
      return respond(c, { note: await writeNote(appContext, who, note) });
    },
  )

  .post(
    '/agentchat/conversations/:id/read',
    member(),
    json(v.object({ number: MessageNumber })),
    async (c) => {
      const { appContext, member: who } = c.var;
      const id = c.req.param('id');
      await requireAccess(appContext.db, who, id);
      await markReadByMember(appContext, who, id, c.req.valid('json').number);
      return respond(c, { ok: true });
    },
  )

  .post(
    '/agentchat/conversations/:id/take-back',
    member(),
    limit(UNSEND_LIMIT),
    json(v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
    async (c) => {
      const { appContext, member: who, trace } = c.var;
      const viewer = { kind: 'member', member: who } as const;
      const { number } = c.req.valid('json');
      return respond(c, {
        message: await unsendMessage(appContext, trace, viewer, c.req.param('id'), number),
      });
    },
  )

  .post('/agentchat/conversations/:id/completed', member(), json(CompletedBody), async (c) => {
    const { appContext, member: who } = c.var;
    const id = c.req.param('id');
    const { isCompleted, undo } = c.req.valid('json');
    if (isCompleted) return respond(c, { completed: await resolveVisitor(appContext, who, id) });
    await reopenConversations(appContext, who, undo ?? [id], { isUndo: undo !== undefined });
    return respond(c, {});
  })

  // Null ends the snooze.
  .post(
    '/agentchat/conversations/:id/snoozed',
    member(),
    json(v.object({ until: v.nullable(instant) })),
    async (c) => {
      const { appContext, member: who } = c.var;
      const { until } = c.req.valid('json');
      await snoozeVisitor(
        appContext,
        who,
        c.req.param('id'),
        until === null ? null : new Date(until),
      );
      return respond(c, { ok: true });
    },
  )

  // 'No answer needed' ends the visitor's wait without a reply. The agent saw the message of this number last.
  .post(
    '/agentchat/conversations/:id/no-answer-needed',
    member(),
    json(v.object({ number: MessageNumber })),
    async (c) => {
      const { appContext, member: who } = c.var;
      await needNoAnswer(appContext, who, c.req.param('id'), c.req.valid('json').number);
      return respond(c, { ok: true });
    },
  )

  // The code is imported here, so that it is loaded only where the feature is turned on.
  .post(
    '/agentchat/conversations/:id/drafts',
    member(),
    limit(DRAFT_LIMIT),
    json(v.object({ kind: v.picklist(DRAFT_KINDS) })),
    async (c) => {
      const { appContext, member: who, trace } = c.var;
      if (!modelInUse(appContext.settings)) {
        throw new RefusedError(404, t('Drafts by a model are turned off.'));
      }
      await appContext.limits.take(DRAFTS_OF_ALL, 'everybody');
      const { beginDraft } = await import('../../assistant/server/draft/begin-draft.server.ts');
      const { kind } = c.req.valid('json');
      return respond(c, {
        draft: await beginDraft(appContext, trace, who, c.req.param('id'), kind),
      });
    },
  )
  .get(
    '/agentchat/conversations/:id/drafts/:draft',
    member(),
    limit(DRAFT_POLL_LIMIT),
    async (c) => {
      const { appContext, member: who } = c.var;
      const { id, draft } = c.req.param();
      return respond(c, { draft: await readDraft(appContext, who, id, draftIdOf(draft)) });
    },
  )
  // A suggested reply that is not wanted is stopped, or counted as dropped.
  .post(
    '/agentchat/conversations/:id/drafts/:draft',
    member(),
    limit(DRAFT_POLL_LIMIT),
    json(v.object({ isWanted: v.literal(false) })),
    async (c) => {
      const draftId = draftIdOf(c.req.param('draft'));
      await dropDraft(c.var.appContext, c.var.member, draftId);
      abortDraft(draftId);
      return respond(c, { ok: true });
    },
  )

  .get('/agentchat/conversations/:id/offers', member(), async (c) =>
    respond(c, { start: await beginOffer(c.var.appContext, c.var.member, c.req.param('id')) }),
  )
  .post(
    '/agentchat/conversations/:id/offers',
    member(),
    limit(OFFER_LIMIT),
    json(OfferBody),
    async (c) => {
      const { appContext, member: who } = c.var;
      return respond(c, {
        offer: await makeOffer(appContext, who, c.req.param('id'), c.req.valid('json')),
      });
    },
  )
  .get(
    '/agentchat/conversations/:id/offers/choices',
    member(),
    limit(OFFER_QUOTE_LIMIT),
    async (c) => {
      const { appContext, member: who } = c.var;
      const path = new URL(c.req.url).searchParams.get('path') ?? '';
      return respond(c, {
        choices: await readLineChoices(appContext, who, c.req.param('id'), path),
      });
    },
  )
  .post(
    '/agentchat/conversations/:id/offers/quote',
    member(),
    limit(OFFER_QUOTE_LIMIT),
    json(OfferQuoteBody),
    async (c) => {
      const { appContext, member: who } = c.var;
      return respond(c, {
        quote: await quoteOffer(appContext, who, c.req.param('id'), c.req.valid('json')),
      });
    },
  )
  .post(
    '/agentchat/conversations/:id/offers/:offer/withdrawn',
    member(),
    json(v.object({})),
    async (c) => {
      const { appContext, member: who, trace } = c.var;
      const { id, offer } = c.req.param();
      if (!isUuid(offer)) throw new RefusedError(404, t(NO_SUCH_OFFER));
      await withdrawOffer(appContext, trace, who, id, offer);
      return respond(c, { ok: true });
    },
  );

async function requireAccess(db: Database, who: Member, id: string): Promise<void> {
  if (await accessToConversation(db, { kind: 'member', member: who }, id)) return;
  throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
}

function draftIdOf(draft: string): string {
  if (!isUuid(draft)) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  return draft;
}
