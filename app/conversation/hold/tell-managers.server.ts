import { inWordsOf, type SpokenSettings } from '../../team/members/speech-of-member.server.ts';
import { and, asc, eq, inArray, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { PreparedStatement } from '../../platform/db/prepared-statement.server.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { isWithin } from '../../platform/weekly-hours.ts';
import { rolesThatMay } from '../../team/members/permissions.ts';
import { mayGetSql } from '../../team/members/who-gets-visitors.server.ts';
import { profiles } from '../../team/tables.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { awayAfter, isAway } from './agent-load.server.ts';
import { unattendedMail } from './unattended-mail.ts';

/** Told in one go; what is left is told at the next turn. */
const AT_ONCE = 50;
const MANAGERS_TOLD = 50;

interface ManagersHost extends ChatHost {
  readonly mail: Pick<Mail, 'send'>;
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'chatHours'> & SpokenSettings;
}

/**
 * Tells the managers of visitors who wait while nobody is there for them, once a conversation: a
 * notice on their dashboards and devices, and one mail each (DECISIONS 31). That it was told is
 * written with the rows of the outbox, under the conversation's lock: neither a second process nor
 * another start tells it again. Outside the chat hours nobody is meant to be there.
 */
export async function tellManagers(host: ManagersHost): Promise<void> {
  const { chatHours } = host.settings;
  const now = host.clock.now();
  if (chatHours && !isWithin(chatHours, now)) return;
  for (const { id } of await UNATTENDED.execute(host.db, { now: now.toISOString() })) {
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

// Asked every few seconds, and planning is most of what it takes.
const UNATTENDED = new PreparedStatement<{ id: string }>(
  'unattended',
  sql`
    select c.id from conversations c where ${isUnattended(sql.placeholder('now'))}
    order by c.waiting_since limit ${sql.raw(String(AT_ONCE))}`,
);

/**
 * Whether the conversation `c` waits and nobody is there for it: it is in the queue and nobody who
 * answers visitors is connected, or its agent is away and there was nobody to pass it on to.
 */
function isUnattended(now: string | Placeholder): SQL {
  return sql`c.managers_told_at is null
    and c.waiting_since <= ${now}::timestamptz - ${awayAfter}
    and c.waiting_since is not null and c.completed_at is null
    and exists (
      select 1 from visitors v left join profiles holder on holder.id = v.agent_id
      where v.id = c.visitor_id
        and case
          when v.agent_id is null
            then not exists (select 1 from profiles p where ${mayGetSql('there', 'p')})
          else ${isAway}
            and not exists (select 1 from profiles p where ${mayGetSql('expected', 'p')})
        end)`;
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
