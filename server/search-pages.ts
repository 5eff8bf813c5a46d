import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RecentlyUsed } from '../app/platform/recently-used.ts';
import { readSearchText } from '../app/marketplace/search-text.ts';
import { readableSearch } from '../app/routes/public/readable-search.ts';
import { deflatePiece, piecesOfGzip, storePiece, type Piece } from './join-gzip.ts';
import type { KeptPage } from './kept-pages.ts';
import { formFor, headersOfPage, makeAnswer, type ReadyAnswer } from './answer-forms.ts';

// Whoever searches the catalogue for a text that nobody searched for is answered with the page of
// those who found the same, in which the text alone is another.

/** Stands for the text in a page that is kept for many. No text can be it: it is made up at each start. */
export const MARK = `searched-${randomBytes(12).toString('hex')}`;

/** What the page at this address is asked to find; undefined where it is asked for nothing. */
export function searchedText(path: string, search: string): string | undefined {
  if (path !== '/services' || search === '') return undefined;
  const text = new URLSearchParams(readableSearch(path, search)).get('q');
  return readSearchText(text) || undefined;
}

/**
 * The kept page with this text in it, as the browser asked for it: plain or in gzip, of pieces that were compressed
 * once. Brotli's cannot be joined. They are not copied together: in a large shop the memory that each answer takes
 * anew costs the collector more than the search.
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

/** What many search for is put together once. Of `common` there are the headers of all answers, or none. */
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

/** A page that was rendered for all who find the same, with the text where the marks are. */
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

/** As React writes text and the values of attributes; a test compares the two. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => ESCAPED[letter] ?? letter);
}
