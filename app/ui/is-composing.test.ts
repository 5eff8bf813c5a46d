import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

const key = (isComposing: boolean, keyCode: number) =>
  ({ key: 'Enter', isComposing, keyCode }) as KeyboardEvent;

describe('a key belongs to a word that is being composed', () => {
  test.each([
    ['while a composition is under way (Firefox)', key(true, 13), true],
    ['while an input method takes it (Chromium)', key(true, 229), true],
    ['just after the composition has ended (Safari)', key(false, 229), true],
    ['not when it is pressed by itself', key(false, 13), false],
  ])('%s', (_, event, expected) => {
    expect(isComposing(event)).toBe(expected);
    const ofReact = { key: 'Enter', keyCode: event.keyCode, nativeEvent: event };
    expect(isComposing(ofReact as unknown as KeyboardEvent)).toBe(expected);
  });
});

interface Node {
  readonly type: string;
  readonly start: number;
}

interface Read {
  readonly at: number;
  readonly isAsked: boolean;
}

const EVENT = /^(?:e|ev|evt|event|keyEvent|nativeEvent)$/;
const KEY = /^(?:key|code|keyCode|which)$/;
const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

const named = (node: unknown): string => (node as { name?: string } | undefined)?.name ?? '';

function readsKey(node: Node): boolean {
  if (node.type === 'MemberExpression') {
    const { object, property } = node as unknown as { object: unknown; property: unknown };
    const inner = (object as { property?: unknown }).property;
    return KEY.test(named(property)) && EVENT.test(named(object) || named(inner));
  }
  if (node.type !== 'VariableDeclarator') return false;
  const { id, init } = node as unknown as {
    id: { properties?: { key: unknown }[] };
    init: unknown;
  };
  return EVENT.test(named(init)) && (id.properties ?? []).some((one) => KEY.test(named(one.key)));
}

/** True if a function destructures the key in its parameters, before any check is possible. */
function takesKey(node: Node): boolean {
  const { params } = node as unknown as { params: unknown[] };
  return params.some((param) => {
    const { properties = [], typeAnnotation } = param as {
      properties?: { key: unknown }[];
      typeAnnotation?: unknown;
    };
    const hasKey = properties.some((one) => KEY.test(named(one.key)));
    return hasKey && JSON.stringify(typeAnnotation ?? '').includes('"KeyboardEvent"');
  });
}

/** Lists every read of a key, and tells if that function or an enclosing one calls `isComposing` before. */
function readsIn(source: string, file: string): Read[] {
  const reads: Read[] = [];
  const asked: number[][] = [];
  function walk(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const isFunction = FUNCTION.test(node.type);
    if (isFunction) asked.push([]);
    if (
      node.type === 'CallExpression' &&
      named((node as { callee?: unknown }).callee) === 'isComposing'
    ) {
      asked.at(-1)?.push(node.start);
    }
    if (readsKey(node)) {
      reads.push({ at: node.start, isAsked: asked.flat().some((at) => at < node.start) });
    }
    if (isFunction && takesKey(node)) reads.push({ at: node.start, isAsked: false });
    for (const [name, child] of Object.entries(node)) if (name !== 'type') walk(child);
    if (isFunction) asked.pop();
  }
  walk(parseSync(file, source).program);
  return reads;
}

describe('whoever reads a key asks first whether it belongs to a word that is being composed', () => {
  test('which this test would see', () => {
    const seen = (source: string) => readsIn(source, 'x.tsx').map(({ isAsked }) => isAsked);
    expect(seen("const f = (event) => event.key === 'Enter';")).toEqual([false]);
    expect(seen("const f = (event) => !isComposing(event) && event.key === 'Enter';")).toEqual([
      true,
    ]);
    expect(seen('function f(event) { const { key } = event; isComposing(event); }')).toEqual([
      false,
    ]);
    expect(
      seen('function f(e) { isComposing(e); return all.find(({ key }) => key === e.key); }'),
    ).toEqual([true]);
    expect(seen('isComposing(event); const f = (event) => event.code;')).toEqual([false]);
    expect(seen('const f = ({ key }: KeyboardEvent) => { return key; };')).toEqual([false]);
    expect(seen('<i onKeyDown={(event) => event.nativeEvent.key && go()} />')).toEqual([false]);
  });

  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|\.server\.|is-composing/.test(file),
  );
  const all = files.flatMap((file) =>
    readsIn(readFileSync(`app/${file}`, 'utf8'), file).map((read) => ({ file, ...read })),
  );

  test('in every module that a browser loads', () => {
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(({ isAsked }) => !isAsked)).toEqual([]);
  });
});
