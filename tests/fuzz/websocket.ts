import type { Random } from './random.ts';
import { request } from './requests.ts';
import type { Attacker } from './attacker.ts';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** A handshake that the server accepts. */
export function handshake(random: Random, attacker: Attacker): string {
  return request(random, attacker, {
    method: 'GET',
    target: '/live/?EIO=4&transport=websocket',
    headers: [
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Origin: ${attacker.origin}`,
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${random.bytes(16).toString('base64')}`,
      ...(random.chance(0.5) ? ['Sec-WebSocket-Extensions: permessage-deflate'] : []),
      `Cookie: ${attacker.cookie}`,
    ],
  });
}

interface FrameShape {
  readonly isMasked?: boolean;
  readonly isLast?: boolean;
  /** Bits that no extension gave a meaning. */
  readonly reserved?: number;
  readonly toldLength?: bigint;
}

/** A frame of RFC 6455, 5.2. */
export function frame(
  random: Random,
  kind: number,
  payload: string | Buffer,
  { isMasked = true, isLast = true, reserved = 0, toldLength }: FrameShape = {},
): Buffer {
  const bytes = Buffer.from(payload);
  const length = toldLength ?? BigInt(bytes.length);
  const first = (isLast ? 0x80 : 0) | (reserved << 4) | kind;
  const mask = isMasked ? 0x80 : 0;
  let head: Buffer;
  if (length < 126n) {
    head = Buffer.from([first, mask | Number(length)]);
  } else if (length < 65_536n) {
    head = Buffer.from([first, mask | 126, 0, 0]);
    head.writeUInt16BE(Number(length), 2);
  } else {
    head = Buffer.alloc(10);
    head[0] = first;
    head[1] = mask | 127;
    head.writeBigUInt64BE(length, 2);
  }
  if (!isMasked) return Buffer.concat([head, bytes]);
  const key = random.bytes(4);
  return Buffer.concat([head, key, bytes.map((byte, at) => byte ^ (key[at % 4] ?? 0))]);
}

/** What a client says once it is connected: much of it is no packet of ours. */
export function socketPackets(random: Random, attacker: Attacker): Buffer[] {
  const hello = { as: 'visitor', conversationId: attacker.conversationId };
  const packets = Array.from({ length: random.between(1, 20) }, () =>
    random.one<() => Buffer>([
      () => frame(random, TEXT, `40${JSON.stringify(hello)}`),
      () => frame(random, TEXT, '42["typing",{}]'),
      () => frame(random, TEXT, `42["typing",${JSON.stringify(hello)}]`),
      () => frame(random, TEXT, `451-["x",{"_placeholder":true,"num":0}]`),
      () => frame(random, TEXT, `42${'['.repeat(random.between(1, 16_000))}`),
      () => frame(random, TEXT, random.text(random.between(0, 200), '0123456789[]{}",-/')),
      () => frame(random, TEXT, 'x'.repeat(random.one([200, 16_000, 17_000, 70_000]))),
      () => frame(random, TEXT, random.bytes(50)),
      () => frame(random, 2, random.bytes(random.between(0, 500))),
      () => frame(random, TEXT, '2', { isMasked: false }),
      () => frame(random, TEXT, '2', { reserved: random.between(1, 7) }),
      () => frame(random, random.between(3, 15), 'x'),
      () => frame(random, TEXT, 'x', { toldLength: 2n ** BigInt(random.between(16, 63)) }),
      () => frame(random, TEXT, 'half', { isLast: false }),
      () => frame(random, 0, ' a message', { isLast: random.chance(0.5) }),
      () => Buffer.concat(Array.from({ length: 200 }, () => frame(random, PING, 'p'))),
      () => frame(random, PING, 'p'.repeat(200)),
      () => frame(random, PONG, ''),
      () => frame(random, CLOSE, random.bytes(random.between(0, 5))),
    ])(),
  );
  return random.chance(0.7)
    ? [frame(random, TEXT, `40${JSON.stringify(hello)}`), ...packets]
    : packets;
}
