import { PUBLIC_PAGE_HEADERS } from './layout.tsx';

/** The response for a hidden service or section is the same for everybody and therefore cached. */
export const GONE = { status: 410, headers: PUBLIC_PAGE_HEADERS };

interface HeadersArgs {
  readonly loaderHeaders: Headers;
  readonly errorHeaders: Headers | undefined;
}

export function headersOfPageOrGone(ofPage: (args: HeadersArgs) => HeadersInit) {
  return (args: HeadersArgs): HeadersInit => args.errorHeaders ?? ofPage(args);
}
