import { msg, english, type Sentence } from '../../i18n/translate.ts';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import {
  checkAddresses,
  guardedLookup,
  hostnameOf,
  RefusedTargetError,
  type TargetPolicy,
} from './target.server.ts';

/** The limit for everything: name resolution, connection and response. */
const TIMEOUT_MS = 10_000;
/**
 * The response is read and discarded up to this limit, so that the connection ends cleanly; a
 * larger one is cut off.
 */
const ANSWER_LIMIT_BYTES = 16 * 1024;

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly policy: TargetPolicy;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /**
   * Keeps the response up to this size; a larger one is an error. By default the response is
   * discarded.
   */
  readonly keepBytes?: number;
}

export type PostResult =
  | { readonly status: number; readonly body?: string; readonly retryAfter?: string }
  | { readonly error: string };

/**
 * Sends one POST request. Redirects are not followed, the response is discarded unless requested,
 * and the timeout covers the whole request.
 */
export async function post(it: Post): Promise<PostResult> {
  const deadline = AbortSignal.timeout(it.timeoutMs ?? TIMEOUT_MS);
  try {
    return await send(it, AbortSignal.any([deadline, it.signal]));
  } catch (error) {
    if (deadline.aborted) return { error: english(msg('There was no answer in time.')) };
    return { error: explain(error) };
  }
}

function send(it: Post, signal: AbortSignal): Promise<PostResult> {
  const url = new URL(it.url);
  const host = hostnameOf(url);
  // Node skips `lookup` for a literal address, so the address is checked here.
  if (isIP(host) !== 0) checkAddresses([host], url.protocol, it.policy);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...it.headers, 'Content-Length': Buffer.byteLength(it.body) },
    lookup: guardedLookup(url.protocol, it.policy),
    // A reused connection would rely on an earlier check of its address.
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
    request.once('error', reject);
    // The listener is needed because an aborted request emits no error once its connection is
    // closed.
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    // Without this handler, an upgrade response would never settle the promise.
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0 });
    });
    request.once('response', (response) => {
      const status = response.statusCode ?? 0;
      if (it.keepBytes === undefined) {
        void drain(response).then(() => {
          request.destroy();
          resolve({ status });
        });
        return;
      }
      const retryAfter = response.headers['retry-after'];
      readUpTo(response, it.keepBytes).then(
        (body) => resolve({ status, body, ...(retryAfter === undefined ? {} : { retryAfter }) }),
        reject,
      );
    });
    request.end(it.body);
  });
}

/** Reads and discards the response up to a limit; an interrupted one does not matter any more. */
function drain(response: IncomingMessage): Promise<void> {
  let size = 0;
  return new Promise((done) => {
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > ANSWER_LIMIT_BYTES) response.destroy();
    });
    response.once('error', () => done());
    response.once('close', done);
  });
}

/** Throws for a larger response, and for one that ends too early. */
async function readUpTo(response: IncomingMessage, limit: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) throw new RefusedTargetError(english(msg('The answer is too large.')));
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const CAUSES: Readonly<Record<string, Sentence>> = {
  ENOTFOUND: msg('The name does not exist.'),
  EAI_AGAIN: msg('The name could not be looked up.'),
  ECONNREFUSED: msg('Nobody listens there.'),
  ECONNRESET: msg('The receiver broke the connection off.'),
  EPIPE: msg('The receiver broke the connection off.'),
  EHOSTUNREACH: msg('The receiver cannot be reached.'),
  ENETUNREACH: msg('The receiver cannot be reached.'),
  CERT_HAS_EXPIRED: msg('The receiver’s certificate has expired.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: msg('The receiver’s certificate is self-signed.'),
  ERR_TLS_CERT_ALTNAME_INVALID: msg('The receiver’s certificate is for another name.'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: msg('The receiver’s certificate cannot be verified.'),
};

function explain(error: unknown): string {
  if (error instanceof RefusedTargetError) return error.message;
  // When several addresses failed, the last error is reported.
  const last = error instanceof AggregateError ? (error.errors.at(-1) as unknown) : error;
  const { code = '' } = last as { code?: string };
  const cause = CAUSES[code];
  if (cause) return english(cause);
  return code === ''
    ? english(msg('The request failed.'))
    : english(msg('The request failed ({code}).'), { code });
}
