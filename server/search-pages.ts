import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { RecentlyUsed } from '../app/platform/recently-used.ts';
import { readSearchText } from '../app/shop/search/search-text.ts';
import { readableSearch } from '../app/shop/pages/readable-search.ts';
import type { KeptPage } from './page-cache.ts';
import { formFor, headersOfPage, makeAnswer, type ReadyAnswer } from './answer-forms.ts';

// A search for a new text is answered with the cached page of the same results, in which only the
// text differs.

/**
 * The placeholder of the searched text in a cached page. It is random, so that no text can equal
 * it.
 */
export const MARK = `searched-${randomBytes(12).toString('hex')}`;

export function searchedText(path: string, search: string): string | undefined {
  if (path !== '/services' || search === '') return undefined;
  const text = new URLSearchParams(readableSearch(path, search)).get('q');
  return readSearchText(text) || undefined;
}

/** Takes a third of a millisecond for a page; the default level takes twice that for 6 % fewer bytes. */
const LEVEL = 3;

/** Fills the searched text into a cached page, plain or compressed. */
export function answerSearch(
  page: KeptPage,
  text: string,
  asked: IncomingHttpHeaders,
  common: Readonly<Record<string, string>>,
): ReadyAnswer {
  const etag = `${page.etag.slice(0, -1)}.${hash('sha1', text, 'base64url')}"`;
  const form = formFor({ etag, plain: NOTHING, br: undefined, gzip: NOTHING }, asked);
  return knownOf(page).get(`${Object.keys(common).length} ${form} ${text}`, () => {
    const plain = form === 'known' ? NOTHING : Buffer.from(fillIn(page.plain.toString(), text));
    const gzip = form === 'gzip' ? gzipSync(plain, { level: LEVEL }) : undefined;
    const body = { etag, plain, br: undefined, gzip, route: page.route };
    return makeAnswer(body, form, { ...common, ...headersOfPage(page) });
  });
}

/** Popular searches are assembled once. `common` is always the same object or empty. */
const MAX_KNOWN = 4;
const knownAnswers = new WeakMap<KeptPage, RecentlyUsed<string, ReadyAnswer>>();

function knownOf(page: KeptPage): RecentlyUsed<string, ReadyAnswer> {
  let known = knownAnswers.get(page);
  if (!known) knownAnswers.set(page, (known = new RecentlyUsed(MAX_KNOWN)));
  return known;
}

const NOTHING = Buffer.alloc(0);

export function fillIn(page: string, text: string): string {
  return page.replaceAll(MARK, () => escapeText(text));
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Escapes like React, which a test verifies. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => ESCAPED[letter] ?? letter);
}
