import { foldText } from '../../platform/fold-text.ts';
import type { Language } from '../../platform/languages.ts';
import type { TypedWord } from '../../conversation/wire/mentions.ts';
import type { CardOfService } from '../../conversation/wire/service-cards.ts';
import type { CannedReply } from '../../conversation/wire/views.ts';

/** What the variables of a canned reply stand for; one that is not known stays as it is. */
export interface CannedValues {
  /** Null while it is not known: an address is no name to greet somebody by. */
  readonly visitor: string | null;
  readonly agent: string;
  readonly service?: string | undefined;
  readonly price?: string | undefined;
}

/** 'Hello there' instead of a name; who is greeted in Spanish is not called anything. */
export const UNNAMED: Readonly<Record<Language, string>> = { en: 'there', es: '' };

const VARIABLE = /\{(visitor|agent|service|price)\}/g;

/** The text of a reply for a visitor of this language, where there is one; otherwise as it was written. */
export function textFor({ text, spanish }: CannedReply, language: Language): string {
  return language === 'es' ? (spanish ?? text) : text;
}

/** The reply with its variables filled in. */
export function fillVariables(
  text: string,
  values: CannedValues,
  unnamed: string = UNNAMED.en,
): string {
  return text.replaceAll(VARIABLE, (written, name: keyof CannedValues) =>
    name === 'visitor' ? (values.visitor ?? unnamed) : (values[name] ?? written),
  );
}

/** A slash at the start of a word before the caret, and what follows it; not the one of 'and/or'. */
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
      /** As it would be inserted, but for its variables. */
      readonly text: string;
      /** It is not in the visitor's language, and others are. */
      readonly isUntranslated: boolean;
    }
  | { readonly kind: 'service'; readonly id: string; readonly service: CardOfService }
  | { readonly kind: 'offer'; readonly id: 'offer' };

/** What opens the form of an offer, typed or chosen; a canned reply of this name gives way to it. */
const OFFER = 'offer';

export function isOfferCommand(text: string): boolean {
  return text.trim().toLowerCase() === `/${OFFER}`;
}

/** The command, among what is offered for this query. */
export function offerOption(query: string): PickerOption[] {
  return OFFER.startsWith(query) ? [{ kind: 'offer', id: OFFER }] : [];
}

const REPLIES_OFFERED = 8;
const SERVICES_OFFERED = 5;
/** One letter is in the name of nearly every service. */
const SERVICE_QUERY_LENGTH = 2;

/** For whom replies are chosen. */
export interface PickerLanguage {
  /** The visitor's. */
  readonly language: Language;
  /** Whether the shop's visitors write in more than one. */
  readonly isTranslated: boolean;
}

/** What is offered for a query: replies by their shortcut, then services by their title. */
export function pickerOptions(
  query: string,
  replies: readonly CannedReply[],
  services: readonly CardOfService[],
  { language, isTranslated }: PickerLanguage = { language: 'en', isTranslated: false },
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
          isUntranslated: isTranslated && language === 'es' && reply.spanish === null,
        }) as const,
    );
  if (query.length < SERVICE_QUERY_LENGTH) return found;
  const titled = services
    .filter(({ title }) => foldText(title).includes(sought))
    .slice(0, SERVICES_OFFERED)
    .map((service) => ({ kind: 'service', id: service.path, service }) as const);
  return [...found, ...titled];
}

/** Puts a line of its own in the place of the slash word; the caret goes behind it. */
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
