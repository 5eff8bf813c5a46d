import * as v from 'valibot';
import { OPERATIONS, type ApiServices, type Operation } from './operations.server.ts';
import { ApiProblem } from './problem.ts';
import { readPath, readQuery } from './read-parameters.ts';

/** Asks the operation that an address names; throws {@link ApiProblem} when there is no answer. */
export async function runOperation(
  services: ApiServices,
  url: URL,
): Promise<{ readonly operation: Operation; readonly body: unknown }> {
  const missing = new ApiProblem('not-found', `There is nothing at ${url.pathname}.`);
  const found = findOperation(url.pathname);
  if (!found) throw missing;
  const { operation, values } = found;
  const path = readPath(operation.parameters, values);
  if (!path) throw missing;
  const query = readQuery(operation.query, url.searchParams);
  const answer = await operation.run(services, { ...path, ...query });
  if (answer === undefined) throw missing;
  // What the schema does not name, such as an e-mail address, ends here.
  return { operation, body: v.parse(operation.answer, answer) };
}

/** The operation whose path this is, and what the path holds at each of its {names}. */
function findOperation(
  pathname: string,
): { operation: Operation; values: Record<string, string> } | undefined {
  const parts = pathname.split('/').map(decode);
  for (const operation of OPERATIONS) {
    const template = operation.path.split('/');
    if (template.length !== parts.length) continue;
    const values: [string, string][] = [];
    const isMatch = template.every((part, index) => {
      const actual = parts[index];
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined || actual === undefined) return part === actual;
      return values.push([name, actual]) > 0;
    });
    if (isMatch) return { operation, values: Object.fromEntries(values) };
  }
  return undefined;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
