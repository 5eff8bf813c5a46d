import { t } from '../app/i18n/translate.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext, RequestInfo } from '../app/app-context.ts';
import { RefusedError } from '../app/platform/errors.ts';
import { refusal } from '../app/http/answer.server.ts';
import { BUSY, RETRY_AFTER_SECONDS } from '../app/http/busy.ts';
import { faultOf, speechOfRequest } from './app.ts';
import { speaking } from '../app/platform/speech.server.ts';
import type { Metrics } from './metrics.ts';
import { isOwnOrigin, createRequestInfoReader } from './request-info.ts';
import { logRequest } from './request-log.ts';
import { requestScope } from './request-scope.ts';
import { RESOURCE_POLICY, securityHeaders } from './security-headers.ts';
import { whenAnswered } from './when-answered.ts';

/**
 * Concurrent uploads, or downloads of photos. Several times the connection limit of a network, so
 * that no network can use all of them.
 */
const MAX_IN_PROGRESS = 4_000;

type Work = (info: RequestInfo) => Promise<void>;

export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  work: Work,
) => void;

/**
 * Wraps the handlers in front of the router: common headers, client identification, logging, and
 * errors in JSON.
 */
export function createRequestHandler(appContext: AppContext, metrics: Metrics): RequestHandler {
  const { settings, log } = appContext;
  const readInfo = createRequestInfoReader(settings.trustedProxies);
  const commonHeaders = {
    ...securityHeaders(settings.origin),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': RESOURCE_POLICY,
  };
  let inProgress = 0;
  return (request, response, route, work) => {
    const started = performance.now();
    const isFull = inProgress >= MAX_IN_PROGRESS;
    inProgress += 1;
    whenAnswered(response, () => (inProgress -= 1));
    const info = readInfo(request.socket.remoteAddress, (header) => {
      const value = request.headers[header];
      return Array.isArray(value) ? value[0] : value;
    });
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    response.setHeader('X-Request-Id', info.id);
    const { method = '', url = '' } = request;
    response.once('close', () => {
      const { statusCode: status } = response;
      metrics.requestAnswered(method, route, status);
      const ms = performance.now() - started;
      logRequest(log, { info, method, path: url, route, status, ms });
    });
    const said = request.headers['page-language'];
    const ofPage = typeof said === 'string' ? said : undefined;
    const speech = speechOfRequest(appContext, request.url ?? '', ofPage);
    const answer = async () => {
      try {
        if (isFull) throw new RefusedError(503, t(BUSY), undefined, RETRY_AFTER_SECONDS);
        refuseForeign(appContext, request);
        await work(info);
      } catch (error) {
        answerError(appContext, info, response, error);
      }
    };
    void requestScope.run({ info }, () => speaking(speech, answer));
  };
}

function refuseForeign({ settings }: AppContext, { method, headers }: IncomingMessage): void {
  // Browsers send an Origin header only with writes.
  if (method === 'HEAD' || method === 'GET') return;
  const { origin, host: name, 'sec-fetch-site': site } = headers;
  if (isOwnOrigin(settings, origin, name, site)) return;
  throw new RefusedError(403, t('This request came from another site and was refused.'));
}

function answerError(
  appContext: AppContext,
  info: RequestInfo,
  response: ServerResponse,
  error: unknown,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isRefusal = error instanceof RefusedError;
  if (!isRefusal) appContext.log.error({ err: error, requestId: info.id }, 'Request failed');
  const fault = faultOf(error);
  const { status, headers, body } = isRefusal
    ? refusal(error)
    : { status: fault.status, headers: {}, body: { error: { message: fault.message } } };
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    // The rest of the request is not read.
    Connection: 'close',
  });
  response.end(text);
}
