import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import type { BrowserSubscription } from '../../app/notifications/server/push/devices.server.ts';
import type { PushPayload } from '../../app/chat/protocol/conversation-notice.ts';
import type { PushSender } from '../../app/notifications/server/push/push-sender.server.ts';
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

/** What the browser does with a push (RFC 8291 and RFC 8188), written out from the standards. */
export function openPush(body: Buffer, keys: ECDH, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const ikm = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), secret, keyInfo, 32));
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(info), length));
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive('Content-Encoding: aes128gcm\0', 16),
    derive('Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and padding.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
