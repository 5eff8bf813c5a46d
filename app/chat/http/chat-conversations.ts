import { checkChatEmail } from '../protocol/chat-email.ts';
import { readBrowserConversations } from '../server/read/read-conversation.server.ts';
import { readArrival } from '../embed/server/read-arrival.server.ts';
import { brakeStarts } from '../server/messages/brake-starts.server.ts';
import { startConversation } from '../server/messages/start-conversation.server.ts';
import {
  findBrowser,
  rememberBrowser,
  visitorCookies,
  type NewBrowser,
} from '../server/messages/visitor-browser.server.ts';
import { hostContext, requestContext } from '../../host.ts';
import { chatWordsOf, findChosenTopic } from '../../routing/chat-words.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { languageNow } from '../../platform/say.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { answer, json } from '../../http/answer.server.ts';
import { readJson } from '../../http/read-request.server.ts';
import { chatStart } from './chat-start.server.ts';
import type { Route } from './+types/chat-conversations.ts';

const NO_SUCH_TOPIC = "The field 'topic' is missing or not what was expected.";
const START_LIMIT = { name: 'chat-start', burst: 20, perMinute: 10 };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, catalogue } = context.get(hostContext);
  return answer(async () => {
    const words = chatWordsOf(catalogue.words, languageNow());
    const browserId = await findBrowser(db, visitorCookies(request.headers));
    const conversations = browserId ? await readBrowserConversations(db, browserId) : [];
    return json({ conversations, words });
  });
}

/** A new browser gets a secret. */
export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const { db, clock, captcha, limits, settings } = host;
  return answer(async () => {
    const start = await readJson(request, chatStart);
    const { elsewhere } = start;
    // An identity that the embedding site has signed replaces the email address, because the site knows its
    // customers.
    const problem = elsewhere?.identity ? null : checkChatEmail(start.email);
    if (problem) throw new RefusedError(400, problem, 'email');
    const topic = findChosenTopic(host.catalogue.words, start.topic);
    if (!topic) throw new RefusedError(400, NO_SUCH_TOPIC, 'topic');
    await limits.take(START_LIMIT, addressBlock(context.get(requestContext).address));
    await brakeStarts({ limits, captcha }, start.captcha);
    const cameFrom = elsewhere && (await readArrival(host, elsewhere));
    const known = await findBrowser(db, visitorCookies(request.headers));
    let made: NewBrowser | undefined;
    const isSecure = settings.origin.startsWith('https:');
    const makeBrowser = async (tx: Database) => {
      made = await rememberBrowser(tx, clock, isSecure, !!cameFrom);
      return made.browserId;
    };
    const service =
      start.service && host.catalogue.findService(start.service.section, start.service.slug);
    const conversation = await startConversation(host, {
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
    // The secret is returned to scripts only when no cookie is set. The frame keeps the secret in memory until its
    // page is left.
    if (made && elsewhere?.keepsNothing) return json({ conversation, secret: made.secret });
    return json({ conversation }, made ? { 'Set-Cookie': made.setCookie } : {});
  });
}
