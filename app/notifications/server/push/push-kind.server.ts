import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/member-language.server.ts';
import { eq, sql } from 'drizzle-orm';
import type { Outcome, JobKind } from '../../../platform/change/kind.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { PreparedStatement } from '../../../platform/db/prepared-statement.server.ts';
import type { PostResult } from '../../../platform/outgoing/post.server.ts';
import { endOfSession } from '../../../accounts/server/sessions/sessions.server.ts';
import { readUnread } from '../../../chat/server/read/inbox-counts.server.ts';
import { formatFileCount } from '../../../chat/protocol/files.ts';
import { explainPush, isGone, type PushSender } from './push-sender.server.ts';
import {
  PUSH_AFTER_MS,
  PUSH_LEASE_MS,
  PUSH_RETRY_AFTER_MS,
  PUSHES_AT_ONCE,
  PUSHES_EXPIRE_AFTER_MS,
  QUEUE_ROLES,
  UNANSWERED_ROLES,
  PREVIEW_LENGTH,
} from '../../protocol/rules.ts';
import { pushNotices, pushSubscriptions } from './tables.server.ts';
import { languageNow, t, msg } from '../../../i18n/translate.ts';
import {
  noticeTag,
  threadPath,
  type PushPayload,
} from '../../../chat/protocol/conversation-notice.ts';
import { SOURCE_LANGUAGE } from '../../../platform/languages.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';
import { shortenLine } from '../../../platform/shown-text.ts';

interface Subject {
  readonly about: 'messages' | 'queue' | 'unattended';
  readonly conversationId: string;
  readonly visitorId: string;
  readonly email: string;
  readonly unread: number;
  readonly upToNumber: number;
  /** The newest unread message, or null if the visitor has not written yet. */
  readonly text: string | null;
  readonly memberId: string;
  /** The number of unread messages in all conversations of this member. */
  readonly unreadInAll: number;
}

/** The service worker shows English texts if no language is given. */
const inLanguage = () => (languageNow() === SOURCE_LANGUAGE ? {} : { language: languageNow() });

const TITLES = {
  messages: msg('New message from a visitor'),
  queue: msg('A visitor is waiting in the queue'),
  unattended: msg('A visitor is waiting and no agent is available'),
} as const;

/** The kind of the jobs that send pushes. The key is the id of a row of `push_notices`, the `lane` is the device. */
export const PUSH_KIND = 'push';

/** Returns true if the member has the inbox in front, on any device and in any process. */
export type IsInFront = (profileId: string) => Promise<boolean>;

export interface PushServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly push: Pick<PushSender, 'send'>;
  readonly isInFront: IsInFront;
  readonly settings: SpokenSettings;
}

const CALLED_OFF_WAITS_MS = 1000;

/**
 * Sends pushes. Each one is checked again first: read or reassigned conversations are skipped, and devices with
 * an expired session are removed. A duplicate push replaces the first one, because both have the same topic.
 */
export function pushKind({ db, clock, push, isInFront, settings }: PushServices): JobKind {
  return {
    name: PUSH_KIND,
    retryAfterMs: PUSH_RETRY_AFTER_MS,
    leaseMs: PUSH_LEASE_MS,
    concurrencyGroups: PUSHES_AT_ONCE,
    atOnce: 1,
    keepDoneMs: 0,
    keepFailedMs: PUSHES_EXPIRE_AFTER_MS,
    async deliver({ key: noticeId }, signal): Promise<Outcome> {
      const row = await look(db, noticeId);
      if (!row) return { result: 'done' };
      const { subscription_id: deviceId } = row;
      if (!isSignedIn(row, clock.now())) {
        return { result: 'done', settle: (tx) => forgetDevice(tx, deviceId) };
      }
      if (!row.is_wanted) {
        return { result: 'done', settle: (tx) => forgetUnlessSent(tx, noticeId, row.was_sent) };
      }
      // The member came online meanwhile. If the message stays unread, the push is sent later.
      if (await isInFront(row.profile_id)) return { result: 'later', afterMs: PUSH_AFTER_MS };
      const target = { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth };
      const unreadInAll = await readUnread(db, row.profile_id);
      const payload = await inWordsOf(db, settings, { id: row.profile_id }, () =>
        toPayload({ ...subjectOf(row), unreadInAll }, row.shows_previews),
      );
      const result = await push.send(target, payload, signal);
      if (!result) {
        signal.throwIfAborted();
        return { result: 'later', afterMs: CALLED_OFF_WAITS_MS };
      }
      if (isGone(result)) return { result: 'done', settle: (tx) => forgetDevice(tx, deviceId) };
      const problem = explainPush(result);
      const settle = async (tx: Database) => {
        await tx
          .update(pushNotices)
          .set({
            upToNumber: row.last_number,
            ...(problem === null ? { sentAt: clock.now() } : {}),
          })
          .where(eq(pushNotices.id, noticeId));
        await noteOutcome(tx, clock, deviceId, problem);
      };
      if (problem === null) return { result: 'done', settle };
      return { result: isHopeless(result) ? 'failed' : 'retry', error: problem, settle };
    },
  };
}

export async function forgetDevice(tx: Database, subscriptionId: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
}

/** Saves the result of the device's newest push. */
export async function noteOutcome(
  tx: Database,
  clock: Clock,
  subscriptionId: string,
  problem: StoredMessage | null,
): Promise<void> {
  await tx
    .update(pushSubscriptions)
    .set(
      // A text is of the version before, and older.
      {
        lastError: null,
        lastErrorMessage: problem,
        ...(problem === null ? { lastSuccessAt: clock.now() } : {}),
      },
    )
    .where(eq(pushSubscriptions.id, subscriptionId));
}

/** Client errors of the push service are permanent, except for throttling (429). */
function isHopeless(result: PostResult): boolean {
  return 'status' in result && result.status < 500 && result.status !== 429;
}

interface Row extends Record<string, unknown> {
  subscription_id: string;
  profile_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  shows_previews: boolean;
  is_active: boolean;
  session_created_at: Date;
  session_expires_at: Date;
  about: 'messages' | 'queue' | 'unattended';
  is_wanted: boolean;
  was_sent: boolean;
  conversation_id: string;
  visitor_id: string;
  email: string;
  last_number: number;
  unread: number;
  text: string | null;
  file_count: number | null;
}

/** Returns `undefined` if the device or the conversation is gone. */
async function look(db: Database, noticeId: string): Promise<Row | undefined> {
  const [row] = await LOOK.execute(db, { noticeId });
  return row;
}

// The statement is prepared, because planning its many joins blocks the embedded database for 30 ms.
const LOOK = new PreparedStatement<Row>(
  'push_look',
  sql`
    select n.about, n.sent_at is not null as was_sent,
      s.id as subscription_id, s.profile_id, s.endpoint, s.p256dh, s.auth,
      coalesce(o.shows_previews, false) as shows_previews,
      p.status = 'active' as is_active,
      a.created_at as session_created_at, a.expires_at as session_expires_at,
      c.id as conversation_id, c.last_number, v.id as visitor_id, v.email,
      unread.count::int as unread, unread.text,
      unread.file_count,
      c.waiting_since is not null and case
        when n.about = 'messages' then v.agent_id = s.profile_id and unread.count > 0
        when n.about = 'unattended' then c.managers_told_at is not null
          and p.role = any(${sql.param([...UNANSWERED_ROLES])}::text[])
        else v.agent_id is null
          and p.role = any(${sql.param([...QUEUE_ROLES])}::text[])
          and coalesce(o.tells_of_queue, true)
          and (r.number is null or r.number < c.last_number)
      end as is_wanted
    from push_notices n
    join push_subscriptions s on s.id = n.subscription_id
    join profiles p on p.id = s.profile_id
    join auth_sessions a on a.id = s.session_id
    join conversations c on c.id = n.conversation_id
    join visitors v on v.id = c.visitor_id
    left join notification_settings o on o.profile_id = s.profile_id
    left join read_marks r on r.agent_id = s.profile_id and r.conversation_id = c.id
    cross join lateral (
      select count(*) as count, (array_agg(m.message order by m.number desc))[1] as text,
        (array_agg(m.file_count order by m.number desc))[1] as file_count
      from visitor_messages m
      where m.conversation_id = c.id and not m.is_agent and m.removal_number is null
        and m.number > coalesce(r.number, 0)
    ) unread
    where n.id = ${sql.placeholder('noticeId')}::uuid`,
);

function isSignedIn(row: Row, now: Date): boolean {
  const createdAt = new Date(row.session_created_at);
  const expiresAt = new Date(row.session_expires_at);
  return row.is_active && endOfSession({ createdAt, expiresAt }).getTime() > now.getTime();
}

/** A notice that was never sent is deleted, so that it can be created again later. */
async function forgetUnlessSent(tx: Database, noticeId: string, wasSent: boolean): Promise<void> {
  if (!wasSent) await tx.delete(pushNotices).where(eq(pushNotices.id, noticeId));
}

function subjectOf(row: Row): Omit<Subject, 'unreadInAll'> {
  return {
    about: row.about,
    conversationId: row.conversation_id,
    visitorId: row.visitor_id,
    email: row.email,
    unread: row.unread,
    upToNumber: row.last_number,
    memberId: row.profile_id,
    text: row.text === '' ? formatFileCount(row.file_count ?? 0) : row.text,
  };
}

/** Others may see the screen, so names and contents appear only if the member chose previews. */
function toPayload(subject: Subject, showsPreviews: boolean): PushPayload {
  const { about, conversationId, visitorId, email, unread, upToNumber, text, memberId } = subject;
  const base = {
    tag: noticeTag(conversationId),
    path: threadPath(visitorId),
    number: upToNumber,
    unread: subject.unreadInAll,
    // Only assigned visitors can be answered from the notification; others must be taken first.
    ...(about === 'messages' ? { conversationId, memberId, ...inLanguage() } : {}),
  };
  if (!showsPreviews) {
    return {
      ...base,
      title: t(TITLES[about]),
      body:
        unread === 0
          ? t('Open the dashboard to see who it is.')
          : t(
              '{count, plural, one {# unread message} other {# unread messages}} in one conversation.',
              { count: unread },
            ),
    };
  }
  return {
    ...base,
    title: titleWith(about, email),
    body: text === null ? t('No message yet.') : shortenLine(text, PREVIEW_LENGTH),
  };
}

function titleWith(about: Subject['about'], email: string): string {
  if (about === 'queue') return t('{email} is waiting in the queue', { email });
  if (about === 'unattended') return t('No agent is available for {email}', { email });
  return t('New message from {email}', { email });
}
