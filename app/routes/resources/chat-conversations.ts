import { text } from '../../platform/fields.ts';
import * as v from 'valibot';
import { checkChatEmail, EMAIL_MESSAGES } from '../../conversation/wire/chat-email.ts';
import { ORIGIN_MAX_LENGTH, SIGNATURE_MAX_LENGTH } from '../../conversation/wire/elsewhere.ts';
import {
  CONVERSATION_ID,
  TOPIC_MAX_LENGTH,
  VISITOR_NAME_MAX_LENGTH,
  VISITOR_NAME_TOO_LONG,
} from '../../conversation/wire/rules.ts';
import { readBrowserConversations } from '../../conversation/read/read-conversation.server.ts';
import { readArrival } from '../../conversation/elsewhere/read-arrival.server.ts';
import { brakeStarts } from '../../conversation/say/brake-starts.server.ts';
import { startConversation } from '../../conversation/say/start-conversation.server.ts';
import {
  findBrowser,
  rememberBrowser,
  visitorCookies,
} from '../../conversation/say/visitor-browser.server.ts';
import { hostContext, requestContext } from '../../host.ts';
import { chatWordsOf, findChosenTopic } from '../chat-words.server.ts';
import { EMAIL_MAX_LENGTH, normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { languageNow } from '../../platform/say.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { answer, json, readJson } from './answer.server.ts';
import type { Route } from './+types/chat-conversations.ts';

const NO_SUCH_TOPIC = "The field 'topic' is missing or not what was expected.";
const START_LIMIT = { name: 'chat-start', burst: 20, perMinute: 10 };

const arrival = v.object({
  host: text(ORIGIN_MAX_LENGTH),
  section: v.optional(text(64)),
  identity: v.optional(v.pipe(v.string(), v.maxLength(SIGNATURE_MAX_LENGTH))),
  keepsNothing: v.optional(v.boolean()),
});

const body = v.object({
  id: v.pipe(v.string(), v.regex(CONVERSATION_ID)),
  email: text(EMAIL_MAX_LENGTH, EMAIL_MESSAGES.invalid),
  name: v.optional(v.nullable(text(VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG))),
  /** Its id; its name of pages that were loaded before topics had one. */
  topic: text(TOPIC_MAX_LENGTH),
  service: v.nullable(v.object({ section: text(64), slug: text(128) })),
  /** Of the frame in another site's page. */
  elsewhere: v.optional(arrival),
  /** A proof of work, once the answer without one asked for it. */
  captcha: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});

/** The earlier conversations of this browser, and the words a chat begins with. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, catalogue } = context.get(hostContext);
  return answer(async () => {
    const words = chatWordsOf(catalogue.words, languageNow());
    const browserId = await findBrowser(db, visitorCookies(request.headers));
    const conversations = browserId ? await readBrowserConversations(db, browserId) : [];
    return json({ conversations, words });
  });
}

/** Starts a conversation; a browser that has no secret yet gets one. */
export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const { db, clock, captcha, limits, settings } = host;
  return answer(async () => {
    const start = await readJson(request, body);
    const { elsewhere } = start;
    const cameFrom = elsewhere && (await readArrival(host, elsewhere));
    // A site that signed it has its own customers' addresses, and knows them.
    const problem = cameFrom?.identity ? null : checkChatEmail(start.email);
    if (problem) throw new RefusedError(400, problem, 'email');
    const topic = findChosenTopic(host.catalogue.words, start.topic);
    if (!topic) throw new RefusedError(400, NO_SUCH_TOPIC, 'topic');
    await limits.take(START_LIMIT, addressBlock(context.get(requestContext).address));
    await brakeStarts({ limits, captcha }, start.captcha);
    const known = await findBrowser(db, visitorCookies(request.headers));
    const made = known
      ? undefined
      : await rememberBrowser(db, clock, settings.origin.startsWith('https:'), !!cameFrom);
    const browserId = known ?? made?.browserId ?? '';
    const service =
      start.service && host.catalogue.findService(start.service.section, start.service.slug);
    const conversation = await startConversation(host, {
      id: start.id,
      browserId,
      email: cameFrom?.identity?.email ?? normalizeEmail(start.email),
      name: start.name ?? cameFrom?.identity?.name,
      cameFrom,
      topic: { id: topic.id, name: topic.name },
      service: service
        ? { section: service.section, slug: service.slug, title: service.title }
        : null,
    });
    // Told to scripts only where no cookie is kept: the frame holds it until its page is left.
    if (made && elsewhere?.keepsNothing) return json({ conversation, secret: made.secret });
    return json({ conversation }, made ? { 'Set-Cookie': made.setCookie } : {});
  });
}
