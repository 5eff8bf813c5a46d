import { expect } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Database } from '../../app/platform/db/database.server.ts';

export interface StoredMessage {
  readonly clientId: string;
  readonly number: number;
}

/** Everything that was acknowledged up to a moment. */
export interface Promised {
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly reviews: ReadonlySet<string>;
  readonly assigned: ReadonlySet<string>;
}

/**
 * What was sent and what of it was acknowledged, kept where no fault of a server can reach it. It
 * is compared with what the server, or the database, says afterwards.
 */
export class Ledger {
  readonly #sent = new Map<string, Set<string>>();
  readonly #acknowledged = new Map<string, Map<string, number>>();
  readonly #reviews = new Map<string, boolean>();
  readonly #assigned = new Set<string>();

  /** How many messages were acknowledged so far. */
  get acknowledged(): number {
    return [...this.#acknowledged.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get reviews(): number {
    return [...this.#reviews.values()].filter(Boolean).length;
  }

  get assigned(): ReadonlySet<string> {
    return this.#assigned;
  }

  send(conversationId: string, clientId: string): void {
    const sent = this.#sent.get(conversationId) ?? new Set();
    this.#sent.set(conversationId, sent.add(clientId));
  }

  acknowledge(conversationId: string, { clientId, number }: StoredMessage): void {
    const known = this.#acknowledged.get(conversationId) ?? new Map<string, number>();
    const before = known.get(clientId);
    if (before !== undefined && before !== number) {
      throw new Error(`${clientId} was acknowledged as ${before} and as ${number}`);
    }
    this.#acknowledged.set(conversationId, known.set(clientId, number));
  }

  /** A visitor's address that was given to an agent. */
  assign(email: string): void {
    this.#assigned.add(email);
  }

  postReview(text: string, isAcknowledged: boolean): void {
    this.#reviews.set(text, isAcknowledged);
  }

  /** What was acknowledged so far in one conversation, to be compared with what is read after this. */
  acknowledgedIn(conversationId: string): ReadonlyMap<string, number> {
    return new Map(this.#acknowledged.get(conversationId));
  }

  /** What was acknowledged so far, to be looked for in whatever is made from now on. */
  promised(): Promised {
    const ids = [...this.#sent.keys()];
    const posted = [...this.#reviews].filter(([, isAcknowledged]) => isAcknowledged);
    return {
      messages: new Map(ids.map((id) => [id, this.acknowledgedIn(id)])),
      reviews: new Set(posted.map(([text]) => text)),
      assigned: new Set(this.#assigned),
    };
  }

  /** Everything acknowledged is there under its number, nothing twice, nothing that nobody sent. */
  compare(
    conversationId: string,
    stored: readonly StoredMessage[],
    acknowledged: ReadonlyMap<string, number> = this.acknowledgedIn(conversationId),
  ): void {
    expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1));
    const ids = stored.map(({ clientId }) => clientId);
    expect(new Set(ids).size).toBe(ids.length);
    const sent = this.#sent.get(conversationId);
    expect(ids.filter((id) => !sent?.has(id))).toEqual([]);
    const numbers = new Map(stored.map(({ clientId, number }) => [clientId, number]));
    const lost = [...acknowledged].filter(([clientId, number]) => numbers.get(clientId) !== number);
    expect(lost, 'acknowledged and lost').toEqual([]);
  }

  /**
   * The same for everything at once, with the database in hand and no server in between. All of
   * what was promised must be there, and nothing that nobody ever sent.
   */
  async compareAll(db: Database, promised = this.promised()): Promise<void> {
    for (const conversationId of this.#sent.keys()) {
      const { rows } = await db.execute<{ client_id: string; number: number }>(sql`
        select client_id, number from visitor_messages
        where conversation_id = ${conversationId} order by number`);
      const stored = rows.map(({ client_id, number }) => ({ clientId: client_id, number }));
      this.compare(conversationId, stored, promised.messages.get(conversationId) ?? new Map());
    }
    const { rows } = await db.execute<{ wrong: number }>(sql`
      select count(*)::int wrong from conversations c
      where last_number <> (select count(*) from visitor_messages m where m.conversation_id = c.id)`);
    expect(rows).toEqual([{ wrong: 0 }]);
    const reviews = await db.execute<{ text: string; count: number }>(
      sql`select text, count(*)::int count from service_reviews group by text`,
    );
    const counts = new Map(reviews.rows.map(({ text, count }) => [text, count]));
    for (const text of this.#reviews.keys()) {
      const count = counts.get(text) ?? 0;
      const isSaved = count === 1 || (count === 0 && !promised.reviews.has(text));
      expect(isSaved, `${count} of '${text}'`).toBe(true);
    }
    const given = await db.execute<{ email: string }>(
      sql`select email from visitors where agent_id is not null`,
    );
    expect(given.rows.map(({ email }) => email)).toEqual(
      expect.arrayContaining([...promised.assigned]),
    );
  }
}
