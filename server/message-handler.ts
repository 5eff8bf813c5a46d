import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  BrowserCache,
  visitorCookies,
} from '../app/chat/server/messages/visitor-browser.server.ts';
import type { AppContext, RequestInfo } from '../app/app-context.ts';
import { NO_SUCH_CONVERSATION } from '../app/chat/server/access.server.ts';
import { RefusedError } from '../app/platform/errors.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import { speechIn, t } from '../app/i18n/translate.ts';
import { speaking } from '../app/platform/speech.server.ts';
import { refusal } from '../app/http/answer.server.ts';
import { postMessage } from '../app/chat/http/visitor.ts';
import { BUSY, RETRY_AFTER_SECONDS } from '../app/http/busy.ts';
import { BODY_LIMIT } from '../app/http/router.server.ts';
import { faultOf, localAddress } from './app.ts';
import { AskerGoneError, QueueFullError } from './fair-queue.ts';
import type { Metrics } from './metrics.ts';
import { isOwnOrigin, createRequestInfoReader } from './request-info.ts';
import { logRequest } from './request-log.ts';
import type { RequestBodies } from './request-bodies.ts';
import { requestScope } from './request-scope.ts';
import { RESOURCE_POLICY, securityHeaders } from './security-headers.ts';
import { whenAnswered } from './when-answered.ts';

const PATH = /^\/chat\/conversations\/(\w{1,64})\/messages$/;
/** The route in `app/chat/http/visitor.ts`, for the log and metrics. */
const ROUTE = '/chat/conversations/:id/messages';

/** Answers a request, or returns false for other requests. */
export type MessageHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Beyond this number, messages wait in the general request queue, whose length is limited. */
const MAX_IN_PROGRESS = 256;

/**
 * Handles a visitor's message without the router and its copies of the request, which cost several
 * times as much as the message. Accepts only well-formed requests; all others take the normal way,
 * which explains the error.
 */
export function createMessageHandler(
  appContext: AppContext,
  metrics: Metrics,
  bodies: RequestBodies,
): MessageHandler {
  const { settings, log } = appContext;
  const browsers = new BrowserCache(appContext);
  const readInfo = createRequestInfoReader(settings.trustedProxies);
  const commonHeaders = {
    ...securityHeaders(settings.origin),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': RESOURCE_POLICY,
    'Content-Type': 'application/json',
  };

  let inProgress = 0;

  return (request, response) => {
    const conversationId = conversationOf(settings, request);
    if (conversationId === undefined || inProgress >= MAX_IN_PROGRESS) return false;
    const started = performance.now();
    const info = readInfo(request.socket.remoteAddress, (header) => {
      const value = request.headers[header];
      return Array.isArray(value) ? value[0] : value;
    });
    inProgress += 1;
    whenAnswered(response, () => (inProgress -= 1));
    const said = request.headers['page-language'];
    const ofPage = typeof said === 'string' ? said : undefined;
    const { language } = localAddress(appContext, request.url ?? '', ofPage);
    const speech = speechIn(language, appContext.settings.formats);
    void requestScope.run({ info }, () =>
      speaking(speech, async () => {
        const readBody = () => bodies.read(request, response);
        const sent = { cookies: cookiesOf(request), conversationId, readBody };
        const { status, headers, body } = await take(appContext, browsers, info, sent);
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
  if (length === undefined || Number(length) > BODY_LIMIT.bytes) return undefined;
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
  appContext: AppContext,
  browsers: BrowserCache,
  info: RequestInfo,
  { cookies, conversationId, readBody }: Sent,
) {
  try {
    // The body is read only for known browsers: a stranger could send it arbitrarily slowly.
    const browserId = await browsers.find(cookies);
    if (!browserId) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    info.who = `browser ${browserId}`;
    const viewer = { kind: 'browser', browserId } as const;
    return {
      status: 200,
      headers: {},
      body: await postMessage(appContext, viewer, conversationId, (await readBody()).toString()),
    };
  } catch (error) {
    if (error instanceof RefusedError) return refusal(error);
    if (error instanceof QueueFullError) {
      return refusal(new RefusedError(503, t(BUSY), undefined, RETRY_AFTER_SECONDS));
    }
    if (error instanceof AskerGoneError) return { status: 408, headers: {}, body: {} };
    appContext.log.error({ err: error, requestId: info.id }, 'Request failed');
    const { status, message } = faultOf(error);
    return { status, headers: {}, body: { error: { message } } };
  }
}
