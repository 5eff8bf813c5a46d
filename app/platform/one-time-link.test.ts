import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../tests/support/database.ts';
import { visit } from '../../tests/support/visit.ts';
import { conversations } from '../chat/server/tables.server.ts';
import { resumeTokens } from '../chat/server/email/tables.server.ts';
import { reviewConfirmations, serviceReviews } from '../reviews/server/tables.server.ts';
import { accountTokens, authUsers, invitations } from '../accounts/server/tables.server.ts';
import { findLink, newLink, takeLink } from './one-time-link.server.ts';

const store = useDatabase();
const HOUR_MS = 3_600_000;

type Table =
  | typeof accountTokens
  | typeof invitations
  | typeof reviewConfirmations
  | typeof resumeTokens;

interface Kind {
  readonly table: Table;
  /** Creates another link for the same subject and returns its secret. */
  readonly make: (clock: TestClock) => Promise<string>;
  readonly end: () => Promise<unknown>;
}

const KINDS: Readonly<Record<string, () => Promise<Kind>>> = {
  'to an account': async () => {
    const { id: userId } = await hire(store.db, 'maya');
    return {
      table: accountTokens,
      async make(clock) {
        const { token, link } = newLink(clock, HOUR_MS);
        await store.db.insert(accountTokens).values({ purpose: 'verify-email', userId, ...link });
        return token;
      },
      end: () => store.db.delete(authUsers).where(eq(authUsers.id, userId)),
    };
  },
  'to join the team': async () => {
    const { id: invitedBy } = await hire(store.db, 'henrik');
    return {
      table: invitations,
      async make(clock) {
        const { token, link } = newLink(clock, HOUR_MS);
        const email = `${crypto.randomUUID()}@embarka.example`;
        await store.db.insert(invitations).values({ email, role: 'agent', invitedBy, ...link });
        return token;
      },
      end: () => store.db.delete(authUsers).where(eq(authUsers.id, invitedBy)),
    };
  },
  'to confirm a review': async () => ({
    table: reviewConfirmations,
    async make(clock) {
      const { token, link } = newLink(clock, HOUR_MS);
      const [review] = await store.db
        .insert(serviceReviews)
        .values({
          serviceSlug: 'logo-design',
          section: 'graphics',
          name: 'Ines',
          rating: 5,
          createdAt: clock.now(),
        })
        .returning({ reviewId: serviceReviews.id });
      await store.db
        .insert(reviewConfirmations)
        .values({ reviewId: review?.reviewId ?? '', ...link });
      return token;
    },
    end: () => store.db.delete(serviceReviews),
  }),
  'to a chat': async () => {
    const { id: conversationId } = await visit(store.db, 'elena.ruiz@northfold.example');
    return {
      table: resumeTokens,
      async make(clock) {
        const { token, link } = newLink(clock, HOUR_MS);
        await store.db.insert(resumeTokens).values({ conversationId, ...link });
        return token;
      },
      end: () => store.db.delete(conversations).where(eq(conversations.id, conversationId)),
    };
  },
};

describe.each(Object.entries(KINDS))('a link %s', (_, prepare) => {
  test('works once, and looking at it uses nothing up', async () => {
    const clock = new TestClock();
    const { table, make } = await prepare();
    const token = await make(clock);
    expect(await findLink(store.db, clock, table, token)).toBeDefined();
    expect(await findLink(store.db, clock, table, token)).toBeDefined();
    expect(await takeLink(store.db, clock, table, token)).toBeDefined();
    expect(await findLink(store.db, clock, table, token)).toBeUndefined();
    expect(await takeLink(store.db, clock, table, token)).toBeUndefined();
  });

  test('is used up by one of two requests at once', async () => {
    const clock = new TestClock();
    const { table, make } = await prepare();
    const token = await make(clock);
    const take = () => takeLink(store.db, clock, table, token);
    const taken = await Promise.all([take(), take()]);
    expect(taken.filter((link) => link !== undefined)).toHaveLength(1);
  });

  test('works beside others, until its own time is over', async () => {
    const clock = new TestClock();
    const { table, make } = await prepare();
    const first = await make(clock);
    clock.advance(HOUR_MS / 2);
    const second = await make(clock);
    expect(await takeLink(store.db, clock, table, `${first.slice(1)}x`)).toBeUndefined();
    clock.advance(HOUR_MS / 2);
    expect(await takeLink(store.db, clock, table, first)).toBeUndefined();
    expect(await takeLink(store.db, clock, table, second)).toBeDefined();
  });

  test('is kept without its secret, and ends with what it is about', async () => {
    const clock = new TestClock();
    const { table, make, end } = await prepare();
    const token = await make(clock);
    expect(JSON.stringify(await store.db.select().from(table))).not.toContain(token);
    await end();
    expect(await store.db.select().from(table)).toEqual([]);
  });
});

test('a link of another purpose works nowhere else', async () => {
  const clock = new TestClock();
  const token = await KINDS['to an account']?.().then(({ make }) => make(clock));
  const reset = eq(accountTokens.purpose, 'reset-password');
  expect(await takeLink(store.db, clock, accountTokens, token ?? '', reset)).toBeUndefined();
  const verify = eq(accountTokens.purpose, 'verify-email');
  expect(await takeLink(store.db, clock, accountTokens, token ?? '', verify)).toBeDefined();
});
