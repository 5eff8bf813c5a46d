import { foldText } from '../../platform/fold-text.ts';

export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

export interface MentionView {
  readonly noteId: string;
  readonly visitorId: string;
  readonly conversationId: string;
  readonly email: string;
  readonly authorName: string | null;
  readonly excerpt: string;
  readonly createdAt: string;
}

/** A note with more mentions would be a broadcast and not a question. */
export const MENTIONED_AT_MOST = 20;

/**
 * Returns the people mentioned in a note: '@' followed by a whole name, preferring the longest match. An '@'
 * inside a word, as in an address, mentions nobody.
 */
export function mentionedIn<P extends Mentionable>(text: string, people: readonly P[]): P[] {
  const longestFirst = [...people].sort((a, b) => b.name.length - a.name.length);
  const named = new Set<P>();
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}._-])@/gu)) {
    const rest = text.slice(index + 1).toLowerCase();
    const found = longestFirst.find(({ name }) => beginsWithName(rest, name.toLowerCase()));
    if (!found) continue;
    // People with the same name cannot be told apart, so all of them are notified.
    for (const person of people) {
      if (person.name.toLowerCase() === found.name.toLowerCase()) named.add(person);
    }
  }
  return [...named].slice(0, MENTIONED_AT_MOST);
}

function beginsWithName(text: string, name: string): boolean {
  return name !== '' && text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}

/** The word after a character that opens a list: '@' in a note, a slash in a reply. */
export interface TypedWord {
  readonly start: number;
  readonly query: string;
}

const AT = /(?:^|[^\p{L}\p{N}._@-])@([\p{L}\p{N}][\p{L}\p{N} .'’-]{0,40}|)$/u;

export function atWord(text: string, caret: number): TypedWord | undefined {
  const query = AT.exec(text.slice(0, caret))?.[1];
  if (query === undefined) return undefined;
  return { start: caret - query.length - 1, query: query.toLowerCase() };
}

const OFFERED = 8;

/** Returns the people with a name, or a part of a name, that begins with the query. */
export function mentionOptions<P extends Mentionable>(query: string, people: readonly P[]): P[] {
  const sought = foldText(query);
  const begins = (name: string) =>
    name.startsWith(sought) || name.split(' ').some((part) => part.startsWith(sought));
  return people.filter(({ name }) => begins(foldText(name))).slice(0, OFFERED);
}
