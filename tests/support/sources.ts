import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type ESTree } from 'vite';

const root = join(import.meta.dirname, '../..');

export interface Source {
  /** Relative to the repository. */
  readonly file: string;
  readonly text: string;
  readonly program: ESTree.Program;
}

/** The code that an installation runs, parsed, without its tests. */
export function readSources(...folders: readonly string[]): readonly Source[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx}`);
  return globSync(patterns, { cwd: root })
    .filter((file) => !/\.(?:test|check|generate)\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const { errors, program } = parseSync(file, text);
      if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
      return { file, text, program };
    });
}

/** The last name of an expression such as `tx` or `host.tx`; undefined for others. */
export function lastNameOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'MemberExpression' && node.property.type === 'Identifier') {
    return node.property.name;
  }
  return undefined;
}
