import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { appContextKey, requestContext, type AppContext } from '../app-context.ts';
import { redirectToCanonicalPath } from './canonical.server.ts';

test.each([
  ['/Services/Video?utm_source=x', '/services/video?utm_source=x'],
  ['/terms/?a=1&a=2', '/terms?a=1&a=2'],
  ['/about?utm_source=x', '/?utm_source=x#about-us-section'],
  ['/services/editing-post-production?q=cut', '/services?q=cut#editing-post-production'],
])('%s leads to %s', async (asked, target) => {
  const request = new Request(`http://localhost:3000${asked}`);
  const context = new RouterContextProvider();
  const settings = { languages: { main: 'en', offered: ['en'] } };
  context.set(appContextKey, { catalogue: CATALOGUE, settings } as unknown as AppContext);
  context.set(requestContext, { id: '', address: '', nonce: '' });
  const args = { request, context, params: {}, pattern: '/*', url: new URL(request.url) };
  const led = Promise.resolve(
    redirectToCanonicalPath(args, () => Promise.resolve(new Response())),
  ).catch((answer: unknown) => answer);
  const answer = (await led) as Response;
  expect([answer.status, answer.headers.get('Location')]).toEqual([301, target]);
});
