import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import {
  checkAddresses,
  guardedLookup,
  hostOf,
  RefusedTargetError,
  type TargetPolicy,
} from './target.server.ts';

/** The receiver has so long for everything: to be found, to connect, to answer. */
const TIMEOUT_MS = 10_000;
/** Read and thrown away, so that a connection ends politely; beyond it, rudely. */
const ANSWER_LIMIT_BYTES = 16 * 1024;

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly policy: TargetPolicy;
  /** Ends the try, because the process is about to. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Keeps the answer, up to so many bytes; a larger one is an error. Without it nothing is kept. */
  readonly keepBytes?: number;
}

/** What came of a try: a status, and what was to be kept of the answer; or why there is none. */
export type PostResult =
  | { readonly status: number; readonly body?: string; readonly retryAfter?: string }
  | { readonly error: string };

/**
 * Sends one request. Redirects are not followed, what the receiver answers is thrown away unless it
 * is asked for, and after the time is up the connection is cut, wherever it stands.
 */
export async function post(it: Post): Promise<PostResult> {
  const deadline = AbortSignal.timeout(it.timeoutMs ?? TIMEOUT_MS);
  try {
    return await send(it, AbortSignal.any([deadline, it.signal]));
  } catch (error) {
    if (deadline.aborted) return { error: 'There was no answer in time.' };
    return { error: explain(error) };
  }
}

function send(it: Post, signal: AbortSignal): Promise<PostResult> {
  const url = new URL(it.url);
  const host = hostOf(url);
  // An address in place of a name is never looked up.
  if (isIP(host) !== 0) checkAddresses([host], url.protocol, it.policy);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...it.headers, 'Content-Length': Buffer.byteLength(it.body) },
    lookup: guardedLookup(url.protocol, it.policy),
    // No connection outlives its request, so that none holds on to an earlier look-up.
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
    request.once('error', reject);
    // Whatever else becomes of the connection: one that was closed already tells of no abortion.
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    // A receiver that wants to speak another protocol; without this there would be no answer at all.
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

/** Lets the answer pass, up to a limit; that it broke off does not matter any more. */
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

/** Throws when it is larger, and when it breaks off before its end. */
async function readUpTo(response: IncomingMessage, limit: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) throw new RefusedTargetError('The answer is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name does not exist.',
  EAI_AGAIN: 'The name could not be looked up.',
  ECONNREFUSED: 'Nobody listens there.',
  ECONNRESET: 'The receiver broke the connection off.',
  EPIPE: 'The receiver broke the connection off.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  CERT_HAS_EXPIRED: 'The receiver’s certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The receiver’s certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The receiver’s certificate is for another name.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The receiver’s certificate cannot be verified.',
};

function explain(error: unknown): string {
  if (error instanceof RefusedTargetError) return error.message;
  // Several addresses were tried: what befell the last one is as good as any.
  const last = error instanceof AggregateError ? (error.errors.at(-1) as unknown) : error;
  const { code = '' } = last as { code?: string };
  return CAUSES[code] ?? `The request failed${code === '' ? '' : ` (${code})`}.`;
}
