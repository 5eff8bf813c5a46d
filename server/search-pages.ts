import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RecentlyUsed } from '../app/platform/recently-used.ts';
import { readSearchText } from '../app/shop/search/search-text.ts';
import { readableSearch } from '../app/shop/pages/readable-search.ts';
import { deflatePiece, piecesOfGzip, storePiece, type Piece } from './join-gzip.ts';
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

/**
 * Fills the searched text into a cached page, plain or gzip, by joining precompressed pieces, which
 * Brotli does not allow. The pieces are not copied together, because garbage collection would cost
 * more than the search.
 */
export function answerSearch(
  page: KeptPage,
  text: string,
  asked: IncomingHttpHeaders,
  common: Readonly<Record<string, string>>,
): ReadyAnswer {
  const etag = `${page.etag.slice(0, -1)}.${hash('sha1', text, 'base64url')}"`;
  const form = formFor({ etag, plain: NOTHING, br: undefined, gzip: NOTHING }, asked);
  return knownOf(page).get(`${Object.keys(common).length} ${form} ${text}`, () => {
    const body = { etag, plain: NOTHING, br: undefined, gzip: NOTHING, route: page.route };
    const answer = makeAnswer(body, form, { ...common, ...headersOfPage(page) });
    if (form === 'known') return answer;
    const parts = putBetween(piecesOf(page), storePiece(Buffer.from(escapeText(text))));
    const pieces = form === 'gzip' ? piecesOfGzip(parts) : parts.map(({ plain }) => plain);
    const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return { ...answer, headers: { ...answer.headers, 'Content-Length': String(length) }, pieces };
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

const piecesOfPages = new WeakMap<KeptPage, readonly Piece[]>();

function piecesOf(page: KeptPage): readonly Piece[] {
  let pieces = piecesOfPages.get(page);
  if (!pieces) {
    pieces = page.plain
      .toString()
      .split(MARK)
      .map((piece) => deflatePiece(Buffer.from(piece)));
    piecesOfPages.set(page, pieces);
  }
  return pieces;
}

function putBetween<T>(pieces: readonly T[], between: T): T[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]));
}

export function fillIn(page: string, text: string): string {
  return putBetween(page.split(MARK), escapeText(text)).join('');
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
