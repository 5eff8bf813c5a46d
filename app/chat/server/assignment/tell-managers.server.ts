import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/speech-of-member.server.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { isWithin } from '../../../platform/weekly-hours.ts';
import { rolesThatMay } from '../../../accounts/protocol/permissions.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { unattendedMail } from './unattended-mail.ts';
import { findUnattended, isUnattended } from './unattended.server.ts';

const MANAGERS_TOLD = 50;

interface ManagersHost extends ChatHost {
  readonly mail: Pick<Mail, 'send'>;
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'chatHours'> & SpokenSettings;
}

/**
 * Notifies managers about visitors who wait while nobody is online for them: once per conversation, in the
 * app and by email (rule 136). The mark is written with the jobs under the conversation's lock, so that
 * no process notifies twice. Skipped outside the chat hours.
 */
export async function tellManagers(host: ManagersHost): Promise<void> {
  const { chatHours } = host.settings;
  const now = host.clock.now();
  if (chatHours && !isWithin(chatHours, now)) return;
  for (const id of await findUnattended(host.db, now)) {
    // oxlint-disable-next-line no-await-in-loop -- each in a transaction of its own
    await tell(host, id, now);
  }
}

async function tell(host: ManagersHost, conversationId: string, now: Date): Promise<void> {
  await change(host, undefined, async (tx, after) => {
    const { rows } = await tx.execute<{ visitorId: string; email: string }>(sql`
      update conversations c set managers_told_at = ${now.toISOString()}::timestamptz
      from visitors told
      where c.id = ${conversationId} and told.id = c.visitor_id and ${isUnattended(now.toISOString())}
      returning told.id as "visitorId", told.email`);
    const [unattended] = rows;
    if (!unattended) return;
    const { visitorId, email } = unattended;
    for (const to of await readManagers(tx)) {
      // oxlint-disable-next-line no-await-in-loop -- a handful of managers
      const message = await inWordsOf(tx, host.settings, { email: to }, () =>
        unattendedMail(host.settings, to, { visitorId, conversationId }),
      );
      host.mail.send(after, message);
    }
    after.hint(() => host.chat.visitorUnattended({ visitorId, conversationId, email }));
  });
}

async function readManagers(tx: Database): Promise<string[]> {
  const rows = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(
      and(eq(profiles.status, 'active'), inArray(profiles.role, rolesThatMay('reassign-visitors'))),
    )
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(MANAGERS_TOLD);
  return rows.map(({ email }) => email);
}
