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

export interface Conversation {
  readonly id: string;
  readonly state: 'waiting' | 'open' | 'snoozed' | 'resolved';
  readonly topic: { readonly id: string; readonly name: string };
  readonly visitor: { readonly id: string; readonly email: string; readonly isConfirmed: boolean };
  readonly assignee: { readonly id: string; readonly name: string } | null;
  readonly lastNumber: number;
}

export interface Message {
  readonly id: string;
  readonly conversationId: string;
  readonly number: number;
  readonly author: { readonly side: 'visitor' | 'team'; readonly program: string | null };
  readonly text: string;
  readonly isRemoved: boolean;
}

export interface Event {
  readonly number: number;
  readonly type: string;
  readonly subject: string;
  readonly message?: Message | null;
}

export interface EventPage {
  readonly data: readonly Event[];
  readonly next: number;
  readonly newest: number;
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

/** All conversations, the newest first; the key needs the scope conversations:read. */
export async function* listConversations(
  options: ClientOptions,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<Conversation> {
  yield* pages<Conversation>(options, '/api/v1/conversations', filters);
}

/** The number of the newest event: where to begin before the lists are read. */
export async function readNewest(options: ClientOptions): Promise<number> {
  const answer = await ask(options, '/api/v1/events?newest=true');
  return ((await answer.json()) as EventPage).newest;
}

/** What happened after this number, a page; undefined where that is not kept any more: begin again. */
export async function readEvents(
  options: ClientOptions,
  after: number,
): Promise<EventPage | undefined> {
  const answer = await ask(options, `/api/v1/events?after=${after}`, undefined, [410]);
  return answer.ok ? ((await answer.json()) as EventPage) : undefined;
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

/**
 * Asks, or sends something; waits where that was too fast, and throws what the problem says, unless its
 * status is expected.
 */
export async function ask(
  options: ClientOptions,
  path: string,
  sent?: Sent,
  expected: readonly number[] = [],
): Promise<Response> {
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
    return ask(options, path, sent, expected);
  }
  if (response.ok || expected.includes(response.status)) return response;
  // Problem details (RFC 9457): 'detail' is written for whoever reads the error.
  const { title, detail } = (await response.json()) as { title: string; detail: string };
  throw new Error(`${response.status} ${title}: ${detail}`);
}
