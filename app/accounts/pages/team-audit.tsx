import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { AUDIT_ACTIONS } from '../../platform/change/audit-actions.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { listAction } from '../../portal/pages/list-action.server.ts';
import { openList } from '../../portal/pages/open-list.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { Moment } from '../../ui/date-time.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { TeamList } from '../../ui/list/team-list.tsx';
import { AUDIT_ACTION_NAMES, AUDIT_LIST } from '../protocol/audit-list.ts';
import { listAudit, type AuditEntry } from '../server/audit/audit.server.ts';
import type { Route } from './+types/team-audit.ts';

export const handle = { messages: await loadMessages('accounts-team', 'platform-team', 'ui-team') };

/** The audit log has no actions besides those of its views. */
export const action = listAction(AUDIT_LIST);

export const loader = pageAt('/team/audit', async ({ appContext, member, request }) => {
  const open = await openList(appContext.db, member, AUDIT_LIST, request);
  return { open, page: await listAudit(appContext, open.state) };
});

export default function TeamAudit({ loaderData, actionData }: Route.ComponentProps) {
  const { open, page } = loaderData;
  const actions = AUDIT_ACTION_NAMES.map((value) => ({ value, name: nameOf(value) }));
  return (
    <MemberPage title={t('Audit log')} lead={t('Who did what and to whom, newest first.')}>
      <AnswerNotice answer={actionData} className="mt-6" />
      <TeamList
        list={AUDIT_LIST}
        open={open}
        page={page}
        answer={actionData}
        nameOf={({ action }) => nameOf(action)}
        filters={[
          { kind: 'search', name: 'q', label: t('Search'), placeholder: t('Subject or email') },
          {
            kind: 'choice',
            name: 'action',
            label: t('Action'),
            options: [{ value: '', name: t('All actions') }, ...actions],
          },
          { kind: 'day', name: 'from', label: t('From') },
          { kind: 'day', name: 'until', label: t('Until') },
        ]}
        cells={CELLS}
        hasEqualColumns
        exports={[{ action: '/team/audit/export', label: t('Export as CSV') }]}
        empty={{
          title: t('No entries yet'),
          text: t(
            'Sign-ins and changes by the team appear here. Entries are deleted after the period in the settings.',
          ),
          step: (
            <Link
              to="/team/settings?focus=RETENTION_AUDIT_DAYS#retention"
              className="button button-primary"
            >
              {t('Open settings')}
            </Link>
          ),
        }}
      />
    </MemberPage>
  );
}

const CELLS: Readonly<Record<ColumnOf<typeof AUDIT_LIST>, (entry: AuditEntry) => ReactNode>> = {
  action: ({ action }) => <span className="font-[650]">{nameOf(action)}</span>,
  subject: ({ subject }) => showName(subject),
  person: (entry) => showName(formatActor(entry)),
  detail: ({ detail }) => detail && <bdi>{detail}</bdi>,
  at: ({ at }) => <Moment at={at} />,
  // The shortened id is enough to find the request in the log.
  request: ({ requestId }) => (
    <span title={requestId} className="font-mono text-[12.5px]">
      {requestId.slice(0, 8)}
    </span>
  ),
};

/** Without a place to wrap: an address that wraps in one typeface only would move the list when the other arrives. */
const showName = (text: string | null): ReactNode => text && <bdi>{text}</bdi>;

/** A person who signs in has no session yet, and is the entry's subject. */
function formatActor({ action, actorEmail }: AuditEntry): string {
  if (actorEmail) return actorEmail;
  return action === 'signed-in' ? '' : t('not signed in');
}

/** An entry of another version may have an unknown action. */
function nameOf(action: string): string {
  return Object.hasOwn(AUDIT_ACTIONS, action)
    ? t(AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS])
    : action;
}
