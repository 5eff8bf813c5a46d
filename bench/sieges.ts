import { request, type Agent } from 'node:http';

export interface Siege {
  readonly title: string;
  /** `n` makes each request unique. */
  readonly ask: (n: number, cookies: Cookies) => Asked;
  /** True for one network per connection; otherwise all connections share one network. */
  readonly isSpread?: boolean;
}

export const SIEGES: readonly Siege[] = [
  { title: 'pages with a query', ask: (n) => ({ path: `/services?q=${n}` }) },
  { title: 'missing pages', ask: (n) => ({ path: `/nothing-${n}` }) },
  { title: 'data of pages', ask: (n) => ({ path: `/services.data?q=${n}` }) },
  { title: 'answers in JSON', ask: (n) => ({ path: `/chat/availability?n=${n}` }) },
  {
    title: 'sign-ins',
    isSpread: true,
    ask: (n) => ({ method: 'POST', path: '/login', body: `email=a${n}%40b.example&password=x` }),
  },
  { title: 'captchas', isSpread: true, ask: () => ({ path: '/captcha' }) },
  {
    title: 'refused handshakes',
    ask: () => ({
      path: '/live/?EIO=4&transport=websocket',
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version': '13',
        Origin: 'https://elsewhere.example',
      },
    }),
  },
  {
    title: 'searches in messages',
    ask: (n, { agent }) => ({
      path: `/agentchat/search?text=order%20${n}`,
      headers: { Cookie: agent },
    }),
  },
  {
    title: 'reports over a year',
    ask: (n, { manager }) => ({
      path: `/team/reports?from=${dayBefore(365 - (n % 7))}&to=${dayBefore(0)}`,
      headers: { Cookie: manager },
    }),
  },
];
export interface Cookies {
  readonly agent: string;
  readonly manager: string;
}

export interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function dayBefore(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Sends a request from this client address; resolves with the status after the whole response. */
export function send(
  origin: string,
  address: string,
  { path, method = 'GET', headers = {}, body }: Asked,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(origin);
    const sent = request({
      agent,
      host: '127.0.0.1',
      port: url.port,
      path,
      method,
      headers: {
        Host: url.host,
        Origin: origin,
        'X-Forwarded-For': address,
        Accept: 'text/html',
        ...(body === undefined
          ? {}
          : {
              'Content-Type': 'application/x-www-form-urlencoded',
              'Content-Length': Buffer.byteLength(body),
            }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.end(body);
  });
}
