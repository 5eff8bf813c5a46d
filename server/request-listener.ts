import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp, type AppOptions } from './app.ts';
import type { Asset } from './assets.ts';
import { UNKNOWN_ROUTE } from './kept-pages.ts';
import { FairQueue, REQUEST_LIMITS } from './fair-queue.ts';
import { createFileDoor } from './file-door.ts';
import { tooLongHeader } from './header-limits.ts';
import { KnownRefusals } from './known-refusals.ts';
import { createMediaDoor } from './media-door.ts';
import { createMessageDoor } from './message-door.ts';
import { createQuickDoor } from './quick-answers.ts';
import { createReadyAnswers } from './ready-answers.ts';
import { securityHeaders } from './security-headers.ts';
import { sendReadyAnswer } from './send-ready-answer.ts';
import { ShortTurns } from './short-turns.ts';

export interface RequestListenerOptions extends Omit<AppOptions, 'queue' | 'refusals'> {
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Who answers a request: what lies in memory, the door for messages, or the app with the router. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { host, pages, metrics, assets } = options;
  const findReadyAnswer = createReadyAnswers(
    assets,
    pages,
    host,
    securityHeaders(host.settings.origin),
  );
  const messages = createMessageDoor(host, metrics);
  const takeFile = createFileDoor(host, metrics);
  const takeMedia = createMediaDoor(host, metrics);
  const answerQuickly = createQuickDoor(host, metrics);
  const queue = new FairQueue(REQUEST_LIMITS, messages.isBusy);
  const refusals = new KnownRefusals(host);
  const answerByApp = getRequestListener(createApp({ ...options, queue, refusals }).fetch);
  const refusal = {
    ...securityHeaders(host.settings.origin),
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
  };
  const turns = new ShortTurns(messages.isBusy);

  /** Whatever is no message: from memory where it lies there. */
  const answerRead: RequestListener = (request, response) => {
    const ready = findReadyAnswer(request) ?? refusals.find(request);
    if (ready) {
      sendReadyAnswer(response, ready);
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
    if (tooLongHeader(request.headers) !== undefined) {
      response.writeHead(431, refusal).end('A header of this request is too long.');
      metrics.requestAnswered(request.method ?? '', UNKNOWN_ROUTE, 431);
      return;
    }
    if (messages.take(request, response) || takeFile(request, response)) return;
    if (takeMedia(request, response)) return;
    turns.run(() => {
      if (!response.destroyed) answerRead(request, response);
    });
  };
}

const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Whether a request names one Host (RFC 9112, 3.2), or none as HTTP/1.0 may, that could be one. */
function isHostInOrder({ headers, rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  // Names and values in turn; asked of every request.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count === 0 || (count === 1 && HOST.test(headers.host ?? ''));
}

/**
 * Whether a request's target (RFC 9112, 3.2) is a path, or an address without a name and a
 * password: of one with them no Request can be made. Nor may it be a row of slashes without end.
 */
function isTargetInOrder(target: string): boolean {
  const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target);
  // As the address is read: '/.//.' and backslashes come to slashes, too.
  return (
    url !== null && url.username === '' && url.password === '' && !ROW_OF_SLASHES.test(url.pathname)
  );
}

/** Trimming slashes from a path's end, as the router does, takes the square of their number. */
const ROW_OF_SLASHES = /\/{33}/;
