import { foldText } from '../../platform/fold-text.ts';

/** Somebody of the team whom a note can name. */
export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/** Somebody was named in a note that they have not seen. */
export interface MentionView {
  readonly noteId: string;
  readonly visitorId: string;
  readonly conversationId: string;
  /** Of the visitor. */
  readonly email: string;
  readonly authorName: string | null;
  /** The beginning of the note. */
  readonly excerpt: string;
  readonly createdAt: string;
}

/** More would be a circular, not a question. */
export const MENTIONED_AT_MOST = 20;

/**
 * Whom a note names: '@' and a whole name, the longest where one begins with another. An '@' within a
 * word, as in an address, names nobody.
 */
export function mentionedIn<P extends Mentionable>(text: string, people: readonly P[]): P[] {
  const longestFirst = [...people].sort((a, b) => b.name.length - a.name.length);
  const named = new Set<P>();
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}._-])@/gu)) {
    const rest = text.slice(index + 1).toLowerCase();
    const found = longestFirst.find(({ name }) => beginsWithName(rest, name.toLowerCase()));
    if (!found) continue;
    // Of two of one name nobody knows which: both are told.
    for (const person of people) {
      if (person.name.toLowerCase() === found.name.toLowerCase()) named.add(person);
    }
  }
  return [...named].slice(0, MENTIONED_AT_MOST);
}

function beginsWithName(text: string, name: string): boolean {
  return name !== '' && text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}

/** What is typed behind a sign that opens a list: '@' in a note, a slash in a reply. */
export interface TypedWord {
  /** Where the sign stands. */
  readonly start: number;
  /** What was typed after it, in lower case. */
  readonly query: string;
}

/** An '@' at the start of a word before the caret, and the beginning of a name after it. */
const AT = /(?:^|[^\p{L}\p{N}._@-])@([\p{L}\p{N}][\p{L}\p{N} .'’-]{0,40}|)$/u;

export function atWord(text: string, caret: number): TypedWord | undefined {
  const query = AT.exec(text.slice(0, caret))?.[1];
  if (query === undefined) return undefined;
  return { start: caret - query.length - 1, query: query.toLowerCase() };
}

const OFFERED = 8;

/** Who is offered for it: those of whom a name begins so, in the order they come. */
export function mentionOptions<P extends Mentionable>(query: string, people: readonly P[]): P[] {
  const sought = foldText(query);
  const begins = (name: string) =>
    name.startsWith(sought) || name.split(' ').some((part) => part.startsWith(sought));
  return people.filter(({ name }) => begins(foldText(name))).slice(0, OFFERED);
}
