import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';

/** Consecutive answers share an email, sent this long after the newest answer. */
export const MAIL_AFTER_SECONDS = 2 * 60;
/** The email is sent at the latest this long after the first answer, even if more answers follow. */
export const MAIL_AT_LATEST_SECONDS = 10 * 60;

/**
 * Recomputes when the visitor is emailed about unread answers. Every transaction that changes unread messages
 * calls this, so that the time depends on the messages alone. After an email nothing is due until the visitor
 * reads or writes.
 */
export async function scheduleMail(tx: Database, conversationId: string): Promise<void> {
  const unread = sql`select m.created_at from visitor_messages m
    where m.conversation_id = c.id and m.is_agent and m.kind in ('text', 'offer')
      and m.removal_number is null
      and m.number > greatest(c.visitor_read_number, c.mailed_number)`;
  await tx.execute(sql`
    update conversations c set mail_due_at = case
      when c.mails_stopped_at is not null then null
      when exists (
        -- A mail about what was taken back is none to wait for an answer to.
        select 1 from visitor_messages m
        where m.conversation_id = c.id and m.is_agent and m.removal_number is null
          and m.number > c.visitor_read_number and m.number <= c.mailed_number
      ) and not exists (
        select 1 from visitor_messages m
        where m.conversation_id = c.id and m.number > c.mailed_number and not m.is_agent
      ) then null
      else least(
        (${unread} order by m.number desc limit 1) + make_interval(secs => ${MAIL_AFTER_SECONDS}),
        (${unread} order by m.number limit 1) + make_interval(secs => ${MAIL_AT_LATEST_SECONDS})
      )
    end
    where c.id = ${conversationId}
      and (c.mail_due_at is not null or c.visitor_read_number < c.last_number)`);
}
