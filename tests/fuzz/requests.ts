import type { Random } from './random.ts';
import type { Attacker } from './attacker.ts';

interface Change {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

const READ = [
  '/',
  '/terms',
  '/services',
  '/services?q=logo+under+500&page=2',
  '/services/graphics/book-design',
  '/services/graphics/book-design.data?_routes=x',
  '/search.json?q=design',
  '/api/v1/reviews?service=graphics/book-design',
  '/api/v1/openapi.json',
  '/chat',
  '/chat/captcha',
  '/captcha',
  '/agentchat/inbox',
  '/team/settings',
  '/login',
  '/order/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '/photos/00000000-0000-4000-8000-000000000000/400.webp',
  '/robots.txt',
  '/sitemap.xml',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/favicon.ico',
  '/es/services',
  '/widget?host=https://example.com',
  '/widget/1.js',
  '/%E0%A4%A',
  '/nothing/of/this/name',
];

const WRITTEN = [
  '/login',
  '/login.data',
  '/create-account',
  '/forgot-password',
  '/chat/conversations',
  '/chat/conversations/ID/messages',
  '/chat/conversations/ID/read',
  '/chat/conversations/ID/files',
  '/agentchat/conversations/ID/messages',
  '/services/graphics/book-design',
  '/reviews/1/report',
  '/order/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '/order/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/brief/files',
  '/team/catalogue/import',
  '/team/settings',
  '/team/catalogue/media',
  '/webhooks/stripe',
  '/webhooks/paypal',
  '/webhooks/mail',
  '/api/v1/conversations',
  '/setup',
];

/** A request that is in order, but for what `change` says. */
export function request(random: Random, attacker: Attacker, change: Change = {}): string {
  const method = change.method ?? random.one(['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST']);
  const isRead = method === 'GET' || method === 'HEAD';
  const target = (change.target ?? random.one(isRead ? READ : WRITTEN)).replace(
    'ID',
    attacker.conversationId,
  );
  const body = change.body ?? (isRead ? '' : bodyOf(random));
  const type = random.one([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'application/offset+octet-stream',
    'message/rfc822',
    'text/plain',
  ]);
  const own = change.headers ?? [];
  const hasLength = own.some((line) => /^(content-length|transfer-encoding)/i.test(line));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${attacker.port}`,
    ...(random.chance(0.7) ? [`X-Forwarded-For: 203.0.113.${random.between(1, 250)}`] : []),
    ...(random.chance(0.3) ? [`Cookie: ${attacker.cookie}`] : []),
    ...(random.chance(0.1) ? [`Cookie: embarka.session_token=${random.text(40)}`] : []),
    ...(isRead ? [] : [`Origin: ${attacker.origin}`, `Content-Type: ${type}`]),
    ...(body === '' || hasLength ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`]),
    ...own,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function bodyOf(random: Random): string {
  return random.one<() => string>([
    () => '{"text":"Hello","clientId":"00000000-0000-4000-8000-000000000001"}',
    () => '['.repeat(random.between(1, 20_000)),
    () => `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    () => JSON.stringify({ text: random.text(random.between(1, 5000), 'a\u0301\u202e\0 ') }),
    () => `email=${random.text(20)}%40example.com&password=${random.text(20)}`,
    () => 'a=1&'.repeat(random.between(1, 10_000)),
    () => `email=${'%'.repeat(random.between(1, 20_000))}`,
    () =>
      Array.from(
        { length: random.between(1, 200) },
        (_, at) => `--b\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\nx\r\n`,
      ).join('') + random.one(['--b--\r\n', '--b', '']),
    () => `--b\r\nContent-Disposition: form-data; name="${'"'.repeat(3000)}\r\n\r\n--b--`,
    () => 'x'.repeat(random.between(1, 64 * 1024)),
    () => `From: a@b\r\nTo: c@d\r\n${'X: y\r\n '.repeat(2000)}\r\n\r\nHello`,
    () => '',
  ])();
}
