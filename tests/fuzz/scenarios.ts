import type { Attacker } from './attacker.ts';
import { request } from './requests.ts';
import type { Random } from './random.ts';
import { frame, handshake, socketPackets } from './websocket.ts';

/** What a client does on one connection, one piece after the other. */
export interface Plan {
  readonly pieces: readonly (string | Buffer | Pause)[];
  /** How the connection ends; the server closes many of them first. */
  readonly end: 'close' | 'half-close' | 'destroy' | 'reset';
  /** How long the client stays after its last piece. */
  readonly staysMs: number;
  /** A client that never reads what it is sent. */
  readonly isDeaf?: boolean;
  /** Connections that do the same at the same moment. */
  readonly copies?: number;
}

export interface Pause {
  readonly waitMs: number;
  /** Goes on as soon as something was received. */
  readonly untilAnswered?: boolean;
}

type Scenario = (random: Random, attacker: Attacker) => Plan;

const ENDS = ['close', 'half-close', 'destroy', 'reset', 'reset'] as const;

/** In pieces of random sizes, cut off at a random place now and then. */
function send(random: Random, whole: string | Buffer, change: Partial<Plan> = {}): Plan {
  const bytes = typeof whole === 'string' ? Buffer.from(whole, 'latin1') : whole;
  const length = random.chance(0.25) ? random.between(0, bytes.length) : bytes.length;
  const pieces: (Buffer | Pause)[] = [];
  for (let at = 0; at < length;) {
    const size = random.chance(0.5) ? length : random.between(1, Math.max(1, length >> 2));
    pieces.push(bytes.subarray(at, Math.min(length, at + size)));
    at += size;
    if (at < length && random.chance(0.3)) pieces.push({ waitMs: random.between(1, 100) });
  }
  const staysMs = random.one([0, 0, 10, 100, 500, 1500]);
  return { pieces, end: random.one(ENDS), staysMs, ...change };
}

/** Bytes that are changed, doubled, left out or put in. */
function damage(random: Random, text: string): Buffer {
  let bytes = Buffer.from(text, 'latin1');
  for (let count = random.between(1, 8); count > 0; count -= 1) {
    const at = random.between(0, bytes.length);
    const before = bytes.subarray(0, at);
    const after = bytes.subarray(at);
    const put = random.one([
      Buffer.from([random.between(0, 255)]),
      Buffer.from('\0'),
      Buffer.from('\r\n'),
      Buffer.from('\n'),
      Buffer.from(':'.repeat(random.between(1, 50))),
      Buffer.from(' '.repeat(random.between(1, 2000))),
      random.bytes(random.between(1, 40)),
    ]);
    bytes = random.chance(0.5)
      ? Buffer.concat([before, put, after])
      : Buffer.concat([before, after.subarray(random.between(0, 6))]);
  }
  return bytes;
}

const UPGRADES = ['websocket', 'WebSocket', 'h2c', 'x', 'TLS/1.0', 'websocket, h2c', ''];
const UPGRADE_PATHS = [
  '/x',
  '/live',
  '/live/',
  '/live/?EIO=4&transport=websocket',
  '/live/?EIO=4&transport=polling',
  '/live/?EIO=99&transport=websocket',
  '/live/?EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAA',
  '/live/../x',
  '/',
];

function upgrade(random: Random, attacker: Attacker): string {
  return request(random, attacker, {
    method: random.one(['GET', 'GET', 'GET', 'POST', 'CONNECT']),
    target: random.one(UPGRADE_PATHS),
    headers: [
      `Connection: ${random.one(['Upgrade', 'upgrade, keep-alive', 'Upgrade, HTTP2-Settings'])}`,
      `Upgrade: ${random.one(UPGRADES)}`,
      'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
      `Origin: ${random.one([attacker.origin, 'https://evil.example', 'null'])}`,
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${random.bytes(16).toString('base64')}`,
    ],
  });
}

const get = (random: Random, attacker: Attacker, target: string, headers: readonly string[] = []) =>
  request(random, attacker, { method: 'GET', target, headers });

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'in order': (random, attacker) =>
    send(random, request(random, attacker).repeat(random.between(1, 3)), { staysMs: 500 }),

  damaged: (random, attacker) => send(random, damage(random, request(random, attacker))),

  'pipeline of many kinds': (random, attacker) =>
    send(
      random,
      Array.from({ length: random.between(2, 80) }, () => request(random, attacker)).join(''),
    ),

  'pipeline without end': (random, attacker) => ({
    pieces: Array.from({ length: random.between(1, 20) }, () =>
      get(random, attacker, random.one(['/robots.txt', '/terms', '/health/live', '/x'])).repeat(
        500,
      ),
    ),
    end: random.one(ENDS),
    staysMs: random.one([0, 1000, 3000]),
    isDeaf: random.chance(0.3),
  }),

  upgrade: (random, attacker) => {
    const before = random.chance(0.5) ? get(random, attacker, '/robots.txt') : '';
    return send(random, before + upgrade(random, attacker), {
      end: random.one(['reset', 'reset', 'close', 'half-close']),
      copies: random.one([1, 1, 4, 16]),
    });
  },

  'upgrade, reset at once': (random, attacker) => ({
    pieces: [upgrade(random, attacker), { waitMs: random.between(0, 300) }],
    end: 'reset',
    staysMs: 0,
    copies: random.one([1, 2, 8]),
  }),

  'another protocol': (random, attacker) =>
    send(
      random,
      random.one<() => string | Buffer>([
        () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0`,
        () =>
          Buffer.concat([
            Buffer.from('1603010200010001fc0303', 'hex'),
            random.bytes(random.between(0, 500)),
          ]),
        () => random.bytes(random.between(1, 3000)),
        () => 'GET /\r\n\r\n',
        () => `GET / HTTP/${random.one(['1.0', '0.9', '3.0', '1.2', '11', ''])}\r\n\r\n`,
        () => 'EHLO shop.example\r\nMAIL FROM:<a@b>\r\n',
        () => '\x16\x03\x01'.repeat(500),
        () => `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${get(random, attacker, '/')}`,
      ])(),
    ),

  'slow body': (random, attacker) => {
    const length = random.one([10, 1000, 60_000, 70_000, 8_000_000]);
    const head = request(random, attacker, {
      method: 'POST',
      headers: [`Content-Length: ${length}`, 'Content-Type: application/json'],
      body: '',
    });
    const drops = Array.from({ length: random.between(1, 10) }, () => [
      { waitMs: random.between(10, 200) },
      'x'.repeat(random.between(1, 50)),
    ]).flat();
    return { pieces: [head, ...drops], end: random.one(ENDS), staysMs: random.between(0, 1000) };
  },

  chunks: (random, attacker) => {
    const chunk = random.one([
      () => `5;${'a=b;'.repeat(random.between(1, 3000))}\r\nhello\r\n`,
      () => '5\r\nhello\r\n'.repeat(random.between(1, 500)),
      () => '-5\r\nhello\r\n',
      () => 'ffffffffffffffff\r\nhello\r\n',
      () => '7fffffff\r\nhello',
      () => '5\nhello\n',
      () => '0x5\r\nhello\r\n',
      () => '1\r\nx\r\n'.repeat(5000),
    ]);
    const trailer = random.one([
      '0\r\n\r\n',
      `0\r\n${'X-Trailer: a\r\n'.repeat(random.between(1, 500))}\r\n`,
      '0\r\nContent-Length: 5\r\nTransfer-Encoding: x\r\n\r\n',
      '',
    ]);
    const head = request(random, attacker, {
      method: random.one(['POST', 'GET', 'PUT']),
      headers: ['Transfer-Encoding: chunked', 'Trailer: X-Trailer'],
      body: '',
    });
    return send(random, `${head}${chunk()}${trailer}${get(random, attacker, '/robots.txt')}`);
  },

  'expect a hundred': (random, attacker) => ({
    pieces: [
      request(random, attacker, {
        method: 'POST',
        headers: [
          `Expect: ${random.one(['100-continue', '100-Continue', '200-ok', 'x'.repeat(500)])}`,
          'Content-Length: 20',
        ],
        body: '',
      }),
      { waitMs: random.between(0, 500), untilAnswered: true },
      'x'.repeat(random.between(0, 30)),
    ],
    end: random.one(ENDS),
    staysMs: random.between(0, 500),
  }),

  'wrong length': (random, attacker) =>
    send(
      random,
      request(random, attacker, {
        method: 'POST',
        headers: random.one([
          ['Content-Length: 5', 'Content-Length: 6'],
          ['Content-Length: 5', 'Transfer-Encoding: chunked'],
          ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
          ['Transfer-Encoding: chunked, gzip'],
          ['Transfer-Encoding : chunked'],
          ['Content-Length: -1'],
          ['Content-Length: 99999999999999999999'],
          ['Content-Length: 0'],
        ]),
        body: `5\r\nhello\r\n0\r\n\r\n${get(random, attacker, '/terms')}`,
      }),
    ),

  headers: (random, attacker) =>
    send(
      random,
      get(
        random,
        attacker,
        random.one(['/terms', '/login', '/videos/x.mp4', '/chat', '/live/?EIO=4']),
        random.one<() => string[]>([
          () => Array.from({ length: random.between(1, 300) }, () => `X-${random.text(8)}: a`),
          () => [`Range: bytes=${' '.repeat(random.between(1, 14_000))}x`],
          () => [
            `${random.one(['Accept', 'Cookie', 'Range', 'If-None-Match', 'X-Forwarded-For', 'Forwarded', 'Content-Type', 'Authorization', 'Accept-Language', 'Upload-Metadata', 'Referer', 'User-Agent'])}: ${random.one([',', ' ', ';', '=', '"', 'a=b; ', '/', '\t', 'W/"', '1-'])}`.padEnd(
              random.between(20, 15_000),
              random.one([',', ' ', ';', '"', '=', 'a', '\t']),
            ),
          ],
          () => Array.from({ length: 150 }, () => `Cookie: ${random.text(6)}=${random.text(40)}`),
          () => [`Cookie: ${'embarka_visitor=a; '.repeat(random.between(1, 700))}`],
          () => ['X-Folded: a', ' b', '\tc'],
          () => [`Host: ${random.text(20)}`, `Host: ${random.text(20)}`],
          () => [
            `X-High: ${random
              .bytes(200)
              .toString('latin1')
              .replaceAll(/[\r\n\0]/g, '')}`,
          ],
        ])(),
      ),
    ),

  methods: (random, attacker) =>
    send(
      random,
      request(random, attacker, {
        method: random.one([
          'TRACE',
          'PUT',
          'CONNECT',
          'OPTIONS',
          'PATCH',
          'DELETE',
          'PROPFIND',
          'M-SEARCH',
          'HEAD',
          'PURGE',
          'get',
          'ACL',
        ]),
        target: random.one([
          '*',
          '/',
          '/terms',
          'example.com:443',
          'http://evil.example/',
          `${attacker.origin}/terms`,
          '//',
          '/%00',
          '/%ff',
          `/${'a'.repeat(8000)}`,
          '/../../etc/passwd',
          '/a\\b',
          '/?'.padEnd(9000, 'a=&'),
        ]),
      }),
    ),

  polling: (random, attacker) => {
    const body = random.one(['40', '4'.repeat(20_000), '1\x1e2\x1e3', '{}', '']);
    return send(
      random,
      get(random, attacker, '/live/?EIO=4&transport=polling') +
        request(random, attacker, {
          method: 'POST',
          target: '/live/?EIO=4&transport=polling&sid=AAAAAAAAAAAAAAAAAAAA',
          headers: [`Content-Length: ${body.length}`],
          body,
        }),
    );
  },

  websocket: (random, attacker) => ({
    pieces: [
      handshake(random, attacker),
      { waitMs: 1500, untilAnswered: true },
      ...socketPackets(random, attacker).flatMap((bytes) => [
        bytes,
        { waitMs: random.between(0, 50) },
      ]),
    ],
    end: random.one(ENDS),
    staysMs: random.between(0, 1500),
    isDeaf: random.chance(0.1),
    copies: random.one([1, 1, 1, 5]),
  }),

  'websocket without end': (random, attacker) => {
    const [kind, payload] = random.one<readonly [number, string]>([
      [1, '42["x"]'],
      [9, 'p'.repeat(125)],
      [9, ''],
      [10, ''],
      [1, '2'],
      [1, '42["typing",{"conversationId":"x"}]'],
      [1, '40{"as":"visitor"}'],
    ]);
    const many = Buffer.concat(Array.from({ length: 500 }, () => frame(random, kind, payload)));
    return {
      pieces: [
        handshake(random, attacker),
        { waitMs: 1500, untilAnswered: true },
        frame(
          random,
          1,
          `40${JSON.stringify({ as: 'visitor', conversationId: attacker.conversationId })}`,
        ),
        { waitMs: random.between(0, 300) },
        ...Array.from({ length: random.between(1, 100) }, () => [many, { waitMs: 5 }]).flat(),
      ],
      end: random.one(ENDS),
      staysMs: random.between(0, 1500),
      isDeaf: random.chance(0.5),
    };
  },

  'websockets reset together': (random, attacker) => ({
    pieces: [
      handshake(random, attacker),
      { waitMs: 2000, untilAnswered: true },
      frame(
        random,
        1,
        `40${JSON.stringify({ as: 'visitor', conversationId: attacker.conversationId })}`,
      ),
      { waitMs: random.between(0, 1000) },
    ],
    end: 'reset',
    staysMs: 0,
    copies: random.one([10, 50]),
  }),

  'never reads': (random, attacker) => ({
    pieces: [get(random, attacker, '/').repeat(random.between(1, 200))],
    end: random.one(ENDS),
    staysMs: 2000,
    isDeaf: true,
  }),

  'says nothing': (random) => ({
    pieces: random.chance(0.5) ? [] : ['GET / HT'],
    end: random.one(ENDS),
    staysMs: random.between(100, 2500),
    copies: random.one([1, 20]),
  }),
};
