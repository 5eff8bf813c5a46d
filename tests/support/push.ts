import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserSubscription } from '../../app/notifications/devices.server.ts';
import type { PushPayload, PushSender } from '../../app/notifications/push-sender.server.ts';
import type { PostResult } from '../../app/platform/outgoing/post.server.ts';

/** Writes down what would have been sent, and answers as a test wants. */
export function recordingPush() {
  const sent: { endpoint: string; payload: PushPayload }[] = [];
  const answers = new Map<string, PostResult | undefined>();
  const push: PushSender = {
    publicKey: 'BNotAKeyOfAnyServer',
    policy: 'loopback',
    send({ endpoint }, payload) {
      sent.push({ endpoint, payload });
      return Promise.resolve(answers.has(endpoint) ? answers.get(endpoint) : { status: 201 });
    },
  };
  return {
    push,
    sent,
    /** How the push service of this browser answers from now on; undefined: it was called off. */
    answer: (endpoint: string, result: PostResult | undefined) => answers.set(endpoint, result),
  };
}

/** What a browser keeps to itself, and what it hands out when it subscribes. */
export function browserKeys(endpoint: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const secret = randomBytes(16);
  const subscription: BrowserSubscription = {
    endpoint,
    keys: {
      p256dh: keys.getPublicKey().toString('base64url'),
      auth: secret.toString('base64url'),
    },
  };
  return { keys, secret, subscription };
}
