import * as v from 'valibot';
import { CATALOGUE_OPERATIONS } from './catalogue-operations.server.ts';
import { COUPON_OPERATIONS } from './coupon-operations.server.ts';
import { CONVERSATION_OPERATIONS } from './conversation-operations.server.ts';
import { EVENT_OPERATIONS } from './event-operations.server.ts';
import { INVOICE_OPERATIONS } from './invoice-operations.server.ts';
import type { ApiContext, ApiServices, KeyedOperation, Operation, Program } from './operation.ts';
import { ORDER_OPERATIONS } from './order-operations.server.ts';
import { ApiProblem } from './problem.ts';
import { ORDER_WORK_OPERATIONS } from './order-work-operations.server.ts';
import { PUBLIC_OPERATIONS } from './public-operations.server.ts';
import { SUBSCRIPTION_OPERATIONS } from './subscription-operations.server.ts';
import { explainIssue, readPath, readQuery } from './read-parameters.ts';

export const KEYED_OPERATIONS: readonly KeyedOperation[] = [
  ...CATALOGUE_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...ORDER_WORK_OPERATIONS,
  ...INVOICE_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...COUPON_OPERATIONS,
  ...CONVERSATION_OPERATIONS,
  ...EVENT_OPERATIONS,
];

export const OPERATIONS: readonly Operation[] = [...PUBLIC_OPERATIONS, ...KEYED_OPERATIONS];

/** Public data has open CORS headers, because the responses depend on no cookie and no session. */
export const OPEN_TO_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

export function isOpenToAll(offered: readonly FoundOperation[]): boolean {
  return offered.every(({ operation }) => operation.scope === undefined);
}

/**
 * Returns the CORS headers for an error in front of the API, so that other sites can read the error and
 * Retry-After.
 */
export function openToAll(pathname: string): Readonly<Record<string, string>> {
  return isOpenToAll(findOperations(OPERATIONS, pathname)) ? OPEN_TO_ALL : {};
}

export interface FoundOperation {
  readonly operation: Operation;
  /** The values of the path's {placeholders}. */
  readonly values: Readonly<Record<string, string>>;
}

/** Runs the public operation of this URL. Throws {@link ApiProblem}. */
export async function runOperation(
  services: ApiServices,
  url: URL,
): Promise<{ readonly isKept: boolean; readonly body: unknown }> {
  const [found] = findOperations(PUBLIC_OPERATIONS, url.pathname);
  if (!found || found.operation.scope !== undefined) throw missingAt(url);
  const { operation } = found;
  const input = readInput(found, url);
  const answer = await operation.run(services, input);
  if (answer === undefined) throw missingAt(url);
  // Parsing removes everything that the schema does not name, such as email addresses.
  return { isKept: operation.isKept ?? true, body: v.parse(operation.answer, answer) };
}

export async function runKeyedOperation(
  appContext: ApiContext,
  operation: KeyedOperation,
  values: FoundOperation['values'],
  url: URL,
  program: Program,
  sent: string,
): Promise<unknown> {
  const input = readInput({ operation, values }, url);
  const { body } = operation;
  const answer = await operation.run(
    appContext,
    input,
    program,
    body?.kind === 'json' ? readJson(body.schema, sent) : sent,
  );
  if (answer === undefined) throw missingAt(url);
  return v.parse(operation.answer, answer);
}

function readInput({ operation, values }: FoundOperation, url: URL) {
  const path = readPath(operation.parameters, values);
  if (!path) throw missingAt(url);
  return { ...path, ...readQuery(operation.query, url.searchParams) };
}

function missingAt({ pathname }: URL): ApiProblem {
  return new ApiProblem('not-found', `Nothing was found at ${pathname}.`);
}

/** Throws a problem that names the invalid member. */
function readJson<S extends v.GenericSchema>(schema: S, sent: string): v.InferOutput<S> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(sent);
  } catch {
    throw new ApiProblem('invalid-body', 'The body is not valid JSON.');
  }
  const result = v.safeParse(schema, parsed);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const member = v.getDotPath(issue) ?? undefined;
  const must = issue.type === 'strict_object' ? 'is unknown or missing' : explainIssue(issue);
  throw new ApiProblem(
    'invalid-body',
    member === undefined ? 'The body must be an object.' : `'${member}' ${must}.`,
    { parameter: member },
  );
}

export function findOperations(
  operations: readonly Operation[],
  pathname: string,
): readonly FoundOperation[] {
  const parts = pathname.split('/').map(decode);
  return operations.flatMap((operation) => {
    const template = operation.path.split('/');
    if (template.length !== parts.length) return [];
    const values: [string, string][] = [];
    const isMatch = template.every((part, index) => {
      const actual = parts[index];
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined || actual === undefined) return part === actual;
      return values.push([name, actual]) > 0;
    });
    return isMatch ? [{ operation, values: Object.fromEntries(values) }] : [];
  });
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
