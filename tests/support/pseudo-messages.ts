import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { withoutContext } from '../../app/i18n/sentence.ts';

/** These brackets are in no text of the product. */
export const OPENING = '⟦';
export const CLOSING = '⟧';

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  ['aåå', 'bƀ', 'cç', 'dđ', 'eéé', 'fƒ', 'gĝ', 'hĥ', 'iïï', 'jĵ', 'kķ', 'lļ', 'mɱ']
    .concat(
      ['nñ', 'oøø', 'pþ', 'qɋ', 'rŕ', 'sš', 'tţ', 'uûû', 'vṽ', 'wŵ', 'xẋ', 'yý', 'zž'],
      ['AÅÅ', 'BƁ', 'CÇ', 'DĐ', 'EÉÉ', 'FƑ', 'GĜ', 'HĤ', 'IÏÏ', 'JĴ', 'KĶ', 'LĻ', 'MṀ'],
      ['NÑ', 'OØØ', 'PÞ', 'QɊ', 'RŔ', 'SŠ', 'TŢ', 'UÛÛ', 'VṼ', 'WŴ', 'XẊ', 'YÝ', 'ZŽ'],
    )
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

/**
 * Makes a pseudo translation of a message: accented, longer because every vowel is doubled, and in brackets. Placeholders,
 * plural forms, tags and quoted braces stay as they are.
 */
export function toPseudo(message: string): string {
  return OPENING + accent(message, 0, message.length) + CLOSING;
}

const PLAIN = new Map(Object.entries(ACCENTED).map(([plain, accented]) => [accented, plain]));
const ACCENTED_LETTER = new RegExp(
  [...PLAIN.keys()].toSorted((a, b) => b.length - a.length).join('|'),
  'g',
);

/** The English text of what a page shows, for reports. */
export function fromPseudo(text: string): string {
  return text.replace(ACCENTED_LETTER, (letter) => PLAIN.get(letter) ?? letter);
}

/** Replaces each translation of a catalogue, in the form that the catalogue has: text or compiled. */
export function toPseudoCatalogue<Form>(catalogue: Readonly<Record<string, Form>>) {
  return Object.fromEntries(
    Object.entries(catalogue).map(([id, translation]) => {
      const pseudo = toPseudo(withoutContext(id));
      return [id, typeof translation === 'string' ? pseudo : compileMessageOrThrow(pseudo)];
    }),
  );
}

/** The parts of a message that stay: two apostrophes, quoted braces, tags. */
const FIXED = /''|'[{}][^']*'|<\/?\w+\/?>/y;
const PLURAL = /\{\s*\w+,\s*(?:plural|select|selectordinal),\s*/y;
const BRANCH = /(?:offset:\d+\s*)?[\w=]+\s*\{/y;

function accent(message: string, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end;) {
    const fixed = matchAt(FIXED, message, at) ?? '';
    const plural = fixed === '' ? matchAt(PLURAL, message, at) : undefined;
    if (plural !== undefined) {
      const close = closingOf(message, at);
      text += plural + accentBranches(message, at + plural.length, close) + '}';
      at = close + 1;
    } else if (fixed !== '') {
      text += fixed;
      at += fixed.length;
    } else if (message[at] === '{') {
      const close = closingOf(message, at);
      text += message.slice(at, close + 1);
      at = close + 1;
    } else {
      const letter = message.charAt(at);
      text += ACCENTED[letter] ?? letter;
      at += 1;
    }
  }
  return text;
}

function accentBranches(message: string, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end;) {
    const head = matchAt(BRANCH, message, at);
    if (head === undefined) {
      text += message.charAt(at);
      at += 1;
      continue;
    }
    const from = at + head.length;
    const close = closingOf(message, from - 1);
    text += head + accent(message, from, close) + '}';
    at = close + 1;
  }
  return text;
}

function matchAt(pattern: RegExp, message: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(message)?.[0];
}

/** The position of the brace that closes the one at `open`. Quoted braces do not count. */
function closingOf(message: string, open: number): number {
  let depth = 0;
  for (let at = open; at < message.length; at += 1) {
    const fixed = matchAt(FIXED, message, at);
    if (fixed !== undefined) at += fixed.length - 1;
    else if (message[at] === '{') depth += 1;
    else if (message[at] === '}' && (depth -= 1) === 0) return at;
  }
  throw new Error(`A brace is not closed: ${message}`);
}
