import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp, type AppOptions } from './app.ts';
import { sendAnswer } from './answer-forms.ts';
import type { Asset } from './assets.ts';
import { UNKNOWN_ROUTE } from './page-cache.ts';
import { FairQueue } from './fair-queue.ts';
import { createFileDoor } from './file-handler.ts';
import { tooLongHeader } from './header-limits.ts';
import { KnownRefusals } from './known-refusals.ts';
import { createMediaDoor } from './media-handler.ts';
import { createMessageDoor } from './message-handler.ts';
import { createQuickDoor } from './quick-answers.ts';
import { createReadyAnswers } from './ready-answers.ts';
import { RequestBodies } from './request-bodies.ts';
import { securityHeaders } from './security-headers.ts';

export interface RequestListenerOptions extends Omit<AppOptions, 'queue' | 'refusals' | 'bodies'> {
  readonly assets: ReadonlyMap<string, Asset>;
}

/**
 * Chooses the handler of a request: the response cache, the handler of messages, or the app with
 * the router.
 */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { host, pages, metrics, assets } = options;
  const findReadyAnswer = createReadyAnswers(
    assets,
    pages,
    host,
    securityHeaders(host.settings.origin),
  );
  const bodies = new RequestBodies();
  const takeMessage = createMessageDoor(host, metrics, bodies);
  const takeFile = createFileDoor(host, metrics);
  const takeMedia = createMediaDoor(host, metrics);
  const answerQuickly = createQuickDoor(host, metrics);
  const queue = new FairQueue();
  const refusals = new KnownRefusals(host);
  const answerByApp = getRequestListener(createApp({ ...options, queue, refusals, bodies }).fetch);
  const refusal = {
    ...securityHeaders(host.settings.origin),
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
  };

  const answerRead: RequestListener = (request, response) => {
    const ready = findReadyAnswer(request) ?? refusals.find(request);
    if (ready) {
      sendAnswer(response, ready);
      metrics.requestAnswered(request.method ?? '', ready.route, ready.status);
      return;
    }
    const answerSlowly = () => void answerByApp(request, response);
    if (!answerQuickly(request, response, answerSlowly)) answerSlowly();
  };

  return (request, response) => {
    if (!isTargetInOrder(request.url ?? '') || !isHostInOrder(request)) {
      response.writeHead(400, refusal).end('The address of this request cannot be read.');
      metrics.requestAnswered(request.method ?? '', UNKNOWN_ROUTE, 400);
      return;
    }
    if (!METHODS.includes(request.method ?? '')) {
      response.writeHead(405, { ...refusal, Allow: METHODS.join(', ') }).end();
      metrics.requestAnswered('other', UNKNOWN_ROUTE, 405);
      return;
    }
    if (tooLongHeader(request.headers) !== undefined) {
      response.writeHead(431, refusal).end('A header of this request is too long.');
      metrics.requestAnswered(request.method ?? '', UNKNOWN_ROUTE, 431);
      return;
    }
    if (takeMessage(request, response) || takeFile(request, response)) return;
    if (takeMedia(request, response)) return;
    answerRead(request, response);
  };
}

/** The Fetch API cannot represent some other methods, such as TRACE. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Requires one valid Host header (RFC 9112, 3.2), or none, as in HTTP/1.0. */
function isHostInOrder({ headers, rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  // Node lists names and values alternately. A plain loop, because this runs for every request.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count === 0 || (count === 1 && HOST.test(headers.host ?? ''));
}

/**
 * Accepts a request target (RFC 9112, 3.2) that is a path, or a URL without credentials, which the
 * Fetch API cannot represent. Long rows of slashes are refused.
 */
function isTargetInOrder(target: string): boolean {
  const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target);
  // Checked after parsing, because '/.//.' and backslashes also become slashes.
  return (
    url !== null && url.username === '' && url.password === '' && !ROW_OF_SLASHES.test(url.pathname)
  );
}

/** React Router trims trailing slashes in quadratic time. */
const ROW_OF_SLASHES = /\/{33}/;
