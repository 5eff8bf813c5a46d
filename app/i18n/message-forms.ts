import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { compile } from '#compile-message';
import type { Language } from '../platform/languages.ts';
import { sourceOf, type Sentence } from './sentence.ts';
import { english, messagesOf } from './translate.ts';

/** One way to say a message: the texts around its placeholders. */
export interface Form {
  readonly names: readonly string[];
  readonly words: readonly string[];
}

/** All forms of a message in a language: several if it has a plural, none if it is not translated. */
export function formsOf(language: Language, message: Sentence): readonly Form[] {
  const id = sourceOf(message);
  const found = messagesOf(language)[id] ?? (language === 'en' ? id : undefined);
  if (found === undefined) return [];
  return expand(typeof found === 'string' ? compile(found) : found);
}

/** Finds the message of a closed set by its English text. */
export function findSentence(messages: Iterable<Sentence>, text: string): Sentence | undefined {
  for (const message of messages) if (english(message) === text) return message;
  return undefined;
}

function expand(tokens: CompiledMessage, counted = ''): readonly Form[] {
  return tokens
    .map((token) => formsOfToken(token, counted))
    .reduce(
      (before, next) => before.flatMap((form) => next.map((each) => join(form, each))),
      [{ names: [], words: [''] }],
    );
}

function formsOfToken(token: CompiledMessage[number], counted: string): readonly Form[] {
  if (token === '#' && counted !== '') return [placeholder(counted)];
  if (typeof token === 'string') return [{ names: [], words: [token] }];
  const [name, , branches] = token as readonly [string, string?, unknown?];
  if (typeof branches !== 'object' || branches === null) return [placeholder(name)];
  // Beside the branches there may be an offset.
  return Object.values(branches).flatMap((branch: CompiledMessage | number | undefined) =>
    Array.isArray(branch) ? expand(branch, name) : [],
  );
}

function placeholder(name: string): Form {
  return { names: [name], words: ['', ''] };
}

function join(one: Form, next: Form): Form {
  const [first = '', ...rest] = next.words;
  return {
    names: [...one.names, ...next.names],
    words: [...one.words.slice(0, -1), (one.words.at(-1) ?? '') + first, ...rest],
  };
}
