import { languageNow } from '../../platform/say.ts';
import type { Language } from '../../platform/languages.ts';

/** What the search box says: words to find, and by what to narrow them down. */
export interface SearchQuery {
  /** What is left beside the filters. */
  readonly text: string;
  readonly filters: readonly SearchFilter[];
}

export const FILTER_KINDS = ['topic', 'service', 'label', 'agent', 'after', 'before'] as const;

export type FilterKind = (typeof FILTER_KINDS)[number];

export interface SearchFilter {
  readonly kind: FilterKind;
  readonly value: string;
  /** As it stands in the box. */
  readonly written: string;
}

/** As they are typed, each understood in any language: the address of a search is handed around. */
const KEYWORDS = {
  en: {
    topic: 'topic',
    service: 'service',
    label: 'label',
    agent: 'agent',
    after: 'after',
    before: 'before',
  },
  es: {
    topic: 'tema',
    service: 'servicio',
    label: 'etiqueta',
    agent: 'agente',
    after: 'desde',
    before: 'hasta',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<FilterKind, string>>>>;

const KIND_OF: ReadonlyMap<string, FilterKind> = new Map(
  Object.values(KEYWORDS).flatMap((words) => FILTER_KINDS.map((kind) => [words[kind], kind])),
);

/** The agent of a visitor whom nobody has. */
const NOBODY: Readonly<Record<Language, string>> = { en: 'nobody', es: 'nadie' };

/** As it is written in the language at hand. */
export const nobody = (): string => NOBODY[languageNow()];

/** Whether the agent of a filter is none. */
export const isNobody = (agent: string): boolean =>
  Object.values(NOBODY).includes(agent.toLowerCase());

/** More are ignored: each is a question to the database. */
const FILTERS_AT_MOST = 8;

/** Within quotes a quote stands twice. */
const FILTER = new RegExp(
  String.raw`(?<!\S)(${[...KIND_OF.keys()].join('|')}):(?:"((?:[^"]|"")*)"?|(\S+))`,
  'gi',
);

/** Words such as 'label:vip agent:"Maya Okafor" after:2026-11-01 lighthouse', in any order. */
export function parseSearch(typed: string): SearchQuery {
  const filters: SearchFilter[] = [];
  const text = typed.replaceAll(
    FILTER,
    (written, keyword: string, quoted: string | undefined, plain: string | undefined) => {
      const value = (quoted?.replaceAll('""', '"') ?? plain ?? '').trim();
      const kind = KIND_OF.get(keyword.toLowerCase());
      if (kind && value !== '' && filters.length < FILTERS_AT_MOST) {
        filters.push({ kind, value, written });
      }
      return ' ';
    },
  );
  return { text: text.replaceAll(/\s+/g, ' ').trim(), filters };
}

/** The same, as it is typed in the language at hand. */
export function writeFilter(kind: FilterKind, value: string): string {
  const keyword = KEYWORDS[languageNow()][kind];
  return /^[^\s"]+$/.test(value)
    ? `${keyword}:${value}`
    : `${keyword}:"${value.replaceAll('"', '""')}"`;
}

/** The box without this filter. */
export function withoutFilter(typed: string, { written }: SearchFilter): string {
  return typed.replace(written, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** A day of the calendar, or undefined for what is none. */
export function dayCalled(value: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}
