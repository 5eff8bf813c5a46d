import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { readSearchText } from '../app/shop/search/search-text.ts';
import { readableSearch } from '../app/shop/pages/readable-search.ts';
import type { CachedPage } from './page-cache.ts';
import { formFor, headersOfPage, makeAnswer, type CachedResponse } from './answer-forms.ts';

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
  page: CachedPage,
  text: string,
  asked: IncomingHttpHeaders,
  common: Readonly<Record<string, string>>,
): CachedResponse {
  const etag = `${page.etag.slice(0, -1)}.${hash('sha1', text, 'base64url')}"`;
  const form = formFor({ etag, plain: NOTHING, br: undefined, gzip: NOTHING }, asked);
  const plain = form === 'known' ? NOTHING : Buffer.from(fillIn(page.plain.toString(), text));
  const gzip = form === 'gzip' ? gzipSync(plain, { level: LEVEL }) : undefined;
  const body = { etag, plain, br: undefined, gzip, route: page.route };
  return makeAnswer(body, form, { ...common, ...headersOfPage(page) });
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
