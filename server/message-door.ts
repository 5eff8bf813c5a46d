import type { IncomingMessage, ServerResponse } from 'node:http';
import { KnownBrowsers } from '../app/conversation/say/known-browsers.server.ts';
import { visitorCookies } from '../app/conversation/say/visitor-browser.server.ts';
import type { Host, RequestInfo } from '../app/host.ts';
import { NO_SUCH_CONVERSATION } from '../app/conversation/access.server.ts';
import { RefusedError } from '../app/platform/errors.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import { speechIn } from '../app/platform/say.ts';
import { speaking } from '../app/platform/speech.server.ts';
import { refusal } from '../app/routes/resources/answer.server.ts';
import { postMessage } from '../app/routes/resources/post-message.server.ts';
import { BODY_LIMIT_BYTES, faultOf, localAddress } from './app.ts';
import type { Metrics } from './metrics.ts';
import { isOwnOrigin } from './origin.ts';
import { createRequestInfoReader } from './request-info.ts';
import { logRequest } from './request-log.ts';
import { requestScope } from './request-scope.ts';
import { RESOURCE_POLICY, securityHeaders } from './security-headers.ts';

const PATH = /^\/chat\/conversations\/(\w{1,64})\/messages$/;
/** The same request's name in `app/routes.ts`, for the log and the metrics. */
const ROUTE = '/chat/conversations/:id/messages';

export interface MessageDoor {
  /** Takes a request and answers it, or leaves it alone and says so. */
  readonly take: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether a message is on its way to its answer. */
  readonly isBusy: () => boolean;
}

/**
 * The one thing that visitors write all the time, a message, without the router and the copies of
 * the request it works on: those cost several times what the message does. Only a request that is
 * in order from the outside is taken; every other goes the long way, which tells it what is wrong.
 */
export function createMessageDoor(host: Host, metrics: Metrics): MessageDoor {
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

  const takeRequest: MessageDoor['take'] = (request, response) => {
    const conversationId = conversationOf(settings, request);
    if (conversationId === undefined) return false;
    const started = performance.now();
    const info = readInfo(request.socket.remoteAddress, (header) => {
      const value = request.headers[header];
      return Array.isArray(value) ? value[0] : value;
    });
    underWay += 1;
    const said = request.headers['page-language'];
    const ofPage = typeof said === 'string' ? said : undefined;
    const { language } = localAddress(host, request.url ?? '', ofPage);
    const speech = speechIn(language, host.settings.formats);
    void requestScope.run({ info }, () =>
      speaking(speech, async () => {
        const { status, headers, body } = await take(host, browsers, request, info, conversationId);
        underWay -= 1;
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
  return { take: takeRequest, isBusy: () => underWay > 0 };
}

/** Where a request that is in order from the outside wants to write. */
function conversationOf(settings: Settings, request: IncomingMessage): string | undefined {
  if (request.method !== 'POST') return undefined;
  const conversationId = PATH.exec(request.url ?? '')?.[1];
  const { origin, host: name, 'content-length': length } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (conversationId === undefined || !isOwnOrigin(settings, origin, name, site)) return undefined;
  // Without a length it is not known how much will come.
  if (length === undefined || Number(length) > BODY_LIMIT_BYTES) return undefined;
  return conversationId;
}

/** By which a browser is known. */
function cookiesOf({ headers }: IncomingMessage): string | undefined {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
  };
  return visitorCookies({ get }) ?? undefined;
}

async function take(
  host: Host,
  browsers: KnownBrowsers,
  request: IncomingMessage,
  info: RequestInfo,
  conversationId: string,
) {
  try {
    const body = await readText(request);
    const browserId = await browsers.find(cookiesOf(request));
    if (!browserId) throw new RefusedError(404, NO_SUCH_CONVERSATION);
    info.who = `browser ${browserId}`;
    const viewer = { kind: 'browser', browserId } as const;
    return {
      status: 200,
      headers: {},
      body: await postMessage(host, viewer, conversationId, body),
    };
  } catch (error) {
    if (error instanceof RefusedError) return refusal(error);
    host.log.error({ err: error, requestId: info.id }, 'Request failed');
    const { status, message } = faultOf(error);
    return { status, headers: {}, body: { error: { message } } };
  }
}

/** Empty when the client goes away before its end: nobody reads the answer. */
function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('close', () => resolve(''));
  });
}
