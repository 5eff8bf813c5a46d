import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { directionOf } from '../../app/platform/languages.ts';

/** What visitors see; the team's own pages are read in languages that are written from left to right. */
const FOLDERS = [
  'app/chat/client',
  'app/chat/embed',
  'app/chat/pages',
  'app/chat/widget',
  'app/portal',
  'app/shop/layout',
  'app/shop/pages',
  'app/shop/ui',
  'app/orders/pages',
  'app/reviews/pages',
  'app/orders/ui',
  'app/reviews/ui',
  'app/ui',
];
const OF_THE_TEAM =
  /team-|account-menu|member-page|agentchat|canned-repl|label-actions|report-|reset|share\.ts|visitor-|review-actions|order-export|payment-actions|\/portal\/pages\/|\.test\.|\.es\./;

/** What is centred stands in the middle, whichever side it is measured from. */
const CENTRED = /(?:left|right)-(?:1\/2|\[50%\])/g;
const PHYSICAL_CLASS =
  /(?<![\w-])-?(?:m[lr]|p[lr]|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr]|left|right)-(?:\[|\d|px|auto|full)|(?<![\w-])(?:border-[lr]|(?:text|float|clear)-(?:left|right))(?![\w-])/;
const PHYSICAL_RULE =
  /(?:margin|padding|border|inset)-(?:left|right)|(?:^|[\s;{])(?:left|right):|text-align: *(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter((file) => !OF_THE_TEAM.test(file));

/** The classes and other texts of a file; what its code calls left or right is no layout. */
function textsOf(source: string): string[] {
  return [...source.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})|(['"`])((?:(?!\3).)*)\3/g)].map(
    ([, quoted = '', braced = '', , text = '']) => `${quoted} ${braced} ${text} `,
  );
}

describe('what visitors see', () => {
  test('is laid out by start and end, not by left and right', () => {
    const components = files.filter((file) => /\.tsx?$/.test(file));
    expect(components.length).toBeGreaterThan(100);
    const physical = components.flatMap((file) =>
      textsOf(readFileSync(file, 'utf8'))
        .filter((text) => /[a-z]-|left|right/.test(text) && / /.test(text.trim()))
        .map((text) => PHYSICAL_CLASS.exec(text.replaceAll(CENTRED, ''))?.[0])
        .filter((found) => found !== undefined)
        .map((found) => `${file}: ${found}`),
    );
    expect(physical).toEqual([]);
  });

  test('has no left and no right in its stylesheets either', () => {
    const stylesheets = ['app/app.css', ...files.filter((file) => file.endsWith('.css'))];
    const physical = stylesheets.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => PHYSICAL_RULE.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(physical).toEqual([]);
  });
});

describe('the direction of a language', () => {
  test('is from right to left for Arabic and its like, by the tag or the language of it', () => {
    expect(['ar', 'ar-EG', 'he', 'fa', 'ur'].map(directionOf)).toEqual(Array(5).fill('rtl'));
  });

  test('is from left to right for the others', () => {
    expect(['en', 'es', 'de', 'pt-BR'].map(directionOf)).toEqual(Array(4).fill('ltr'));
  });
});

interface Element {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children?: readonly { readonly type: string; readonly expression?: Expression }[];
  readonly openingElement?: {
    readonly name: { readonly name?: string };
    readonly attributes: readonly {
      readonly name?: { readonly name: string };
      readonly value?: { readonly value?: unknown } | null;
      readonly start: number;
      readonly end: number;
    }[];
  };
}

interface Expression {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** Names under which components hold what people wrote. */
const WRITTEN =
  /^(?:name|displayName|agentName|authorName|text|message|note|comment|reply|subject|explanation|wish|excerpt|topic|title|description|summary|tagline|holder|author|query|line|greeting|caption)$/;
/** Their children have directions of their own, or are sentences of the product. */
const DIRECTED = new Set([
  'bdi',
  'Bubble',
  'Chip',
  'Divider',
  'InlineMessage',
  'Notice',
  'Tag',
  'ToolButton',
  'code',
  'text',
  'time',
  'title',
]);
/** Classes of texts whose length nobody knows: people wrote them. */
const UNKNOWN_LENGTH = /overflow-wrap:anywhere|whitespace-pre|\btruncate\b|line-clamp/;
const NOT_TYPED = /^(?:checkbox|radio|hidden|file|range|date|time|datetime-local|number|color)$/;
/** Documents the API in English. */
const OF_PROGRAMS = /api\/(?:pages\/api|ui\/api-)|ui\/(?:chart|code-block|marked)|message-text/;

/** The names of what an expression may be. */
function namesOf(expression: Expression): string[] {
  const part = (name: string) => namesOf(expression[name] as Expression);
  switch (expression.type) {
    case 'Identifier':
      return [expression.name as string];
    case 'MemberExpression':
      return [(expression.property as { name?: string }).name ?? ''];
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return part('expression');
    case 'LogicalExpression':
      return expression.operator === '&&' ? part('right') : [...part('left'), ...part('right')];
    case 'ConditionalExpression':
      return [...part('consequent'), ...part('alternate')];
    default:
      return [];
  }
}

/** Whether it is a name, a part of an object or a text that is put together: no markup, no sentence of ours. */
const isValue = ({ type }: Expression) =>
  /^(?:Identifier|MemberExpression|ChainExpression)$/.test(type);

/** Of a `type` that is written as a text; an input without one takes text. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : 'text');

/** Every element that shows or takes what people wrote and says nothing of its direction. */
function undirectedIn(file: string, source: string): string[] {
  const found: string[] = [];
  function walk(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const element = value as Element;
    if (element.type === 'JSXElement' && element.openingElement)
      look(element, element.openingElement);
    Object.values(value).forEach(walk);
  }
  function look(
    { children = [], start }: Element,
    { name, attributes }: NonNullable<Element['openingElement']>,
  ) {
    const tag = name.name ?? '';
    const attribute = (wanted: string) => attributes.find((each) => each.name?.name === wanted);
    if (attribute('dir') !== undefined || DIRECTED.has(tag)) return;
    const line = `${file}:${source.slice(0, start).split('\n').length} <${tag}>`;
    if (tag === 'input' || tag === 'textarea') {
      if (!NOT_TYPED.test(textOf(attribute('type')?.value?.value))) found.push(line);
      return;
    }
    const classes = attribute('className');
    const isUnknown = UNKNOWN_LENGTH.test(classes ? source.slice(classes.start, classes.end) : '');
    for (const { type, expression } of children) {
      if (type !== 'JSXExpressionContainer' || !expression) continue;
      const said = source.slice(expression.start as number, expression.end as number);
      if (/^(?:answer|test|removal|refusal|actionData)\b/.test(said)) continue;
      const isWritten = namesOf(expression).some((each) => WRITTEN.test(each));
      if (isWritten || (isUnknown && isValue(expression))) found.push(`${line} ${said}`);
    }
  }
  walk(parseSync(file, source).program);
  return found;
}

describe('what people write', () => {
  test('is told apart by this test', () => {
    const seen = (source: string) => undirectedIn('x.tsx', source).length;
    expect(seen('<textarea />')).toBe(1);
    expect(seen('<input type="search" />')).toBe(1);
    expect(seen('<input type="checkbox" />')).toBe(0);
    expect(seen('<p>{review.text}</p>')).toBe(1);
    expect(seen('<p dir="auto">{review.text}</p>')).toBe(0);
    expect(seen("<p>{t('By')} {entry?.name ?? t('A visitor')}</p>")).toBe(1);
    expect(seen("<p>{t('By')} <bdi>{name}</bdi></p>")).toBe(0);
    expect(seen('<Link to="/x">{service.title}</Link>')).toBe(1);
    expect(seen('<span className="block truncate">{whatever}</span>')).toBe(1);
    expect(seen('<span className="truncate">{t(\'Reply\')}</span>')).toBe(0);
  });

  const components = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !/\.test\./.test(file) && !OF_PROGRAMS.test(file),
  );

  test('has the direction of its own letters, wherever it is typed or shown', () => {
    expect(components.length).toBeGreaterThan(200);
    expect(
      components.flatMap((file) => undirectedIn(file, readFileSync(join('app', file), 'utf8'))),
    ).toEqual([]);
  });
});
