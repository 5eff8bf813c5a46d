// A client of the public API in one file, without dependencies. Copy it and change it.

export interface Service {
  readonly section: string;
  readonly slug: string;
  readonly title: string;
  readonly price: { readonly amount: number; readonly currency: string; readonly text: string };
  readonly rating: { readonly average: number; readonly ratedCount: number } | null;
  readonly page: string;
  readonly href: string;
}

export interface Review {
  readonly id: string;
  readonly name: string;
  readonly rating: number | null;
  readonly text: string | null;
  readonly createdAt: string;
}

export interface Order {
  readonly number: string;
  readonly state: string;
  readonly title: string;
  readonly lastEvent: number;
  readonly updatedAt: string;
}

export interface ClientOptions {
  /** Such as https://shop.example. */
  readonly origin: string;
  /** Raises the limit, and opens what its scopes say. */
  readonly key?: string | undefined;
}

/** The services that meet the filters, page after page. */
export async function* listServices(
  options: ClientOptions,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<Service> {
  yield* pages<Service>(options, '/api/v1/services', filters);
}

/** The reviews of a service, the newest first. */
export async function* listReviews(
  options: ClientOptions,
  { section, slug }: Pick<Service, 'section' | 'slug'>,
): AsyncGenerator<Review> {
  const path = `/api/v1/services/${section}/${encodeURIComponent(slug)}/reviews`;
  yield* pages<Review>(options, path, {});
}

/** Orders, those that changed longest ago first; the key needs the scope orders:read. */
export async function* listOrders(
  options: ClientOptions,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<Order> {
  yield* pages<Order>(options, '/api/v1/orders', filters);
}

interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

async function* pages<T>(
  options: ClientOptions,
  path: string,
  query: Readonly<Record<string, string>>,
): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const url = new URL(path, options.origin);
    url.search = String(new URLSearchParams(cursor === null ? query : { ...query, cursor }));
    const page: Page<T> = (await get(options, url)) as Page<T>;
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function get(options: ClientOptions, url: URL): Promise<unknown> {
  return (await ask(options, url.pathname + url.search)).json();
}

interface Sent {
  readonly body: string;
  readonly type: string;
}

/** Asks, or sends something; waits where that was too fast, and throws what the problem says. */
export async function ask(options: ClientOptions, path: string, sent?: Sent): Promise<Response> {
  const response = await fetch(new URL(path, options.origin), {
    method: sent ? 'POST' : 'GET',
    headers: {
      ...(sent ? { 'Content-Type': sent.type } : {}),
      ...(options.key ? { Authorization: `Bearer ${options.key}` } : {}),
    },
    ...(sent ? { body: sent.body } : {}),
  });
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After') ?? 1);
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
    return ask(options, path, sent);
  }
  if (response.ok) return response;
  // Problem details (RFC 9457): 'detail' is written for whoever reads the error.
  const { title, detail } = (await response.json()) as { title: string; detail: string };
  throw new Error(`${response.status} ${title}: ${detail}`);
}
