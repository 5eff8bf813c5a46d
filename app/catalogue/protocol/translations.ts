import { INTAKE_LIMITS, type IntakeForm } from '../../orders/intake/intake-form.ts';
import { type Translated, toMarks } from '../../platform/lang-of.ts';
import { isOnlyLanguage, type Language, SOURCE_LANGUAGE } from '../../platform/languages.ts';
import { CHECKLIST_LIMITS, type ServiceChecklistItem } from '../../shop/checklist.ts';
import { NO_REQUESTS, type IncludedRequests } from '../../shop/included-requests.ts';
import type { ServiceOption, ServicePackage, ServiceQuestion } from '../../shop/service.ts';
import type { EntryFields, EntryKind } from './entry.ts';
import { LIMITS } from './limits.ts';

export interface EntryTranslation {
  readonly texts: Readonly<Record<string, string>>;
  /** The digests of the source texts reveal later changes of the source. */
  readonly of: Readonly<Record<string, string>>;
}

export type EntryTranslations = Readonly<Partial<Record<Language, EntryTranslation>>>;

interface Source {
  readonly text: string;
  readonly limit: number;
}

const PLAIN: Readonly<Record<EntryKind, Readonly<Record<string, number>>>> = {
  section: { title: LIMITS.sectionTitle, tagline: LIMITS.tagline },
  group: { title: LIMITS.groupTitle },
  service: {
    title: LIMITS.title,
    summary: 1.5 * LIMITS.summary,
    description: 1.5 * LIMITS.description,
    note: LIMITS.note,
    needs: 1.5 * LIMITS.needs,
    delivers: 1.5 * LIMITS.delivers,
  },
  // Content blocks have a separate entry in each language.
  text: {},
};

/** Empty texts are left out. */
export function textsToTranslate(
  kind: EntryKind,
  catalogueEntry: EntryFields,
): Map<string, Source> {
  const all = new Map<string, Source>();
  const add = (name: string, text: unknown, limit: number) => {
    if (typeof text === 'string' && text !== '') all.set(name, { text, limit });
  };
  for (const [name, limit] of Object.entries(PLAIN[kind])) add(name, catalogueEntry[name], limit);
  if (kind !== 'service') return all;
  add('requests.label', requestsOf(catalogueEntry).label, 1.5 * LIMITS.requestsLabel);
  for (const { name, contents } of packagesOf(catalogueEntry)) {
    add(`package.${name}`, contents, 1.5 * LIMITS.packageContents);
  }
  for (const { id, title, description } of optionsOf(catalogueEntry)) {
    add(`option.${id}`, title, 1.5 * LIMITS.optionTitle);
    add(`option.${id}.description`, description, 1.5 * LIMITS.optionDescription);
  }
  for (const { id, label, help, choices } of intakeOf(catalogueEntry)) {
    add(`intake.${id}`, label, 1.5 * INTAKE_LIMITS.label);
    add(`intake.${id}.help`, help, 1.5 * INTAKE_LIMITS.help);
    for (const choice of choices) {
      add(`intake.${id}.${choice.id}`, choice.label, 1.5 * INTAKE_LIMITS.choice);
    }
  }
  // Buyers read only these; the team reads the source language.
  for (const { id, title, isShown } of checklistOf(catalogueEntry)) {
    if (isShown) add(`checklist.${id}`, title, CHECKLIST_LIMITS.title);
  }
  for (const [index, { question, answer }] of questionsOf(catalogueEntry).entries()) {
    add(`question.${index}`, question, 1.5 * LIMITS.question);
    add(`answer.${index}`, answer, 1.5 * LIMITS.answer);
  }
  return all;
}

/** Returns a 53-bit digest of a text. The digest only detects changes, so a forged collision would gain nothing. */
export function nameText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

export function isOlder(translation: EntryTranslation, name: string, source: string): boolean {
  return translation.texts[name] !== undefined && translation.of[name] !== nameText(source);
}

export function countMissing(
  kind: EntryKind,
  catalogueEntry: EntryFields,
  language: Language,
): { readonly missing: number; readonly older: number } {
  const translation = translationOf(catalogueEntry, language);
  const texts = [...textsToTranslate(kind, catalogueEntry)];
  return {
    missing: texts.filter(([name]) => translation.texts[name] === undefined).length,
    older: texts.filter(([name, { text }]) => isOlder(translation, name, text)).length,
  };
}

const NONE: EntryTranslation = { texts: {}, of: {} };

export function translationOf(catalogueEntry: EntryFields, language: Language): EntryTranslation {
  return (catalogueEntry.translations as EntryTranslations | undefined)?.[language] ?? NONE;
}

/**
 * Returns an entry in a language, with the languages of the texts that have no translation: they are in the main
 * language, the first of the offered ones, or else in the source language. Outdated translations are used too. If the
 * shop offers this language alone, an untranslated text counts as written in this language.
 */
export function translateEntry<T extends object>(
  kind: EntryKind,
  catalogueEntry: T,
  language: Language,
  offered: readonly Language[] = [],
): T & Translated {
  const fields = catalogueEntry as EntryFields;
  const translation = translationOf(fields, language);
  const isOnly = isOnlyLanguage(language, offered);
  const main = offered[0] ?? SOURCE_LANGUAGE;
  const inMain = translationOf(fields, main);
  const found = new Map<string, string>();
  const marks: [string, Language][] = [];
  for (const [name, { text }] of textsToTranslate(kind, fields)) {
    // No page of the shop shows the checklist.
    if (name.startsWith('checklist.')) continue;
    if (isOnly && (isOlder(translation, name, text) || translation === NONE)) continue;
    const own = usableText(translation, name, text);
    const other = own === undefined ? usableText(inMain, name, text) : undefined;
    const shown = own ?? other;
    if (shown !== undefined) found.set(name, shown);
    if (own === undefined) marks.push([name, other === undefined ? SOURCE_LANGUAGE : main]);
  }
  const plain = [...found].filter(([name]) => !name.includes('.'));
  return {
    ...catalogueEntry,
    ...Object.fromEntries(plain),
    ...(kind === 'service' && translateLists(fields, found)),
    ...toMarks(marks),
  };
}

function usableText(translation: EntryTranslation, name: string, text: string): string | undefined {
  // An answer that belongs to a previous question would be worse than an answer in another language.
  const isUsable = !/^(?:question|answer)\./.test(name) || !isOlder(translation, name, text);
  return isUsable ? translation.texts[name] : undefined;
}

function translateLists(catalogueEntry: EntryFields, found: ReadonlyMap<string, string>) {
  const requests = requestsOf(catalogueEntry);
  return {
    requests: { ...requests, label: found.get('requests.label') ?? requests.label },
    packages: packagesOf(catalogueEntry).map((each) => ({
      ...each,
      contents: found.get(`package.${each.name}`) ?? each.contents,
    })),
    options: optionsOf(catalogueEntry).map((option) => ({
      ...option,
      title: found.get(`option.${option.id}`) ?? option.title,
      description: found.get(`option.${option.id}.description`) ?? option.description,
    })),
    intake: intakeOf(catalogueEntry).map((question) => ({
      ...question,
      label: found.get(`intake.${question.id}`) ?? question.label,
      help: found.get(`intake.${question.id}.help`) ?? question.help,
      choices: question.choices.map(({ id, label }) => ({
        id,
        label: found.get(`intake.${question.id}.${id}`) ?? label,
      })),
    })),
    questions: questionsOf(catalogueEntry).map(({ question, answer }, index) => ({
      question: found.get(`question.${index}`) ?? question,
      answer: found.get(`answer.${index}`) ?? answer,
    })),
  };
}

const requestsOf = (catalogueEntry: EntryFields) =>
  (catalogueEntry.requests ?? NO_REQUESTS) as IncludedRequests;
const packagesOf = (catalogueEntry: EntryFields) =>
  catalogueEntry.packages as readonly ServicePackage[];
const optionsOf = (catalogueEntry: EntryFields) =>
  catalogueEntry.options as readonly ServiceOption[];
const intakeOf = (catalogueEntry: EntryFields) => catalogueEntry.intake as IntakeForm;
const questionsOf = (catalogueEntry: EntryFields) =>
  catalogueEntry.questions as readonly ServiceQuestion[];
const checklistOf = (catalogueEntry: EntryFields) =>
  (catalogueEntry.checklist ?? []) as readonly ServiceChecklistItem[];
