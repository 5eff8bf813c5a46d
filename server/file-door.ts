import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '../app/conversation/access.server.ts';
import { NO_SUCH_CONVERSATION } from '../app/conversation/access.server.ts';
import { KnownBrowsers } from '../app/conversation/say/known-browsers.server.ts';
import { createUploadDoor } from '../app/files/upload/upload-door.server.ts';
import type { Host, RequestInfo } from '../app/host.ts';
import { RefusedError } from '../app/platform/errors.ts';
import { addressBlock } from '../app/platform/rate-limit.ts';
import { refusal } from '../app/routes/resources/answer.server.ts';
import { findMember } from '../app/team/members/find-member.server.ts';
import { faultOf } from './app.ts';
import type { Metrics } from './metrics.ts';
import { isOwnOrigin } from './origin.ts';
import { createRequestInfoReader } from './request-info.ts';
import { logRequest } from './request-log.ts';
import { requestScope } from './request-scope.ts';
import { RESOURCE_POLICY, securityHeaders } from './security-headers.ts';

const PATH =
  /^\/(chat|agentchat)\/conversations\/(\w{1,64})\/files(?:\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?$/;
const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE'];

/** An office full of visitors; what one chat takes in an hour says the use case. */
const VISITOR_LIMIT = { name: 'files', burst: 200, perMinute: 40 };
const MEMBER_LIMIT = { name: 'member-files', burst: 200, perMinute: 60 };

interface Asked {
  readonly side: 'chat' | 'agentchat';
  readonly conversationId: string;
  readonly fileId: string | undefined;
}

/** Takes a request and answers it, or leaves it alone and says so. */
export type FileDoor = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Files come in here, in front of the router, which would hold each of them in memory. Whoever asks
 * is known before the first byte is read: what is refused closes the connection.
 */
export function createFileDoor(host: Host, metrics: Metrics): FileDoor {
  const { settings, log } = host;
  const admit = createAdmission(host);
  const takeUpload = createUploadDoor(host);
  const readInfo = createRequestInfoReader(settings.trustedProxies);
  const commonHeaders = {
    ...securityHeaders(settings.origin),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': RESOURCE_POLICY,
  };

  return (request, response) => {
    const asked = readAsked(request);
    if (!asked) return false;
    const started = performance.now();
    const info = readInfo(request.socket.remoteAddress, (header) => {
      const value = request.headers[header];
      return Array.isArray(value) ? value[0] : value;
    });
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    response.setHeader('X-Request-Id', info.id);
    const { method = '', url = '' } = request;
    const route = `/${asked.side}/conversations/:id/files`;
    response.once('close', () => {
      const { statusCode: status } = response;
      metrics.requestAnswered(method, route, status);
      const ms = performance.now() - started;
      logRequest(log, { info, method, path: url, route, status, ms });
    });
    void requestScope.run({ info }, async () => {
      try {
        refuseForeign(host, request);
        const viewer = await admit(asked.side, request, info);
        await takeUpload({ ...asked, viewer, request, response });
      } catch (error) {
        answerError(host, info, response, error);
      }
    });
    return true;
  };
}

function readAsked({ method = '', url = '' }: IncomingMessage): Asked | undefined {
  const [, side, conversationId, fileId] = PATH.exec(url) ?? [];
  if (!conversationId || !METHODS.includes(method)) return undefined;
  // A new one has no name yet, all others have.
  if ((method === 'POST') === (fileId !== undefined)) return undefined;
  return { side: side === 'chat' ? 'chat' : 'agentchat', conversationId, fileId };
}

function refuseForeign({ settings }: Host, { method, headers }: IncomingMessage): void {
  // Browsers name the page for what writes alone.
  if (method === 'HEAD') return;
  const { origin, host: name, 'sec-fetch-site': site } = headers;
  if (isOwnOrigin(settings, origin, name, site)) return;
  throw new RefusedError(403, 'This request came from another site and was refused.');
}

/** Who asks: the browser of a visitor, or who of the team is signed in. */
function createAdmission(host: Host) {
  const browsers = new KnownBrowsers(host.db);
  return async (
    side: Asked['side'],
    { method, headers }: IncomingMessage,
    info: RequestInfo,
  ): Promise<Viewer> => {
    if (side === 'chat') {
      const browserId = await browsers.find(headers.cookie);
      if (!browserId) throw new RefusedError(404, NO_SUCH_CONVERSATION);
      info.who = `browser ${browserId}`;
      if (method === 'POST') await host.limits.take(VISITOR_LIMIT, addressBlock(info.address));
      return { kind: 'browser', browserId };
    }
    const session = await findMember(
      host.db,
      host.auth,
      new Headers({ Cookie: headers.cookie ?? '' }),
    );
    if (!session) throw new RefusedError(401, 'You are signed out. Please sign in again.');
    const { member } = session;
    info.who = `member ${member.id}`;
    if (method === 'POST') await host.limits.take(MEMBER_LIMIT, member.id);
    return { kind: 'member', member };
  };
}

function answerError(
  host: Host,
  info: RequestInfo,
  response: ServerResponse,
  error: unknown,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isRefusal = error instanceof RefusedError;
  if (!isRefusal) host.log.error({ err: error, requestId: info.id }, 'Request failed');
  const fault = faultOf(error);
  const { status, headers, body } = isRefusal
    ? refusal(error)
    : { status: fault.status, headers: {}, body: { error: { message: fault.message } } };
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    // What was still to come is not read.
    Connection: 'close',
  });
  response.end(text);
}
