import { t } from '../../../i18n/translate.ts';
import { hash } from 'node:crypto';
import type { PushPayload } from '../../../chat/protocol/conversation-notice.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { post, type PostResult } from '../../../platform/outgoing/post.server.ts';
import type { TargetPolicy } from '../../../platform/outgoing/target.server.ts';
import { readOrCreateSecret } from '../../../platform/secrets.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { PUSH_TTL_SECONDS } from '../../protocol/rules.ts';

export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushSender {
  /** Browsers subscribe with this key, so that no other server can send to them. */
  readonly publicKey: string;
  readonly policy: TargetPolicy;
  /** Returns `undefined` if `signal` or the end of the process cancelled the request. */
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

/** The package is loaded on first use, because most processes send no pushes. */
const loadWebPush = async () => (await import('web-push')).default;

/** The key pair is created at the first start. Existing subscriptions depend on it. */
export async function readVapidKeys(db: Database): Promise<VapidKeys> {
  const create = async () => JSON.stringify((await loadWebPush()).generateVAPIDKeys());
  return JSON.parse(await readOrCreateSecret(db, 'vapid', create)) as VapidKeys;
}

/**
 * The targets that push services may have. Every member can register one, so WEBHOOK_ALLOW_PRIVATE, which is
 * meant for admins, does not apply.
 */
export function pushPolicy({ publicOrigin }: Pick<Settings, 'publicOrigin'>): TargetPolicy {
  return publicOrigin === undefined ? 'loopback' : 'public';
}

interface PushSenderOptions {
  readonly keys: VapidKeys;
  /** The address to which a push service can report problems. */
  readonly contact: () => string;
  readonly policy: TargetPolicy;
  readonly timeoutMs?: number;
}

/**
 * Encrypts for the browser and signs for the push service with web-push (RFC 8291, RFC 8292). The request uses
 * our own client, which checks the target and follows no redirects.
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
          // The push service replaces an undelivered push with the same topic.
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
    /** Cancels requests that have no signal of their own. */
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

/** Returns the error for the device's owner, or null if the push was delivered. */
export function explainPush(result: PostResult): string | null {
  if ('error' in result) return result.error;
  const { status } = result;
  if (status >= 200 && status < 300) return null;
  if (isGone(result)) return t('The browser does not take notifications any more.');
  if (status === 401 || status === 403)
    return t('The push service refused our key ({status}).', { status });
  if (status === 413) return t('The push service found the notification too large (413).');
  if (status === 429) return t('The push service wants fewer notifications (429).');
  if (status >= 300 && status < 400)
    return t('The push service answered with a redirect ({status}).', { status });
  return t('The push service answered with {status}.', { status });
}

/** The subscription has ended, because the browser was reset or the permission was revoked. */
export function isGone(result: PostResult): boolean {
  return 'status' in result && (result.status === 404 || result.status === 410);
}
