import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, type ESTree } from 'vite';
import { CONTEXT_END } from '../app/i18n/sentence.ts';

/** A message may be said by the browser's code of a page, which must load its catalogue. */
export interface Sources {
  /** The messages with the files that say them. */
  readonly messages: ReadonlyMap<string, ReadonlySet<string>>;
  readonly problems: readonly string[];
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly isOnServer: (file: string) => boolean;
}

/** A statement at the top level of a module: what it declares, uses and says. */
interface Statement {
  readonly declares: readonly string[];
  /** The statement runs whenever its module is loaded. */
  readonly hasEffect: boolean;
  readonly uses: ReadonlySet<string>;
  readonly messages: readonly string[];
  readonly loads: readonly string[];
  /** The call is awaited when the module is loaded, not later in a function. */
  readonly loadsAtOnce: readonly string[];
  readonly parts: readonly string[];
}

interface SourceFile {
  readonly statements: readonly Statement[];
  /** Local names of imports: the file, and the name there or '*'. */
  readonly imports: ReadonlyMap<string, readonly [file: string, name: string]>;
  /** Exported names: a local name, or a name in another file. */
  readonly exports: ReadonlyMap<string, string | readonly [file: string, name: string]>;
  readonly reExports: readonly string[];
  /** Files that are imported for their effect. */
  readonly effects: readonly string[];
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Exports of a route module that the router removes from the browser's code. */
const OF_SERVER = new Set(['loader', 'action', 'headers', 'middleware']);
const ON_SERVER = /\.server\.tsx?$|\/server\/|\/http\/|\/http\.ts$|^server\//;

export function messagesOfFiles(files: readonly string[]): Sources {
  const messages = new Map<string, Set<string>>();
  const problems: string[] = [];
  const parsed = new Map<string, SourceFile>();
  for (const file of files) {
    const source = readSource(file, problems);
    parsed.set(file, source);
    for (const message of source.statements.flatMap((statement) => statement.messages)) {
      messages.set(message, (messages.get(message) ?? new Set()).add(file));
    }
  }
  return { messages, problems, files: parsed, isOnServer: (file) => ON_SERVER.test(file) };
}

function readSource(file: string, problems: string[]): SourceFile {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const imports = new Map<string, readonly [string, string]>();
  const exports = new Map<string, string | readonly [string, string]>();
  const statements: Statement[] = [];
  const reExports: string[] = [];
  const effects: string[] = [];
  const resolve = (from: string) => resolveImport(file, from);
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.importKind === 'type') continue;
      const from = resolve(statement.source.value);
      if (!from) continue;
      if (statement.specifiers.length === 0) effects.push(from);
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') continue;
        const name =
          specifier.type === 'ImportSpecifier'
            ? nameOf(specifier.imported)
            : specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*';
        imports.set(specifier.local.name, [from, name]);
      }
      continue;
    }
    if (statement.type === 'ExportAllDeclaration') {
      const from = resolve(statement.source.value);
      if (from && statement.exportKind !== 'type') reExports.push(from);
      continue;
    }
    if (statement.type === 'ExportNamedDeclaration') {
      if (statement.exportKind === 'type') continue;
      const from = statement.source && resolve(statement.source.value);
      for (const { local, exported } of statement.specifiers) {
        exports.set(nameOf(exported), from ? [from, nameOf(local)] : nameOf(local));
      }
      if (!statement.declaration) continue;
      const declared = readStatement(file, statement.declaration as unknown as Node, problems);
      for (const name of declared.declares) exports.set(name, name);
      statements.push(declared);
      continue;
    }
    if (statement.type === 'ExportDefaultDeclaration') {
      const declared = readStatement(file, statement.declaration as unknown as Node, problems);
      exports.set('default', 'default');
      statements.push({
        ...declared,
        declares: [...declared.declares, 'default'],
        hasEffect: false,
      });
      continue;
    }
    statements.push(readStatement(file, statement as unknown as Node, problems));
  }
  return { statements, imports, exports, reExports, effects };
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

function resolveImport(file: string, from: string): string | undefined {
  const [path = ''] = from.split('?', 1);
  if (!path.startsWith('.') || !/\.tsx?$/.test(path)) return undefined;
  const found = normalize(join(dirname(file), path));
  return existsSync(found) ? found : undefined;
}

function readStatement(file: string, statement: Node, problems: string[]): Statement {
  const uses = new Set<string>();
  const messages: string[] = [];
  const loads: string[] = [];
  const loadsAtOnce: string[] = [];
  const parts: string[] = [];
  const visit = (node: unknown, isInFunction: boolean): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isInFunction);
      return;
    }
    if (!isNode(node) || node.type.startsWith('TSType') || node.type === 'TSInterfaceDeclaration')
      return;
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') uses.add(String(node.name));
    if (
      node.type === 'ImportExpression' &&
      isNode(node.source) &&
      typeof node.source.value === 'string'
    ) {
      const part = resolveImport(file, node.source.value);
      if (part) parts.push(part);
    }
    if (
      node.type === 'CallExpression' &&
      isNode(node.callee) &&
      node.callee.type === 'Identifier'
    ) {
      const [first, ...others] = node.arguments as readonly unknown[];
      const { name } = node.callee;
      if (name === 't' || name === 'msg') {
        const texts = literalsOf(first);
        if (name === 'msg' && texts.length === 0) problems.push(`${file}: msg() takes a literal`);
        messages.push(...texts);
      }
      if (name === 'msgIn') {
        const [context] = literalsOf(first);
        const texts = others.flatMap(literalsOf);
        if (context === undefined || texts.length === 0)
          problems.push(`${file}: msgIn() takes literals`);
        messages.push(...texts.map((text) => `${context}${CONTEXT_END}${text}`));
      }
      if (name === 'loadMessages') {
        const names = [first, ...others].flatMap(literalsOf);
        loads.push(...names);
        if (!isInFunction) loadsAtOnce.push(...names);
      }
    }
    const isFunction = /Function/.test(node.type);
    const named = nameOfProperty(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === named || typeof value !== 'object') continue;
      visit(value, isInFunction || isFunction);
    }
  };
  visit(statement, false);
  const declares = declaredBy(statement);
  return { declares, hasEffect: declares.length === 0, uses, messages, loads, loadsAtOnce, parts };
}

/** The names of properties and attributes are no names of the module. */
function nameOfProperty(node: Node): string | undefined {
  if (node.type === 'JSXAttribute') return 'name';
  if (node.computed === true) return undefined;
  if (node.type === 'MemberExpression') return 'property';
  const isProperty = /^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type);
  return isProperty && node.shorthand !== true ? 'key' : undefined;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { type?: unknown }).type === 'string'
  );
}

/** A literal, or the branches of a condition. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ParenthesizedExpression') return literalsOf(node.expression);
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap(literalsOf);
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(literalsOf);
  if (node.type === 'TemplateLiteral') {
    const [quasi, ...more] = node.quasis as readonly {
      readonly value: { readonly cooked: string };
    }[];
    return quasi && more.length === 0 ? [quasi.value.cooked] : [];
  }
  return [];
}

function declaredBy(statement: Node): string[] {
  if (statement.type === 'VariableDeclaration') {
    const names: string[] = [];
    const collect = (pattern: unknown): void => {
      if (Array.isArray(pattern)) pattern.forEach(collect);
      else if (isNode(pattern)) {
        if (pattern.type === 'Identifier') names.push(String(pattern.name));
        collect(
          pattern.properties ??
            pattern.elements ??
            pattern.value ??
            pattern.argument ??
            pattern.left,
        );
      }
    };
    for (const { id } of statement.declarations as readonly { readonly id: unknown }[]) collect(id);
    return names;
  }
  const { id } = statement as { id?: { name?: string } | null };
  return id?.name === undefined ? [] : [id.name];
}

interface Reached {
  readonly messages: Map<string, string>;
  readonly loaded: Set<string>;
  /** Parts that are loaded later, with the catalogues that are loaded beside them. */
  readonly parts: Map<string, Set<string>>;
}

/** Follows names as the build does when it leaves out what nobody uses. */
function reach(
  files: Sources['files'],
  roots: readonly (readonly [file: string, names: readonly string[] | '*'])[],
): Reached {
  const reached: Reached = { messages: new Map(), loaded: new Set(), parts: new Map() };
  const seen = new Set<Statement>();
  const opened = new Set<string>();
  const followed = new Set<string>();

  function open(file: string): SourceFile | undefined {
    if (ON_SERVER.test(file)) return undefined;
    const source = files.get(file);
    if (!source || opened.has(file)) return source;
    opened.add(file);
    for (const effect of source.effects) openForEffect(effect);
    for (const statement of source.statements)
      if (statement.hasEffect) take(file, source, statement);
    return source;
  }

  /** Whoever imports a module for its effect may use all that its declarations register, such as stored messages. */
  function openForEffect(file: string): void {
    const source = open(file);
    if (source) for (const statement of source.statements) take(file, source, statement);
  }

  function follow(file: string, name: string): void {
    if (followed.has(`${file} ${name}`)) return;
    followed.add(`${file} ${name}`);
    const source = open(file);
    if (!source) return;
    if (name === '*') {
      for (const exported of source.exports.keys()) follow(file, exported);
      for (const other of source.reExports) follow(other, '*');
      return;
    }
    const target = source.exports.get(name);
    if (target === undefined) for (const other of source.reExports) follow(other, name);
    else if (typeof target === 'string') followLocal(file, source, target);
    else follow(...target);
  }

  function followLocal(file: string, source: SourceFile, name: string): void {
    const imported = source.imports.get(name);
    if (imported) return follow(...imported);
    for (const statement of source.statements) {
      if (statement.declares.includes(name)) take(file, source, statement);
    }
  }

  function take(file: string, source: SourceFile, statement: Statement): void {
    if (seen.has(statement)) return;
    seen.add(statement);
    for (const message of statement.messages) reached.messages.set(message, file);
    for (const name of statement.loadsAtOnce) reached.loaded.add(name);
    for (const part of statement.parts) {
      const beside = reached.parts.get(part) ?? new Set();
      for (const name of statement.loads) beside.add(name);
      reached.parts.set(part, beside);
    }
    for (const name of statement.uses) followLocal(file, source, name);
  }

  for (const [file, names] of roots) {
    const source = open(file);
    for (const name of names === '*' ? (source?.exports.keys() ?? []) : names) follow(file, name);
  }
  return reached;
}

interface Page {
  readonly path: string;
  readonly files: readonly string[];
}

/** Every route with the modules of its layouts, from app/routes.ts. */
function readPages(): Page[] {
  const { program } = parseSync('app/routes.ts', readFileSync('app/routes.ts', 'utf8'));
  const pages: Page[] = [];
  const visit = (node: unknown, layouts: readonly string[]): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, layouts);
      return;
    }
    if (!isNode(node)) return;
    if (node.type === 'CallExpression' && isNode(node.callee)) {
      const kind = String(node.callee.name);
      const args = node.arguments as readonly unknown[];
      const texts = args.flatMap(literalsOf);
      const file = `app/${(kind === 'route' ? texts[1] : texts[0]) ?? ''}`;
      if (kind === 'layout') return visit(args.slice(1), [...layouts, file]);
      if (kind === 'route' || kind === 'index') {
        pages.push({ path: kind === 'route' ? `/${texts[0]}` : '/', files: [...layouts, file] });
        return;
      }
    }
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'type' && typeof value === 'object') visit(value, layouts);
    }
  };
  visit(program.body, []);
  return pages;
}

/** Messages that a page can show, but that no catalogue has which it loads. */
export function findUncovered(
  sources: Sources,
  catalogues: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string[] {
  const problems = new Set<string>();
  const covers = (loaded: ReadonlySet<string>, message: string) =>
    [...loaded].some((name) => catalogues.get(name)?.has(message));
  for (const { path, files } of readPages()) {
    const roots = ['app/entry.client.tsx', 'app/root.tsx', ...files].map(
      (file) => [file, clientExports(sources, file)] as const,
    );
    const page = reach(sources.files, roots);
    check(path, page, new Set(), new Set());
  }
  return [...problems].toSorted();

  function check(
    path: string,
    reached: Reached,
    before: ReadonlySet<string>,
    seen: ReadonlySet<string>,
  ): void {
    const loaded = before.union(reached.loaded);
    for (const name of loaded) {
      if (!catalogues.has(name)) problems.add(`${path}: there is no catalogue ${name}`);
    }
    for (const [message, file] of reached.messages) {
      if (!covers(loaded, message))
        problems.add(`${path} does not load the message of ${file}: ${message}`);
    }
    for (const [part, beside] of reached.parts) {
      if (seen.has(part)) continue;
      check(
        path,
        reach(sources.files, [[part, '*']]),
        loaded.union(beside),
        new Set([...seen, part]),
      );
    }
  }
}

function clientExports(sources: Sources, file: string): string[] {
  return [...(sources.files.get(file)?.exports.keys() ?? [])].filter(
    (name) => !OF_SERVER.has(name),
  );
}
