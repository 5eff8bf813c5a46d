import { eq } from 'drizzle-orm';
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { saveNotificationSettings } from '../../app/notifications/server/push/notification-settings.server.ts';
import { serviceReviews } from '../../app/reviews/server/tables.server.ts';
import type { Auth } from '../../app/accounts/server/sign-in/auth.server.ts';
import {
  createAccount,
  randomPassword,
} from '../../app/accounts/server/sign-in/create-account.server.ts';
import {
  notePrinted,
  type PrintedAccount,
} from '../../app/accounts/server/sign-in/printed-passwords.server.ts';
import { profiles } from '../../app/accounts/server/tables.server.ts';
import { loadDemoConversations, loadDemoReplies } from './load-conversations.ts';
import { loadDemoModeration } from './moderation.ts';
import { loadDemoOrders } from './load-orders.ts';
import { loadPastConversations } from './past-conversations.ts';
import { recordDemo } from './record-demo.ts';
import { DEMO_REVIEWS } from './reviews.ts';
import { TEAM } from './team.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Loads a team with every role, reviews, conversations and canned replies into a new installation,
 * in one transaction. Passwords are random. Does nothing when a team exists.
 */
export async function loadDemo(db: Database, auth: Auth, clock: Clock): Promise<PrintedAccount[]> {
  return db.transaction(async (tx) => {
    const existing = await tx.select({ id: profiles.id }).from(profiles).limit(1);
    if (existing.length > 0) return [];
    const accounts: PrintedAccount[] = [];
    const ids: string[] = [];
    for (const person of TEAM) {
      const password = randomPassword();
      ids.push(await createAccount(tx, auth, clock, { ...person, password }));
      accounts.push({ email: person.email, role: person.role, password });
    }
    await notePrinted(tx, clock, ids);
    await loadDemoReviews(tx, clock);
    await loadDemoModeration(tx, clock);
    const [maya = '', leo = '', sana = '', , ines = ''] = ids;
    const team = { maya, leo, sana, ines };
    await loadDemoConversations(tx, clock, team);
    await loadPastConversations(tx, clock, team);
    await loadDemoOrders(tx, clock, { maya, ines });
    await loadDemoReplies(tx, clock, team);
    // Sana's capacity is low; the others use the setting.
    await tx.update(profiles).set({ capacity: 3 }).where(eq(profiles.id, sana));
    // The email folder gets a digest the next morning as an example.
    await saveNotificationSettings(tx, clock, ines, {
      showsPreviews: true,
      tellsOfQueue: true,
      mailsMentions: true,
      mailsOrders: true,
      digest: 'daily',
    });
    await recordDemo(tx, clock);
    return accounts;
  });
}

export async function loadDemoReviews(db: Database, clock: Clock): Promise<void> {
  const now = clock.now().getTime();
  await db.insert(serviceReviews).values(
    DEMO_REVIEWS.map(({ daysAgo, ...review }) => ({
      ...review,
      createdAt: new Date(now - daysAgo * DAY_MS),
    })),
  );
}
