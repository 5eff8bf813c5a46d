import type { Operation } from './operation.ts';

export interface FoundOperation {
  readonly operation: Operation;
  /** The values of the path's {placeholders}. */
  readonly values: Readonly<Record<string, string>>;
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
