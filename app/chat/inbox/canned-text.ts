import { foldText } from '../../platform/fold-text.ts';
import { type Language, SOURCE_LANGUAGE } from '../../platform/languages.ts';
import type { TypedWord } from '../protocol/mentions.ts';
import type { CardOfService } from '../protocol/service-cards.ts';
import type { CannedReply } from '../protocol/views.ts';

/** The values of the variables in a canned reply. An unknown variable stays in the text unreplaced. */
export interface CannedValues {
  /** Null while the name is unknown: an email address must not be used as a name. */
  readonly visitor: string | null;
  readonly agent: string;
  readonly service?: string | undefined;
  readonly price?: string | undefined;
}

/** Replaces an unknown name: 'Hello there' in English, and no name at all elsewhere. */
export const UNNAMED: Readonly<Record<Language, string>> = {
  en: 'there',
  es: '',
  de: '',
  ar: '',
};

const VARIABLE = /\{(visitor|agent|service|price)\}/g;

export function textFor({ text, texts }: CannedReply, language: Language): string {
  return texts[language] ?? text;
}

function lacksText({ texts }: CannedReply, language: Language): boolean {
  return language !== SOURCE_LANGUAGE && texts[language] === undefined;
}

export function fillVariables(
  text: string,
  values: CannedValues,
  unnamed: string = UNNAMED[SOURCE_LANGUAGE],
): string {
  return text.replaceAll(VARIABLE, (written, name: keyof CannedValues) =>
    name === 'visitor' ? (values.visitor ?? unnamed) : (values[name] ?? written),
  );
}

/** Matches a slash at the start of a word before the caret and the text after it, but not that of 'and/or'. */
const SLASH = /(?:^|\s)\/((?:[\p{L}\p{N}][^\n/]{0,40})?)$/u;

export function slashWord(text: string, caret: number): TypedWord | undefined {
  const before = text.slice(0, caret);
  const found = SLASH.exec(before);
  const query = found?.[1];
  if (query === undefined) return undefined;
  return { start: before.length - query.length - 1, query: query.toLowerCase() };
}

export type PickerOption =
  | {
      readonly kind: 'reply';
      readonly id: string;
      readonly reply: CannedReply;
      /** The text to insert, before its variables are filled in. */
      readonly text: string;
      /** The visitor's language, if this reply has no text in it. */
      readonly missing: Language | undefined;
    }
  | { readonly kind: 'service'; readonly id: string; readonly service: CardOfService }
  | { readonly kind: 'offer'; readonly id: 'offer' };

/** The command that opens the offer form. A canned reply with this name takes precedence. */
const OFFER = 'offer';

export function isOfferCommand(text: string): boolean {
  return text.trim().toLowerCase() === `/${OFFER}`;
}

export function offerOption(query: string): PickerOption[] {
  return OFFER.startsWith(query) ? [{ kind: 'offer', id: OFFER }] : [];
}

const REPLIES_OFFERED = 8;
const SERVICES_OFFERED = 5;
/** One letter occurs in the name of nearly every service. */
const SERVICE_QUERY_LENGTH = 2;

export interface PickerLanguage {
  readonly language: Language;
  /** True if the shop's visitors use more than one language. */
  readonly isTranslated: boolean;
}

/** Returns the options for a query: replies by shortcut first, then services by title. */
export function pickerOptions(
  query: string,
  replies: readonly CannedReply[],
  services: readonly CardOfService[],
  { language, isTranslated }: PickerLanguage = { language: SOURCE_LANGUAGE, isTranslated: false },
): PickerOption[] {
  const sought = foldText(query);
  const found = replies
    .filter(({ shortcut }) => foldText(shortcut).startsWith(sought))
    .slice(0, REPLIES_OFFERED)
    .map(
      (reply) =>
        ({
          kind: 'reply',
          id: reply.id,
          reply,
          text: textFor(reply, language),
          missing: isTranslated && lacksText(reply, language) ? language : undefined,
        }) as const,
    );
  if (query.length < SERVICE_QUERY_LENGTH) return found;
  const titled = services
    .filter(({ title }) => foldText(title).includes(sought))
    .slice(0, SERVICES_OFFERED)
    .map((service) => ({ kind: 'service', id: service.path, service }) as const);
  return [...found, ...titled];
}

/** Replaces the slash word with `line` on a line of its own; the caret goes after that line. */
export function insertLine(
  text: string,
  from: number,
  to: number,
  line: string,
): { readonly text: string; readonly caret: number } {
  const typed = text.slice(0, from);
  const lineStart = typed.lastIndexOf('\n') + 1;
  const before = typed.slice(0, lineStart) + typed.slice(lineStart).trimEnd();
  const after = text.slice(to).replace(/^[^\S\n]+/, '');
  const head = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  const tail = after === '' || after.startsWith('\n') ? after : `\n${after}`;
  return { text: head + line + tail, caret: head.length + line.length };
}
