import * as v from 'valibot';
import { ApiProblem } from './problem.ts';
import { explainIssue } from './read-parameters.ts';

/** Checks what was sent against its schema; throws the problem that names the member. */
export function readJson<S extends v.GenericSchema>(schema: S, sent: string): v.InferOutput<S> {
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
