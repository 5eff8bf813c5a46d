import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/member-language.server.ts';
import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { isWithin } from '../../../platform/weekly-hours.ts';
import { readNotified } from '../../../accounts/server/members/read-notified.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { t } from '../../../i18n/translate.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { threadPath } from '../../protocol/conversation-notice.ts';
import { PreparedStatement } from '../../../platform/db/prepared-statement.server.ts';
import { mayGetSql } from '../../../accounts/server/members/who-gets-visitors.server.ts';
import { awayAfter, isAway } from './agent-load.server.ts';

const AT_ONCE = 50;

// The query runs every few seconds, and planning is most of its cost.
const UNANSWERED = new PreparedStatement<{ id: string }>(
  'unattended',
  sql`
    select c.id from conversations c where ${isUnanswered(sql.placeholder('now'))}
    order by c.waiting_since limit ${sql.raw(String(AT_ONCE))}`,
);

interface NotifyManagersContext extends ChatContext {
  readonly mail: Pick<Mail, 'send'>;
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'chatHours'> & SpokenSettings;
}

/**
 * Notifies managers about visitors who wait while nobody is online for them: once per conversation, in the
 * app and by email (rule 136). The mark is written with the jobs under the conversation's lock, so that
 * no process notifies twice. Skipped outside the chat hours.
 */
export async function notifyManagers(appContext: NotifyManagersContext): Promise<void> {
  const { chatHours } = appContext.settings;
  const now = appContext.clock.now();
  if (chatHours && !isWithin(chatHours, now)) return;
  for (const id of await findUnanswered(appContext.db, now)) {
    // oxlint-disable-next-line no-await-in-loop -- each in a transaction of its own
    await notify(appContext, id, now);
  }
}

async function notify(
  appContext: NotifyManagersContext,
  conversationId: string,
  now: Date,
): Promise<void> {
  await change(appContext, undefined, async (tx, after) => {
    const { rows } = await tx.execute<{ visitorId: string; email: string }>(sql`
      update conversations c set managers_told_at = ${now.toISOString()}::timestamptz
      from visitors told
      where c.id = ${conversationId} and told.id = c.visitor_id and ${isUnanswered(now.toISOString())}
      returning told.id as "visitorId", told.email`);
    const [unansweredVisitor] = rows;
    if (!unansweredVisitor) return;
    const { visitorId, email } = unansweredVisitor;
    for (const { email: to } of await readNotified(tx, 'reassign-visitors')) {
      // oxlint-disable-next-line no-await-in-loop -- a handful of managers
      const message = await inWordsOf(tx, appContext.settings, { email: to }, () =>
        visitorWaitingMail(appContext.settings, to, { visitorId, conversationId }),
      );
      appContext.mail.send(after, message);
    }
    after.hint(() => appContext.chat.visitorUnattended({ visitorId, conversationId, email }));
  });
}

/**
 * The email to a manager contains no text from the visitor and no visitor's address, because anybody can type
 * both.
 */
export function visitorWaitingMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  to: string,
  { visitorId, conversationId }: { readonly visitorId: string; readonly conversationId: string },
) {
  const link = `${origin}${threadPath(visitorId)}`;
  return writeMail({
    kind: 'visitor-waiting',
    to,
    brandName,
    key: `unattended ${conversationId} ${to}`,
    subject: t('A visitor is waiting and no agent is available'),
    link,
    body: [
      t(
        'A visitor is waiting for an answer in the chat, and no agent who accepts chats is online.',
      ),
      t('You can read the conversation and take it over here:'),
      { label: t('Open the conversation'), href: link },
      t('You get one email per conversation.'),
    ],
    footer: [t('You received this email as a member of the {brandName} team.', { brandName })],
  });
}

async function findUnanswered(db: Database, now: Date): Promise<string[]> {
  const rows = await UNANSWERED.execute(db, { now: now.toISOString() });
  return rows.map(({ id }) => id);
}

/**
 * True if the conversation `c` waits and nobody is online for it: either in the queue without any connected
 * agent, or with an agent who is away and no colleague to take over.
 */
function isUnanswered(now: string | Placeholder): SQL {
  return sql`c.managers_told_at is null
    and c.waiting_since <= ${now}::timestamptz - ${awayAfter}
    and c.waiting_since is not null and c.completed_at is null
    and exists (
      select 1 from visitors v left join profiles holder on holder.id = v.agent_id
      where v.id = c.visitor_id
        and case
          when v.agent_id is null
            then not exists (select 1 from profiles p where ${mayGetSql('there', 'p')})
          else ${isAway('holder')}
            and not exists (select 1 from profiles p where ${mayGetSql('expected', 'p')})
        end)`;
}
