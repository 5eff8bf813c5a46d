import { VISITORS } from '../support/cast.ts';
import { expect, test } from '../support/e2e.ts';

const START = {
  id: `conv_1700000000000_${'a'.repeat(26)}`,
  email: VISITORS.elena,
  topic: 'Sales Inquiry',
  service: null,
};

test('a body over the limit is answered with 413 and a sentence', async ({ request, server }) => {
  const response = await request.post('/chat/conversations', {
    headers: { Origin: server.origin },
    data: { ...START, email: 'x'.repeat(200_000) },
  });
  expect(response.status()).toBe(413);
  expect(await response.json()).toEqual({
    error: { message: 'This is too large to send. The limit is 64 KB.' },
  });
});

test('a write from another origin, or from none, is refused', async ({ request }) => {
  const headers: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    {},
  ];
  for (const origin of headers) {
    const response = await request.post('/chat/conversations', { headers: origin, data: START });
    expect(response.status()).toBe(403);
  }
});

for (const [what, change, message] of [
  ['an unknown topic', { topic: 'Gossip' }, '‘topic’'],
  ['an id of another form', { id: 'conv_1' }, '‘id’'],
  ['a number for an address', { email: 7 }, '‘email’'],
  ['a malformed address', { email: 'elena at northfold' }, 'Please enter a valid email address'],
  ['a disposable address', { email: 'hello@mailinator.com' }, 'permanent email address'],
  [
    'a temporary-looking address',
    { email: 'test.one@northfold.example' },
    'appears to be temporary',
  ],
] as const) {
  test(`starting a chat with ${what} is refused by name`, async ({ request, server }) => {
    const response = await request.post('/chat/conversations', {
      headers: { Origin: server.origin },
      data: { ...START, ...change },
    });
    expect(response.status()).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(message);
  });
}

test('what is not JSON is refused', async ({ request, server }) => {
  const response = await request.post('/chat/conversations', {
    headers: { Origin: server.origin, 'Content-Type': 'application/json' },
    data: Buffer.from('{"id":'),
  });
  expect(response.status()).toBe(400);
});

for (const path of [
  '/services/graphics/no-such-service',
  '/services/no-such-section',
  '/services/graphics/book-design/more',
]) {
  test(`${path} is a real 404`, async ({ request }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(404);
    if (!path.endsWith('/more')) expect(await response.text()).toContain('Service not found');
  });
}

for (const [from, to] of [
  ['/services/writing/portfolio', '/services/programming/portfolio'],
  ['/services/writing/blurb-writing', '/services/writing/blurb'],
  ['/services/programming/support-it', '/services/programming/support-&-it'],
  ['/services/digital/social-media-boosting', '/services/digital/community-boosting'],
  ['/services/digital/ommunity-boosting', '/services/digital/community-boosting'],
  ['/services/graphics/packaging-label-design', '/services/graphics/packaging-&-label-design'],
  ['/services/editing-post-production', '/services#editing-post-production'],
  ['/Services/Graphics/Book-Design/', '/services/graphics/book-design'],
  ['/services/digital/brand-strategy-%28seo%29', '/services/digital/brand-strategy-(seo)'],
  [
    '/services/graphics/industrial-%26-product-design',
    '/services/graphics/industrial-&-product-design',
  ],
  ['/about', '/#about-us-section'],
] as const) {
  test(`${from} leads to ${to}`, async ({ request }) => {
    const response = await request.get(from, { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers()['location']).toBe(to);
  });
}

test('a method that a page does not take is refused, and is no fault of ours in the log', async ({
  request,
  server,
}) => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const response = await request.fetch('/', { method, headers: { Origin: server.origin } });
    expect([method, response.status()]).toEqual([method, 405]);
  }
  expect(server.output).not.toContain('Request failed');
});
