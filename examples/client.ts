// A client of the public API in one file, without dependencies. Copy and adapt it.

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
  /** For example https://shop.example. */
  readonly origin: string;
  /** Raises the rate limit and permits what its scopes allow. */
  readonly key?: string | undefined;
}

export async function* listServices(
  options: ClientOptions,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<Service> {
  yield* pages<Service>(options, '/api/v1/services', filters);
}

export async function* listReviews(
  options: ClientOptions,
  { section, slug }: Pick<Service, 'section' | 'slug'>,
): AsyncGenerator<Review> {
  const path = `/api/v1/services/${section}/${encodeURIComponent(slug)}/reviews`;
  yield* pages<Review>(options, path, {});
}

/**
 * Lists orders by their last change, the oldest change first; the key needs the scope orders:read.
 */
export async function* listOrders(
  options: ClientOptions,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<Order> {
  yield* pages<Order>(options, '/api/v1/orders', filters);
}

/** Lists all conversations, the newest first; the key needs the scope conversations:read. */
export async function* listConversations(
  options: ClientOptions,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<Conversation> {
  yield* pages<Conversation>(options, '/api/v1/conversations', filters);
}

/**
 * Returns the number of the newest event. Read it before the lists, and follow the events from
 * there.
 */
export async function readNewest(options: ClientOptions): Promise<number> {
  const answer = await ask(options, '/api/v1/events?newest=true');
  return ((await answer.json()) as EventPage).newest;
}

/** Reads one page of the events after this number; undefined when they have expired: start over. */
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
 * Sends a request. Waits and retries on a rate limit, and throws other errors, unless `expected`
 * lists their status.
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
  // Problem details (RFC 9457): 'detail' is written for the person who reads the error.
  const { title, detail } = (await response.json()) as { title: string; detail: string };
  throw new Error(`${response.status} ${title}: ${detail}`);
}
