import { IMPORT_LIMIT } from '../catalogue/protocol/import-limit.ts';
import {
  BODY_LIMIT,
  bytes,
  createRouter,
  guard,
  isTooLarge,
  type CallerEnv,
  type EndpointEnv,
  type Reading,
} from '../http/router.server.ts';
import { API_PATH, OPENAPI_PATH } from './protocol/rules.ts';
import {
  admit,
  answerKeyed,
  answerPreflight,
  answerProblem,
  answerRead,
  headersFor,
  refuseMethod,
  requireAccepted,
  requireScope,
} from './server/answer-api.server.ts';
import type { KnownKey } from './server/api-keys.server.ts';
import type { KeyedOperation, Operation } from './server/operation.ts';
import { findOperations, OPERATIONS } from './server/operations.server.ts';
import { ApiProblem } from './server/problem.ts';

type ApiEnv = CallerEnv & {
  Variables: { headers: Headers; key: KnownKey | undefined };
};

/** Metrics count all operations together. */
const API_ROUTE = `${API_PATH}/*`;

/**
 * A key authenticates the request if there is one. It must be valid, and have the scope if the operation needs one.
 * Rate limits are counted for the key or the network.
 */
function apiKey(operation?: Operation) {
  return guard<ApiEnv>('apiKey', async (c) => {
    const { appContext, info } = c.var;
    const { pathname } = new URL(c.req.url);
    const headers = headersFor(findOperations(OPERATIONS, pathname));
    await nameRoute(c);
    c.set('headers', headers);
    c.set('explain', (error) => {
      const problem = isTooLarge(error) ? new ApiProblem('too-large', error.message) : error;
      return answerProblem(appContext, problem, info.id, headers);
    });
    const authorization = c.req.header('Authorization') ?? null;
    const key = await admit(appContext, { authorization, address: info.address }, headers);
    if (operation) requireAccepted(c.req.header('Accept') ?? null, operation);
    if (operation?.scope !== undefined) await requireScope(appContext, operation, key);
    c.set('key', key);
  });
}

async function nameRoute({ req, var: { info } }: Reading<EndpointEnv>): Promise<void> {
  if (new URL(req.url).pathname !== OPENAPI_PATH) info.route = API_ROUTE;
}

async function read(c: Reading<ApiEnv>): Promise<Response> {
  const { appContext, headers, key } = c.var;
  requireAccepted(c.req.header('Accept') ?? null);
  const ifNoneMatch = c.req.header('If-None-Match') ?? null;
  const url = new URL(c.req.url);
  return answerRead(appContext, { url, ifNoneMatch, isKeyed: key !== undefined }, headers);
}

async function runKeyed(
  c: Reading<ApiEnv>,
  operation: KeyedOperation,
  sent: string,
): Promise<Response> {
  const { appContext, info, key, headers } = c.var;
  const url = new URL(c.req.url);
  return answerKeyed(appContext, operation, { url, key: key!, requestId: info.id, sent }, headers);
}

export const api = createRouter();

for (const operation of OPERATIONS) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
  if (operation.scope === undefined) {
    api.get(path, apiKey(operation), read);
  } else if (operation.method === 'GET') {
    api.get(path, apiKey(operation), (c) => runKeyed(c, operation, ''));
  } else {
    const limit = operation.body?.kind === 'file' ? IMPORT_LIMIT : BODY_LIMIT;
    api.post(path, apiKey(operation), bytes(limit), (c) =>
      runKeyed(c, operation, operation.body ? new TextDecoder().decode(c.var.body) : ''),
    );
  }
}
api.get(OPENAPI_PATH, apiKey(), read);

for (const path of [API_ROUTE, OPENAPI_PATH]) {
  // Browsers send no key with a preflight.
  api.options(path, guard<CallerEnv>('apiKey', nameRoute), (c) =>
    answerPreflight(findOperations(OPERATIONS, new URL(c.req.url).pathname)),
  );
  api.all(path, apiKey(), (c) => {
    const offered = findOperations(OPERATIONS, new URL(c.req.url).pathname);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead || offered.length > 0) return refuseMethod(c.req.method, offered);
    return read(c);
  });
}
