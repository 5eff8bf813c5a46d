import { say } from '../../platform/say.ts';
import { hash } from 'node:crypto';
import type { Database } from '../../platform/db/database.server.ts';
import { post, type PostResult } from '../../platform/outgoing/post.server.ts';
import type { TargetPolicy } from '../../platform/outgoing/target.server.ts';
import { readOrCreateSecret } from '../../platform/secrets.server.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { PUSH_TTL_SECONDS } from './rules.ts';

/** The browser a push is for. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What the service worker shows; `public/service-worker.js` reads it. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** Of two with the same tag only the newer one is shown. */
  readonly tag: string;
  /** What a click opens, on this site. */
  readonly path: string;
  /** The newest message it tells of; a push that tells nothing newer makes no sound. */
  readonly number: number;
  /** What the app's icon counts: as the dashboard does, all that this person has not read. */
  readonly unread?: number;
  /** Where it can be answered from the notification, with `memberId`, whose answer it is. */
  readonly conversationId?: string;
  readonly memberId?: string;
  /** In which the worker says what becomes of that; English without it. */
  readonly language?: string;
}

/** Hands pushes to the browsers' push services. */
export interface PushSender {
  /** What browsers subscribe with, so that no other server can send to them. */
  readonly publicKey: string;
  readonly policy: TargetPolicy;
  /** Undefined when it was called off, by `signal` or because the process ends. */
  send(
    target: PushTarget,
    payload: PushPayload,
    signal?: AbortSignal,
  ): Promise<PostResult | undefined>;
}

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Read when somebody has turned pushes on: most starts send none. */
const loadWebPush = async () => (await import('web-push')).default;

/** The keys of this installation, made at the first start: browsers' subscriptions hang on them. */
export async function readVapidKeys(db: Database): Promise<VapidKeys> {
  const create = async () => JSON.stringify((await loadWebPush()).generateVAPIDKeys());
  return JSON.parse(await readOrCreateSecret(db, 'vapid', create)) as VapidKeys;
}

/**
 * Where push services may be. Any person of the team names one, so what an operator allows for the
 * webhooks of admins (WEBHOOK_ALLOW_PRIVATE) does not count here.
 */
export function pushPolicy({ publicOrigin }: Pick<Settings, 'publicOrigin'>): TargetPolicy {
  return publicOrigin === undefined ? 'loopback' : 'public';
}

interface PushSenderOptions {
  readonly keys: VapidKeys;
  /** Whom a push service may write to when something is wrong with our pushes. */
  readonly contact: () => string;
  readonly policy: TargetPolicy;
  readonly timeoutMs?: number;
}

/**
 * Encrypts for the browser and signs for the push service (RFC 8291, RFC 8292) with web-push. Sent
 * over our own connection: where it may lead is checked, and nothing is followed.
 */
export function openPushSender(options: PushSenderOptions): PushSender & { close(): void } {
  const { keys, contact, policy, timeoutMs } = options;
  const ending = new AbortController();
  return {
    publicKey: keys.publicKey,
    policy,
    async send({ endpoint, p256dh, auth }, payload, signal = ending.signal) {
      const { headers, body } = (await loadWebPush()).generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        {
          vapidDetails: { subject: `mailto:${contact()}`, ...keys },
          TTL: PUSH_TTL_SECONDS,
          urgency: 'high',
          // What the device has not fetched yet is replaced at the push service already.
          topic: hash('sha256', payload.tag, 'base64url').slice(0, 32),
        },
      );
      const result = await post({
        url: endpoint,
        headers: toStrings(headers),
        body: body ?? '',
        policy,
        signal,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      return 'error' in result && signal.aborted ? undefined : result;
    },
    /** Calls off what is under way without a signal of its own. */
    close: () => ending.abort(),
  };
}

function toStrings(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Why a push did not arrive, in words for the person whose device it is; null when it did. */
export function explainPush(result: PostResult): string | null {
  if ('error' in result) return result.error;
  const { status } = result;
  if (status >= 200 && status < 300) return null;
  if (isGone(result)) return say('The browser does not take notifications any more.');
  if (status === 401 || status === 403)
    return say('The push service refused our key ({status}).', { status });
  if (status === 413) return say('The push service found the notification too large (413).');
  if (status === 429) return say('The push service wants fewer notifications (429).');
  if (status >= 300 && status < 400)
    return say('The push service answered with a redirect ({status}).', { status });
  return say('The push service answered with {status}.', { status });
}

/** The subscription is over: the browser was reset, or its owner withdrew the permission. */
export function isGone(result: PostResult): boolean {
  return 'status' in result && (result.status === 404 || result.status === 410);
}
