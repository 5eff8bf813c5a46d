import type { IncomingMessage, ServerResponse } from 'node:http';
import { KnownBrowsers } from '../app/chat/server/messages/known-browsers.server.ts';
import { visitorCookies } from '../app/chat/server/messages/visitor-browser.server.ts';
import type { Host, RequestInfo } from '../app/host.ts';
import { NO_SUCH_CONVERSATION } from '../app/chat/server/access.server.ts';
import { RefusedError } from '../app/platform/errors.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import { speechIn } from '../app/platform/say.ts';
import { speaking } from '../app/platform/speech.server.ts';
import { refusal } from '../app/http/answer.server.ts';
import { postMessage } from '../app/chat/http/post-message.server.ts';
import { BODY_LIMIT_BYTES, BUSY, faultOf, localAddress } from './app.ts';
import { AskerGoneError, QueueFullError, RETRY_AFTER_SECONDS } from './fair-queue.ts';
import type { Metrics } from './metrics.ts';
import { isOwnOrigin } from './origin.ts';
import { createRequestInfoReader } from './request-info.ts';
import { logRequest } from './request-log.ts';
import type { RequestBodies } from './request-bodies.ts';
import { requestScope } from './request-scope.ts';
import { RESOURCE_POLICY, securityHeaders } from './security-headers.ts';
import { whenAnswered } from './when-answered.ts';

const PATH = /^\/chat\/conversations\/(\w{1,64})\/messages$/;
/** The route's name in `app/routes.ts`, for the log and metrics. */
const ROUTE = '/chat/conversations/:id/messages';

/** Answers a request, or returns false for other requests. */
export type MessageDoor = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Beyond this number, messages wait in the general request queue, whose length is limited. */
const MAX_UNDER_WAY = 256;

/**
 * Handles a visitor's message without the router and its copies of the request, which cost several
 * times as much as the message. Accepts only well-formed requests; all others take the normal way,
 * which explains the error.
 */
export function createMessageDoor(
  host: Host,
  metrics: Metrics,
  bodies: RequestBodies,
): MessageDoor {
  const { settings, log } = host;
  const browsers = new KnownBrowsers(host.db);
  const readInfo = createRequestInfoReader(settings.trustedProxies);
  const commonHeaders = {
    ...securityHeaders(settings.origin),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': RESOURCE_POLICY,
    'Content-Type': 'application/json',
  };

  let underWay = 0;

  return (request, response) => {
    const conversationId = conversationOf(settings, request);
    if (conversationId === undefined || underWay >= MAX_UNDER_WAY) return false;
    const started = performance.now();
    const info = readInfo(request.socket.remoteAddress, (header) => {
      const value = request.headers[header];
      return Array.isArray(value) ? value[0] : value;
    });
    underWay += 1;
    whenAnswered(response, () => (underWay -= 1));
    const said = request.headers['page-language'];
    const ofPage = typeof said === 'string' ? said : undefined;
    const { language } = localAddress(host, request.url ?? '', ofPage);
    const speech = speechIn(language, host.settings.formats);
    void requestScope.run({ info }, () =>
      speaking(speech, async () => {
        const readBody = () => bodies.read(request, response);
        const sent = { cookies: cookiesOf(request), conversationId, readBody };
        const { status, headers, body } = await take(host, browsers, info, sent);
        const text = JSON.stringify(body);
        response.writeHead(status, {
          ...commonHeaders,
          ...headers,
          'X-Request-Id': info.id,
          'Content-Length': Buffer.byteLength(text),
        });
        response.end(text);
        const ms = performance.now() - started;
        metrics.requestAnswered('POST', ROUTE, status);
        metrics.responseTook(ROUTE, ms);
        logRequest(log, {
          info,
          method: 'POST',
          path: request.url ?? '',
          route: ROUTE,
          status,
          ms,
        });
      }),
    );
    return true;
  };
}

function conversationOf(settings: Settings, request: IncomingMessage): string | undefined {
  if (request.method !== 'POST') return undefined;
  const conversationId = PATH.exec(request.url ?? '')?.[1];
  const { origin, host: name, 'content-length': length } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (conversationId === undefined || !isOwnOrigin(settings, origin, name, site)) return undefined;
  // A chunked body may have any size.
  if (length === undefined || Number(length) > BODY_LIMIT_BYTES) return undefined;
  return conversationId;
}

function cookiesOf({ headers }: IncomingMessage): string | undefined {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
  };
  return visitorCookies({ get }) ?? undefined;
}

interface Sent {
  readonly cookies: string | undefined;
  readonly conversationId: string;
  readonly readBody: () => Promise<Buffer>;
}

async function take(
  host: Host,
  browsers: KnownBrowsers,
  info: RequestInfo,
  { cookies, conversationId, readBody }: Sent,
) {
  try {
    // The body is read only for known browsers: a stranger could send it arbitrarily slowly.
    const browserId = await browsers.find(cookies);
    if (!browserId) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    info.who = `browser ${browserId}`;
    const viewer = { kind: 'browser', browserId } as const;
    return {
      status: 200,
      headers: {},
      body: await postMessage(host, viewer, conversationId, (await readBody()).toString()),
    };
  } catch (error) {
    if (error instanceof RefusedError) return refusal(error);
    if (error instanceof QueueFullError) {
      return refusal(new RefusedError(503, BUSY, undefined, RETRY_AFTER_SECONDS));
    }
    if (error instanceof AskerGoneError) return { status: 408, headers: {}, body: {} };
    host.log.error({ err: error, requestId: info.id }, 'Request failed');
    const { status, message } = faultOf(error);
    return { status, headers: {}, body: { error: { message } } };
  }
}
