import { and, eq } from 'drizzle-orm';
import { requireAdmin } from '../../accounts/server/members/manage-members.server.ts';
import { profiles } from '../../accounts/server/tables.server.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { hashMailSettings, readSteps, type GuideContext } from './read-steps.server.ts';
import { setupGuide } from './tables.server.ts';

export async function readGuideState(db: Database): Promise<{ readonly isDismissed: boolean }> {
  const [guide] = await db.select().from(setupGuide);
  return { isDismissed: (guide?.dismissedAt ?? null) !== null };
}

/** Dismisses the guide for the whole shop, or shows it again. Harmless when repeated. */
export async function dismissGuide(
  appContext: ChangeContext,
  trace: Trace,
  isDismissed: boolean,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    await requireAdmin(tx, trace);
    const [guide] = await tx.select().from(setupGuide).for('update');
    if ((guide?.dismissedAt ?? null) === null ? !isDismissed : isDismissed) return;
    const dismissedAt = isDismissed ? appContext.clock.now() : null;
    // Showing it again also means a guide that was complete once.
    const set = isDismissed ? { dismissedAt } : { dismissedAt, completedAt: null };
    await tx.insert(setupGuide).values(set).onConflictDoUpdate({ target: setupGuide.id, set });
    after.audit(isDismissed ? 'setup-dismissed' : 'setup-resumed', {});
  });
}

/** Remembers that a mail server accepted an email with these settings. */
export async function recordMailTest(
  appContext: ChangeContext & { readonly cookieSecret: string },
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
): Promise<void> {
  const set = {
    mailTestedAt: appContext.clock.now(),
    mailTestedFor: hashMailSettings(appContext.cookieSecret, settings),
  };
  await change(appContext, undefined, async (tx) => {
    await tx.insert(setupGuide).values(set).onConflictDoUpdate({ target: setupGuide.id, set });
  });
}

/** True if this member's first page after sign-in is the guide. Notes that the guide is complete. */
export async function startsWithGuide(
  appContext: ChangeContext & GuideContext,
  email: string,
): Promise<boolean> {
  const { db, clock } = appContext;
  const [profile] = await db
    .select({ role: profiles.role })
    .from(profiles)
    .where(and(eq(profiles.email, email), eq(profiles.status, 'active')));
  if (!may(profile, 'change-settings')) return false;
  const [guide] = await db.select().from(setupGuide);
  if (guide?.dismissedAt || guide?.completedAt) return false;
  const steps = await readSteps(appContext);
  if (!steps.every(({ isDone }) => isDone)) return true;
  const completedAt = clock.now();
  await change(appContext, undefined, async (tx) => {
    await tx
      .insert(setupGuide)
      .values({ completedAt })
      .onConflictDoUpdate({ target: setupGuide.id, set: { completedAt } });
  });
  return false;
}
