import * as v from 'valibot';
import { findOperations, type FoundOperation } from './find-operation.ts';
import type { ApiHost, ApiServices, KeyedOperation, Program } from './operation.ts';
import { ApiProblem } from './problem.ts';
import { PUBLIC_OPERATIONS } from './public-operations.server.ts';
import { readPath, readQuery, explainIssue } from './read-parameters.ts';

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
  host: ApiHost,
  operation: KeyedOperation,
  values: FoundOperation['values'],
  url: URL,
  program: Program,
  sent: string,
): Promise<unknown> {
  const input = readInput({ operation, values }, url);
  const { body } = operation;
  const answer = await operation.run(
    host,
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
  return new ApiProblem('not-found', `There is nothing at ${pathname}.`);
}

/** Throws a problem that names the invalid member. */
function readJson<S extends v.GenericSchema>(schema: S, sent: string): v.InferOutput<S> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(sent);
  } catch {
    throw new ApiProblem('invalid-body', 'The body cannot be read as JSON.');
  }
  const result = v.safeParse(schema, parsed);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const member = v.getDotPath(issue) ?? undefined;
  const must =
    issue.type === 'strict_object' ? 'is not a member here, or is missing' : explainIssue(issue);
  throw new ApiProblem(
    'invalid-body',
    member === undefined ? 'The body must be an object.' : `'${member}' ${must}.`,
    { parameter: member },
  );
}
