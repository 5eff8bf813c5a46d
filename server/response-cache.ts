import type { IncomingMessage } from 'node:http';
import type { KnownCatalogue } from '../app/shop/live-catalogue.server.ts';
import { findStandIn } from '../app/shop/pictures/stand-in.ts';
import { API_PATH } from '../app/api/protocol/rules.ts';
import { readLocalAddress } from '../app/platform/local-address.ts';
import { isSecretAddress } from '../app/platform/secret-address.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import {
  addressFor,
  findCanonicalAddress,
  isOtherSpelling,
} from '../app/routing/canonical-address.ts';
import type { Asset } from './assets.ts';
import { Answers, headersOfPage, type Body, type CachedResponse } from './answer-forms.ts';
import type { CachedPage, PageCache } from './page-cache.ts';
import { keyOfPage } from './page-key.ts';
import { answerSearch, searchedText } from './search-pages.ts';
import { RESOURCE_POLICY } from './security-headers.ts';

const API = `${API_PATH}/`;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export type FindCachedResponse = (request: Asked) => CachedResponse | undefined;

interface KnownShop extends KnownCatalogue {
  readonly settings: Pick<Settings, 'languages'>;
}

/**
 * An answer that is neither a page nor a file. The object stays the same while the content is the
 * same.
 */
export interface Fact extends Body {
  readonly headers: Readonly<Record<string, string>>;
}

/** `common` are the headers of every answer. */
export function createResponseCache(
  assets: ReadonlyMap<string, Asset>,
  pages: PageCache,
  known: KnownShop,
  common: Readonly<Record<string, string>>,
): FindCachedResponse {
  const answerAssets = new Answers<Asset>((asset) => ({ ...common, ...headersOfAsset(asset) }));
  const answerPages = new Answers<CachedPage>((page) => ({ ...common, ...headersOfPage(page) }));
  const noFile = { ...common, 'Content-Security-Policy': RESOURCE_POLICY, ...NO_FILE.headers };
  const answerNoFile = new Answers<Fact>(() => noFile);
  return ({ method, url = '', headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    // API answers come from `cached-answers.server.ts`.
    if (url.startsWith(API)) return undefined;
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    const search = end === -1 ? '' : url.slice(end);
    const asset = assets.get(path) ?? standIn(assets, known, path);
    if (asset) {
      const range = asset.type.startsWith('video/') ? headers.range : undefined;
      return range
        ? partOf(asset, range, { ...common, ...headersOfAsset(asset) })
        : answerAssets.answer(asset, headers);
    }
    const page = findPage(pages, known, path, search, headers.cookie);
    if (page) {
      const text = searchedText(readLocalAddress(known.settings.languages, path).path, search);
      return text === undefined
        ? answerPages.answer(page, headers)
        : answerSearch(page, text, headers, common);
    }
    return isMissingFile(path)
      ? answerNoFile.answer(NO_FILE, headers)
      : findRedirect(known, path, search, common);
  };
}

/** The substitute for a missing picture of a service that was moved or added by an operator. */
function standIn(
  assets: ReadonlyMap<string, Asset>,
  { catalogue }: KnownCatalogue,
  path: string,
): Asset | undefined {
  if (!path.startsWith('/art/')) return undefined;
  const picture = findStandIn(catalogue, path);
  return picture === undefined ? undefined : assets.get(picture);
}

function findPage(
  pages: PageCache,
  { catalogue, settings }: KnownShop,
  path: string,
  search: string,
  cookies: string | undefined,
): CachedPage | undefined {
  const bare = search === '' ? pages.get(path) : undefined;
  if (bare) return bare;
  if (isMissingFile(path) || isOtherSpelling(catalogue, settings.languages, path)) return undefined;
  const address = addressFor(settings.languages, path);
  const key = keyOfPage(
    catalogue.in(address.language, settings.languages.offered),
    address,
    search,
    cookies,
  );
  return key === undefined ? undefined : pages.get(key);
}

/** Returns true for a missing path with a file extension, for which no page is rendered. */
export function isMissingFile(path: string): boolean {
  return (
    /\.[a-z0-9]{2,11}$/i.test(path) &&
    !/\.(data|xml|txt|ics)$/.test(path) &&
    !path.startsWith('/api/')
  );
}

function findRedirect(
  { catalogue, settings }: KnownShop,
  path: string,
  search: string,
  common: Readonly<Record<string, string>>,
): CachedResponse | undefined {
  const canonical = findCanonicalAddress(catalogue, settings.languages, path);
  if (canonical === undefined || isSecretAddress({ pathname: path, search })) return undefined;
  const [page = '', ...place] = canonical.split(/(?=#)/);
  const query = search === '' ? '' : (URL.parse(search, 'http://localhost/')?.search ?? '');
  return {
    status: 301,
    headers: {
      ...common,
      'Content-Security-Policy': RESOURCE_POLICY,
      'Cache-Control': 'no-store',
      'Content-Length': '0',
      Location: page + query + place.join(''),
    },
    body: NOTHING,
    route: 'redirect',
  };
}

const NOTHING = Buffer.alloc(0);

const NO_FILE: Fact = {
  status: 404,
  etag: '',
  plain: Buffer.from('Not found'),
  br: undefined,
  gzip: undefined,
  headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-store' },
  route: 'file',
};

const CACHING: Readonly<Record<Asset['caching'], string>> = {
  'for-ever': 'public, max-age=31536000, immutable',
  'for-a-day': 'public, max-age=86400, stale-while-revalidate=604800',
  'ask-first': 'no-cache',
};

/**
 * Headers of a script that other sites embed. Browsers check `integrity` only on scripts that
 * everybody may read, and no cookie affects the content.
 */
const FOR_OTHERS = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
} as const;

function headersOfAsset(asset: Asset): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': RESOURCE_POLICY,
    'Content-Type': asset.type,
    'Cache-Control': CACHING[asset.caching],
    ...(asset.isForOthers && FOR_OTHERS),
  };
}

/** Answers one byte range (RFC 9110, 14); of several ranges only the first. */
function partOf(
  asset: Asset,
  range: string,
  headers: Readonly<Record<string, string>>,
): CachedResponse {
  const size = asset.plain.byteLength;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)/.exec(range) ?? [];
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if ((from === '' && to === '') || start > end) {
    const none = { ...headers, 'Content-Range': `bytes */${size}` };
    return { status: 416, headers: none, body: null, route: 'file' };
  }
  const part = asset.plain.subarray(start, end + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      ETag: asset.etag,
      'Accept-Ranges': 'bytes',
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': String(part.byteLength),
    },
    body: part,
    route: 'file',
  };
}
