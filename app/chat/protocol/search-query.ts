import { languageNow } from '../../i18n/translate.ts';
import type { Language } from '../../platform/languages.ts';

export interface SearchQuery {
  readonly text: string;
  readonly filters: readonly SearchFilter[];
}

export const FILTER_KINDS = ['topic', 'service', 'label', 'agent', 'after', 'before'] as const;

export type FilterKind = (typeof FILTER_KINDS)[number];

export interface SearchFilter {
  readonly kind: FilterKind;
  readonly value: string;
  /** The filter exactly as typed. */
  readonly written: string;
}

/** The keywords in each language. All languages are accepted, because people share the URLs of searches. */
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

const NOBODY: Readonly<Record<Language, string>> = { en: 'nobody', es: 'nadie' };

export const nobody = (): string => NOBODY[languageNow()];

export const isNobody = (agent: string): boolean =>
  Object.values(NOBODY).includes(agent.toLowerCase());

/** Further filters are ignored, because each costs a database condition. */
const FILTERS_AT_MOST = 8;

/** A quote inside quotes is doubled. */
const FILTER = new RegExp(
  String.raw`(?<!\S)(${[...KIND_OF.keys()].join('|')}):(?:"((?:[^"]|"")*)"?|(\S+))`,
  'gi',
);

/** Parses a query such as 'label:vip agent:"Maya Okafor" after:2026-11-01 lighthouse', in any order. */
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

export function writeFilter(kind: FilterKind, value: string): string {
  const keyword = KEYWORDS[languageNow()][kind];
  return /^[^\s"]+$/.test(value)
    ? `${keyword}:${value}`
    : `${keyword}:"${value.replaceAll('"', '""')}"`;
}

export function withoutFilter(typed: string, { written }: SearchFilter): string {
  return typed.replace(written, ' ').replaceAll(/\s+/g, ' ').trim();
}

export function dayCalled(value: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}
