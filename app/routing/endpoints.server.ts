import { accounts } from '../accounts/http.ts';
import { api } from '../api/http.ts';
import { catalogue } from '../catalogue/http.ts';
import { clients } from '../clients/http.ts';
import { chatExports } from '../chat/http/exports.ts';
import { chatFiles } from '../chat/http/files.ts';
import { inboxConversations } from '../chat/http/inbox-conversations.ts';
import { inboxVisitors } from '../chat/http/inbox-visitors.ts';
import { inbox } from '../chat/http/inbox.ts';
import { visitorChat } from '../chat/http/visitor.ts';
import { json, refusal } from '../http/answer.server.ts';
import { captcha } from '../http/captcha.server.ts';
import { anyone } from '../http/guards.server.ts';
import { createRouter, guardOf, type EndpointEnv, type Reading } from '../http/router.server.ts';
import { inboundEmail } from '../inbound-email/http.ts';
import { notifications } from '../notifications/http.ts';
import { orders } from '../orders/http.ts';
import { RefusedError } from '../platform/errors.ts';
import { portal } from '../portal/http.ts';
import { t, msg } from '../i18n/translate.ts';
import { reviews } from '../reviews/http.ts';
import { shop } from '../shop/http.ts';

/** Every endpoint of the product. The pages are in `app/routes.ts`. */
const ROUTERS = [
  accounts,
  api,
  captcha,
  catalogue,
  chatExports,
  chatFiles,
  clients,
  inboundEmail,
  inbox,
  inboxConversations,
  inboxVisitors,
  notifications,
  orders,
  portal,
  reviews,
  shop,
  visitorChat,
];

const READ_ONLY = msg("This address is read-only: it doesn't accept data.");
const SENT_ONLY = msg('This address only accepts data. There is nothing to see here.');

export const ENDPOINTS = createRouter();
for (const router of ROUTERS) ENDPOINTS.route('/', router);

/** The declared routes, without the refusals of other methods. */
export const ENDPOINT_ROUTES = [...ENDPOINTS.routes];

for (const [path, methods] of methodsByPath()) {
  ENDPOINTS.all(path, anyone(), (c) => refuseMethod(c, methods));
}

/** The methods of each endpoint. A page answers the other methods of its own address. */
function methodsByPath(): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  const ofPages = new Set<string>();
  for (const { path, method, handler } of ENDPOINT_ROUTES) {
    if (guardOf(handler)?.isOfPage) ofPages.add(path);
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  }
  for (const [path, all] of methods) if (ofPages.has(path) || all.has('ALL')) methods.delete(path);
  return methods;
}

function refuseMethod({ req }: Reading<EndpointEnv>, methods: ReadonlySet<string>): Response {
  const allowed = methods.has('GET')
    ? ['GET', 'HEAD', ...methods.difference(new Set(['GET']))]
    : methods;
  const message = methods.has('GET') ? t(READ_ONLY) : t(SENT_ONLY);
  const headers = { Allow: [...allowed].join(', '), 'Cache-Control': 'no-store' };
  return req.header('Accept')?.includes('text/html')
    ? new Response(message, { status: 405, headers })
    : json({ error: { message } }, headers, 405);
}

/** Returns the response for a refused request, and undefined for a fault of ours. */
export function explainRefusal(
  error: Error,
  { var: { explain } }: Reading<EndpointEnv>,
): Response | undefined {
  const explained = explain?.(error);
  if (explained || !(error instanceof RefusedError)) return explained;
  const { status, headers, body } = refusal(error);
  return json(body, headers, status);
}
