import * as v from 'valibot';
import { anyone, browser, signed, visitor, type VisitorViewer } from '../../http/guards.server.ts';
import { ONE_CLICK, oneClick, UNKNOWN_LINK } from '../../http/one-click.server.ts';
import { confirmSignedIn } from '../../clients/server/sessions/confirm-signed-in.server.ts';
import { bytes, createRouter, form, json, limit, respond } from '../../http/router.server.ts';
import { answerOffer, NO_SUCH_OFFER } from '../../orders/server/offer/answer-offer.server.ts';
import { readOwnCredit } from '../../orders/server/credit/credit.server.ts';
import {
  findOwnOrderPath,
  readOwnOrders,
} from '../../orders/server/order/read-visitor-orders.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { EMAIL_MAX_LENGTH, normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { isUuid, text, uuid } from '../../platform/fields.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { languageNow, msg, t } from '../../i18n/translate.ts';
import { chatWordsOf, findChosenTopic } from '../../routing/chat-words.server.ts';
import { readArrival } from '../embed/server/read-arrival.server.ts';
import { checkChatEmail, EMAIL_MESSAGES } from '../protocol/chat-email.ts';
import { ORIGIN_MAX_LENGTH, SIGNATURE_MAX_LENGTH } from '../protocol/elsewhere.ts';
import {
  CONVERSATION_ID,
  RATING_COMMENT_MAX_LENGTH,
  RATING_COMMENT_TOO_LONG,
  TOPIC_MAX_LENGTH,
  VISITOR_NAME_MAX_LENGTH,
  VISITOR_NAME_TOO_LONG,
  MESSAGE_LIMIT,
  MESSAGE_MAX_LENGTH,
  MESSAGE_TOO_LONG,
} from '../protocol/rules.ts';
import { forVisitor } from '../protocol/views.ts';
import { NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { askConfirmation } from '../server/email-verification/ask-confirmation.server.ts';
import { confirmByCode } from '../server/email-verification/confirm-address.server.ts';
import { requestLink } from '../server/email/resume-conversation.server.ts';
import { findStopPage, stopMails } from '../server/email/schedule-mail.server.ts';
import {
  brakeStarts,
  STARTS_OF_NETWORK,
  startConversation,
} from '../server/messages/start-conversation.server.ts';
import { markReadByVisitor } from '../server/messages/mark-read.server.ts';
import { nameVisitor } from '../server/messages/name-visitor.server.ts';
import { unsendMessage } from '../server/messages/unsend-message.server.ts';
import {
  findBrowser,
  forgetFrame,
  rememberBrowser,
  visitorCookies,
  type NewBrowser,
} from '../server/messages/visitor-browser.server.ts';
import {
  readBrowserConversations,
  readConversation,
} from '../server/read/read-conversation.server.ts';
import { rateConversation } from '../server/resolution/rate-conversation.server.ts';
import { readNews } from './read-news.server.ts';
import { sendMessage } from '../server/messages/send-message.server.ts';
import { refuseTooManyFiles } from '../../files/server/open-files.server.ts';
import type { AppContext } from '../../app-context.ts';
import { checkJson } from '../../http/read-request.server.ts';

/** Every page with a chat button requests this. A delay of a few seconds is acceptable. */
export const AVAILABILITY_CACHING = { 'Cache-Control': 'max-age=10' };

const CODE_LIMIT = { name: 'confirmation-code', burst: 10, perMinute: 1 };
/** The emails go to unverified addresses, so each network may request only a few. */
const CONFIRMATION_LIMIT = { name: 'confirmation', burst: 4, perMinute: 0.1 };
const LINK_LIMIT = { name: 'chat-link', burst: 4, perMinute: 0.1 };
const NAME_LIMIT = { name: 'chat-name', burst: 10, perMinute: 5 };
const RATING_LIMIT = { name: 'chat-rating', burst: 10, perMinute: 5 };
const UNSEND_LIMIT = { name: 'chat-take-back', burst: 30, perMinute: 30 };
const OFFER_LIMIT = { name: 'offer-answer', burst: 20, perMinute: 20 };

const NO_SUCH_TOPIC = msg('The field ‘topic’ is missing or invalid.');

const Nothing = v.object({});
const MessageNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9));

const Arrival = v.object({
  host: text(ORIGIN_MAX_LENGTH),
  section: v.optional(text(64)),
  identity: v.optional(v.pipe(v.string(), v.maxLength(SIGNATURE_MAX_LENGTH))),
  keepsNothing: v.optional(v.boolean()),
});

const ChatStart = v.object({
  id: v.pipe(v.string(), v.regex(CONVERSATION_ID)),
  email: text(EMAIL_MAX_LENGTH, () => t(EMAIL_MESSAGES.invalid)),
  name: v.optional(v.nullable(text(VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG))),
  /** Pages that were loaded before topics had ids send the topic's name. */
  topic: text(TOPIC_MAX_LENGTH),
  service: v.nullable(v.object({ section: text(64), slug: text(128) })),
  /** Only the embedded chat sends this. */
  elsewhere: v.optional(Arrival),
  /** The server asks for a proof of work when a request without it was rejected. */
  captcha: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});

const NewMessage = v.object({
  clientId: uuid,
  text: text(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
  fileIds: v.optional(v.array(uuid)),
});

export const visitorChat = createRouter()
  .get('/chat/availability', anyone(), async (c) =>
    respond(c, await c.var.appContext.availability.read(), AVAILABILITY_CACHING),
  )

  // Another person uses the embedding site now, so the cookie that opens the previous person's chat is deleted. The
  // chat itself stays, and its owner can continue it from the emails.
  .post('/widget/leave', anyone(), json(Nothing), (c) =>
    respond(c, { left: true }, { 'Set-Cookie': forgetFrame() }),
  )

  .get('/chat/conversations', anyone(), async (c) => {
    const { db, catalogue } = c.var.appContext;
    const words = chatWordsOf(catalogue.words, languageNow());
    const browserId = await findBrowser(c.var.appContext, visitorCookies(c.req.raw.headers));
    const conversations = browserId ? await readBrowserConversations(db, browserId) : [];
    return respond(c, { conversations, words });
  })

  // A new browser gets a secret.
  .post('/chat/conversations', anyone(), json(ChatStart), async (c) => {
    const { appContext, info } = c.var;
    const { clock, captcha, limits, settings } = appContext;
    const start = c.req.valid('json');
    const { elsewhere } = start;
    // An identity that the embedding site has signed replaces the email address, because the site knows its
    // customers.
    const problem = elsewhere?.identity ? null : checkChatEmail(start.email);
    if (problem) throw new RefusedError(400, problem, 'email');
    const topic = findChosenTopic(appContext.catalogue.words, start.topic);
    if (!topic) throw new RefusedError(400, t(NO_SUCH_TOPIC), 'topic');
    await limits.take(STARTS_OF_NETWORK, addressBlock(info.address));
    await brakeStarts({ limits, captcha }, start.captcha);
    const cameFrom = elsewhere && (await readArrival(appContext, elsewhere));
    const known = await findBrowser(appContext, visitorCookies(c.req.raw.headers));
    let made: NewBrowser | undefined;
    const makeBrowser = async (tx: Database) => {
      made = await rememberBrowser(tx, clock, settings.origin, !!cameFrom);
      return made.browserId;
    };
    const service =
      start.service && appContext.catalogue.findService(start.service.section, start.service.slug);
    const conversation = await startConversation(appContext, {
      id: start.id,
      browserId: known ?? makeBrowser,
      email: cameFrom?.identity?.email ?? normalizeEmail(start.email),
      name: start.name ?? cameFrom?.identity?.name,
      cameFrom,
      topic: { id: topic.id, name: topic.name },
      service: service
        ? { section: service.section, slug: service.slug, title: service.title }
        : null,
    });
    await confirmSignedIn(appContext, c.req.header('Cookie') ?? null, conversation.id);
    // The secret is returned to scripts only when no cookie is set. The frame keeps the secret in memory until its
    // page is left.
    if (made && elsewhere?.keepsNothing) return respond(c, { conversation, secret: made.secret });
    return respond(c, { conversation }, made ? { 'Set-Cookie': made.setCookie } : {});
  })

  // The widget requests this to restore a conversation and after a reconnect.
  .get('/chat/conversations/:id', visitor(), async (c) => {
    const conversation = await readConversation(c.var.appContext.db, c.req.param('id'));
    if (!conversation) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    return respond(c, { conversation });
  })

  // `?after=N` returns newer messages, and `&removedAfter=N` returns those that were unsent since.
  .get('/chat/conversations/:id/messages', visitor(), async (c) => {
    const { messages, removed, hasMore } = await readNews(
      c.var.appContext.db,
      c.req.param('id'),
      c.req.raw,
    );
    return respond(c, {
      messages: messages.map(forVisitor),
      removed: removed.map(forVisitor),
      hasMore,
    });
  })

  // Most messages come in through `server/message-handler.ts`, which applies the same checks.
  .post('/chat/conversations/:id/messages', browser(), bytes(), async (c) => {
    const { appContext, viewer, body } = c.var;
    return respond(
      c,
      await postMessage(appContext, viewer, c.req.param('id'), new TextDecoder().decode(body)),
    );
  })

  // The code from the email verifies the chat's email address for this browser.
  .post(
    '/chat/conversations/:id/code',
    visitor(),
    json(v.object({ code: v.pipe(v.string(), v.maxLength(40)) })),
    limit(CODE_LIMIT, 'network'),
    async (c) => {
      const { appContext, info, viewer } = c.var;
      const typed = { ...c.req.valid('json'), network: addressBlock(info.address) };
      await confirmByCode(appContext, viewer, c.req.param('id'), typed);
      return respond(c, { ok: true });
    },
  )

  .post(
    '/chat/conversations/:id/confirmation',
    visitor(),
    json(Nothing),
    limit(CONFIRMATION_LIMIT, 'network'),
    async (c) => {
      const { appContext, viewer } = c.var;
      await askConfirmation(appContext, viewer, c.req.param('id'));
      return respond(c, { ok: true });
    },
  )

  // The link continues the conversation in another browser.
  .post(
    '/chat/conversations/:id/link',
    visitor(),
    json(Nothing),
    limit(LINK_LIMIT, 'network'),
    async (c) => {
      const { appContext, trace, viewer } = c.var;
      await requestLink(appContext, trace, viewer, c.req.param('id'));
      return respond(c, { ok: true });
    },
  )

  // '' removes the name.
  .post(
    '/chat/conversations/:id/name',
    visitor(),
    limit(NAME_LIMIT),
    json(v.object({ name: text(VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG) })),
    async (c) => {
      const { appContext, viewer } = c.var;
      await nameVisitor(appContext, viewer, c.req.param('id'), c.req.valid('json').name);
      return respond(c, { ok: true });
    },
  )

  .post(
    '/chat/conversations/:id/rating',
    visitor(),
    limit(RATING_LIMIT),
    json(
      v.object({
        score: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
        comment: v.nullable(text(RATING_COMMENT_MAX_LENGTH, RATING_COMMENT_TOO_LONG)),
      }),
    ),
    async (c) => {
      const { appContext, viewer } = c.var;
      const rating = c.req.valid('json');
      return respond(c, {
        conversation: await rateConversation(appContext, viewer, c.req.param('id'), rating),
      });
    },
  )

  .post(
    '/chat/conversations/:id/read',
    visitor(),
    json(v.object({ number: MessageNumber })),
    async (c) => {
      const { number } = c.req.valid('json');
      await markReadByVisitor(c.var.appContext, c.req.param('id'), number);
      return respond(c, { ok: true });
    },
  )

  .post(
    '/chat/conversations/:id/take-back',
    visitor(),
    limit(UNSEND_LIMIT),
    json(v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
    async (c) => {
      const { appContext, trace, viewer } = c.var;
      const { number } = c.req.valid('json');
      const message = await unsendMessage(appContext, trace, viewer, c.req.param('id'), number);
      return respond(c, { message: forVisitor(message) });
    },
  )

  .post(
    '/chat/conversations/:id/offers/:offer',
    visitor(),
    limit(OFFER_LIMIT),
    json(v.object({ answer: v.picklist(['accepted', 'declined']) })),
    async (c) => {
      const { appContext, viewer } = c.var;
      const { id, offer } = c.req.param();
      if (!isUuid(offer)) throw new RefusedError(404, t(NO_SUCH_OFFER));
      return respond(
        c,
        await answerOffer(appContext, viewer, id, offer, c.req.valid('json').answer),
      );
    },
  )

  // Only a browser that has verified the conversation's email address gets orders and credit.
  .get('/chat/conversations/:id/orders', visitor(), async (c) => {
    const { appContext, viewer } = c.var;
    const id = c.req.param('id');
    return respond(c, {
      orders: await readOwnOrders(appContext, viewer.browserId, id),
      credit: await readOwnCredit(appContext.db, viewer.browserId, id),
    });
  })

  // The redirect keeps the secret of the order's address out of messages. The chat, which is on every page, asks other
  // visitors to verify the email address.
  .get('/chat/conversations/:id/orders/:number', visitor('/'), async (c) => {
    const { appContext, viewer } = c.var;
    const { id, number } = c.req.param();
    const path = await findOwnOrderPath(appContext.db, viewer.browserId, id, number);
    const proof = c.req.query('proof');
    // Only an id is added, so that the redirect cannot lead elsewhere.
    const below = proof !== undefined && isUuid(proof) ? `/proof/${proof}` : '';
    return c.redirect(path === undefined ? '/' : `${path}${below}`, 303);
  })

  // Scanners open every link of an email, so this stops nothing.
  .get('/chat/unsubscribe', anyone(), async (c) => {
    const { appContext } = c.var;
    return c.redirect(await findStopPage(appContext, c.req.query('token') ?? ''), 303);
  })
  .post('/chat/unsubscribe', signed(ONE_CLICK), form(oneClick), async (c) => {
    if (!(await stopMails(c.var.appContext, c.req.query('token') ?? ''))) {
      throw new RefusedError(410, t(UNKNOWN_LINK));
    }
    return respond(c, { ok: true });
  });

/**
 * Takes a visitor's message, for the route and for `server/message-handler.ts`. The response is sent after the commit.
 * Access to the conversation is checked under its lock, in the transaction that saves. Throws what `sendMessage` throws,
 * and RefusedError 400 for a bad body, 429 when the rate limit is exceeded.
 */
export async function postMessage(
  appContext: AppContext,
  viewer: VisitorViewer,
  conversationId: string,
  body: string,
) {
  await appContext.limits.take(MESSAGE_LIMIT, viewer.browserId);
  const { clientId, text: typed, fileIds } = checkJson(body, NewMessage);
  refuseTooManyFiles(appContext.settings, fileIds);
  const saved = await sendMessage(appContext, viewer, {
    conversationId,
    clientId,
    text: typed,
    fileIds,
  });
  return { message: forVisitor(saved) };
}
