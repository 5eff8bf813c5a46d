import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readAudit, type AuditPage } from '../server/audit/audit.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-audit.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { Rich } from '../../ui/rich.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { AUDIT_ACTIONS } from '../../platform/change/audit-actions.ts';
import { Moment } from '../../ui/date-time.tsx';

export const handle = { messages: await loadMessages('accounts-team', 'platform-team') };

export const loader = pageAt('/team/audit', async ({ appContext, request }) => {
  const asked = new URL(request.url).searchParams.get('page') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const { entries, hasOlder } = await readAudit(appContext.db, page);
  return { page, hasOlder, entries };
});

export default function TeamAudit({ loaderData }: Route.ComponentProps) {
  return (
    <MemberPage title={t('Audit log')} lead={t('Who did what and to whom, newest first.')}>
      <AuditList {...loaderData} />
    </MemberPage>
  );
}

function AuditList({ page, hasOlder, entries }: AuditPage & { readonly page: number }) {
  return (
    <>
      {entries.length === 0 ? (
        <p className="mt-10 text-ink-2">
          {t('No entries yet. Sign-ins and changes by the team will appear here.')}
        </p>
      ) : (
        <ul className="list-card mt-9">
          {entries.map((entry) => (
            <li key={entry.id} data-testid="audit-entry" className="list-row text-[15px]">
              <div className="min-w-0 flex-1 basis-72">
                <p className="[overflow-wrap:anywhere]">
                  <span className="font-[650]">{nameOf(entry.action)}</span>
                  {entry.subject && <> · {entry.subject}</>}
                </p>
                <Details actor={formatActor(entry)} detail={entry.detail} />
              </div>
              <div className="text-[13.5px] leading-[22px] text-ink-3 sm:text-end">
                <p className="first-letter:uppercase">
                  <Moment at={entry.at} />
                </p>
                {/* The shortened id is enough to find the request in the log. */}
                <p title={entry.requestId}>
                  <Rich
                    text={t('Request <id/>')}
                    parts={{
                      id: (
                        <span className="font-mono text-[12.5px]">
                          {entry.requestId.slice(0, 8)}
                        </span>
                      ),
                    }}
                  />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <PagesNav page={page} hasMore={hasOlder} pathOf={(to) => `?page=${to}`} />
    </>
  );
}

/** Starts new lines on phones, so that a late web font does not change the number of lines. */
function Details({ actor, detail }: { readonly actor: string; readonly detail: string | null }) {
  return (
    <p className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
      <span className="max-sm:block">{actor}</span>
      {actor && detail && <span className="max-sm:hidden"> · </span>}
      <span className="max-sm:block">{detail}</span>
    </p>
  );
}

/** A person who signs in has no session yet, and is the entry's subject. */
function formatActor({ action, actorEmail }: AuditPage['entries'][number]): string {
  if (actorEmail) return t('by {actorEmail}', { actorEmail });
  return action === 'signed-in' ? '' : t('not signed in');
}

/** An entry of another version may have an unknown action. */
function nameOf(action: string): string {
  return Object.hasOwn(AUDIT_ACTIONS, action)
    ? t(AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS])
    : action;
}
