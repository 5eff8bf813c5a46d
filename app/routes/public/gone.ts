import { PUBLIC_PAGE_HEADERS } from './layout.tsx';

/** How a page says that its service or section is hidden: to everybody alike, so that it is kept. */
export const GONE = { status: 410, headers: PUBLIC_PAGE_HEADERS };

interface HeadersArgs {
  readonly loaderHeaders: Headers;
  readonly errorHeaders: Headers | undefined;
}

/** A page's own headers, or those of the word that it is gone. */
export function headersOfPageOrGone(ofPage: (args: HeadersArgs) => HeadersInit) {
  return (args: HeadersArgs): HeadersInit => args.errorHeaders ?? ofPage(args);
}
