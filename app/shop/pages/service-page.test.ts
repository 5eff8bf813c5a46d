import type { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useEmbeddedDatabase } from '../../../tests/support/database.ts';
import { createTestAppContext } from '../../../tests/support/app-context.ts';
import { teamServices, TEST_ORIGIN } from '../../../tests/support/team.ts';
import { createLoadContext, type AppContext } from '../../app-context.ts';
import type { Captcha } from '../../platform/captcha.server.ts';
import { knownReviewerCookie } from '../../reviews/server/review-cookies.server.ts';
import { receiveReview } from '../../reviews/pages/receive-review.server.ts';
import type { Service } from '../service.ts';
import { readServicePage } from './service-page.server.ts';

const store = useEmbeddedDatabase();
const ASTRID = 'astrid.lund@fjordbooks.example';
const NOOR = 'noor.haddad@cedarpress.example';
const REVIEW = '0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a';

/** The review comes from another network and has no captcha. */
async function post(
  appContext: AppContext,
  email: string,
  cookie: string,
  network = '203.0.113.9',
  more: Readonly<Record<string, string>> = {},
) {
  const request = new Request(`${TEST_ORIGIN}/services/graphics/book-design`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams({
      name: 'Astrid Lund',
      email,
      rating: '5',
      text: 'Fine work.',
      ...more,
    }),
  });
  const info = { id: 'request-1', address: network, nonce: 'nonce' };
  const context: Readonly<RouterContextProvider> = createLoadContext(appContext, info);
  const { data, init } = await receiveReview({ context, request }, 'graphics', 'book-design');
  const headers = new Headers(init?.headers);
  return { result: data, cookie: headers.get('Set-Cookie')?.split(';')[0] ?? '' };
}

test('a captcha that was solved counts for its browser and address alone, and for so many reviews', async () => {
  const services = teamServices(store.db);
  const appContext = createTestAppContext(store.db, services);
  const reviewer = knownReviewerCookie(appContext.cookieSecret, true);
  const cookie = (await reviewer.remember(ASTRID, REVIEW)).split(';')[0] ?? '';
  const asked = { ok: false, field: 'captcha', needsCaptcha: true };
  expect((await post(appContext, ASTRID, '')).result).toMatchObject(asked);
  expect((await post(appContext, NOOR, cookie)).result).toMatchObject(asked);

  // A cookie that is shared between networks shares one limit.
  let sent = cookie;
  for (let number = 0; number < 20; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await post(appContext, ASTRID, sent, `198.51.100.${number}`);
    expect(answer.result).toEqual({ ok: true });
    sent = answer.cookie;
  }
  expect((await post(appContext, ASTRID, sent, '198.51.100.99')).result).toMatchObject(asked);
  services.clock.advance(60_000);
  expect((await post(appContext, ASTRID, sent, '198.51.100.99')).result).toEqual({ ok: true });
});

test('a review that is sent again makes nobody known, whoever sends it', async () => {
  const services = teamServices(store.db);
  const captcha = { verify: (answer: string) => Promise.resolve(answer === 'solved') } as Captcha;
  const appContext = { ...createTestAppContext(store.db, services), captcha };
  const reviewer = knownReviewerCookie(appContext.cookieSecret, true);
  const nameIn = (cookie: string, email: string) =>
    reviewer.find(new Request(TEST_ORIGIN, { headers: { Cookie: cookie } }), email);
  const sent = { key: '0123456789abcdef0123456789abcdef', captcha: 'solved' };
  const first = await post(appContext, ASTRID, '', '203.0.113.9', sent);
  const again = await post(appContext, ` ${ASTRID.toUpperCase()}`, '', '203.0.113.10', sent);
  const stranger = await post(appContext, NOOR, '', '203.0.113.11', sent);

  expect([first, again, stranger].map(({ result }) => result.ok)).toEqual([true, true, true]);
  expect(await nameIn(first.cookie, ASTRID)).toBeTypeOf('string');
  expect([again.cookie, stranger.cookie]).toEqual(['', '']);
  // A review without a captcha does not create another cookie either.
  const second = { key: 'fedcba9876543210fedcba9876543210' };
  expect((await post(appContext, ASTRID, first.cookie, '203.0.113.12', second)).result.ok).toBe(
    true,
  );
  expect((await post(appContext, ASTRID, '', '203.0.113.13', second)).cookie).toBe('');
});

test('the questions of a service replace the text about what it needs', async () => {
  const appContext = createTestAppContext(store.db, teamServices(store.db));
  const { catalogue } = appContext;
  const service = catalogue.findService('writing', 'translation');
  if (!service) throw new Error('There is no translation');
  const query = { sort: 'newest', stars: undefined, purchases: false, page: 1 } as const;
  const needsOf = async (change: Partial<Service>) => {
    const changed = { ...service, needs: 'Your text', ...change };
    return (await readServicePage(appContext, catalogue, changed, query)).service.needs;
  };
  expect(await needsOf({})).toBe('');
  expect(await needsOf({ intake: [] })).toBe('Your text');
});
