import { text } from '../../platform/fields.ts';
import * as v from 'valibot';
import { checkChatEmail, EMAIL_MESSAGES } from '../../conversation/wire/chat-email.ts';
import {
  CONVERSATION_ID,
  TOPIC_MAX_LENGTH,
  VISITOR_NAME_MAX_LENGTH,
  VISITOR_NAME_TOO_LONG,
} from '../../conversation/wire/rules.ts';
import { readBrowserConversations } from '../../conversation/read/read-conversation.server.ts';
import { brakeStarts } from '../../conversation/say/brake-starts.server.ts';
import { startConversation } from '../../conversation/say/start-conversation.server.ts';
import { findBrowser, rememberBrowser } from '../../conversation/say/visitor-browser.server.ts';
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

const body = v.object({
  id: v.pipe(v.string(), v.regex(CONVERSATION_ID)),
  email: text(EMAIL_MAX_LENGTH, EMAIL_MESSAGES.invalid),
  name: v.optional(v.nullable(text(VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG))),
  /** Its id; its name of pages that were loaded before topics had one. */
  topic: text(TOPIC_MAX_LENGTH),
  service: v.nullable(v.object({ section: text(64), slug: text(128) })),
  /** A proof of work, once the answer without one asked for it. */
  captcha: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});

/** The earlier conversations of this browser, and the words a chat begins with. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, catalogue } = context.get(hostContext);
  return answer(async () => {
    const words = chatWordsOf(catalogue.words, languageNow());
    const browserId = await findBrowser(db, request.headers.get('Cookie'));
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
    const problem = checkChatEmail(start.email);
    if (problem) throw new RefusedError(400, problem, 'email');
    const topic = findChosenTopic(host.catalogue.words, start.topic);
    if (!topic) throw new RefusedError(400, NO_SUCH_TOPIC, 'topic');
    await limits.take(START_LIMIT, addressBlock(context.get(requestContext).address));
    await brakeStarts({ limits, captcha }, start.captcha);
    const known = await findBrowser(db, request.headers.get('Cookie'));
    const browser = known
      ? { browserId: known, setCookie: undefined }
      : await rememberBrowser(db, clock, settings.origin.startsWith('https:'));
    const service =
      start.service && host.catalogue.findService(start.service.section, start.service.slug);
    const conversation = await startConversation(host, {
      id: start.id,
      browserId: browser.browserId,
      email: normalizeEmail(start.email),
      name: start.name,
      topic: { id: topic.id, name: topic.name },
      service: service
        ? { section: service.section, slug: service.slug, title: service.title }
        : null,
    });
    return json({ conversation }, browser.setCookie ? { 'Set-Cookie': browser.setCookie } : {});
  });
}
