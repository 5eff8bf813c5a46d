import { listActiveMembers } from '../../accounts/server/members/list-active-members.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending, type PendingChange } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-publish.ts';
import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { LIMITS } from '../protocol/limits.ts';
import { FieldChanges } from '../ui/field-changes.tsx';

export const handle = { messages: await loadMessages('catalogue-team') };

interface PublishFormProps {
  readonly pending: readonly PendingChange[];
  /** The entry that the user came from is preselected. Undefined preselects all drafts. */
  readonly only: string | undefined;
  /** This revision was published when the list was shown. */
  readonly revision: number;
}

const NEW_KINDS = {
  section: msg('New section'),
  group: msg('New group'),
  service: msg('New service'),
  text: msg('New content'),
} as const;

const KINDS = {
  section: msg('Section'),
  group: msg('Group'),
  service: msg('Service'),
  text: msg('Content'),
} as const;

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ appContext, request }) => {
  const { revision } = appContext.catalogue;
  const pending = readPending(
    await readWorking(appContext),
    await listActiveMembers(appContext.db),
  );
  const only = new URL(request.url).searchParams.get('only');
  return { pending, revision, only: pending.find(({ id }) => id === only)?.id };
});

export default function CataloguePublish({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Publish')}
      lead={t('Review your drafts and publish the selected ones, for everyone and at once.')}
    >
      <CatalogueNav pendingCount={loaderData.pending.length} />
      <AnswerNotice answer={actionData} className="mt-6" />
      <PublishForm {...loaderData} />
    </MemberPage>
  );
}

function PublishForm({ pending, only, revision }: PublishFormProps) {
  if (pending.length === 0) {
    return (
      <p className="mt-8 text-ink-2">
        {t('No drafts to publish. Changes you save in the catalogue or the content appear here.')}
      </p>
    );
  }
  return (
    <ActionForm key={pending.map(({ id, version }) => `${id} ${version}`).join()} className="mt-8">
      <HiddenFields fields={{ intent: 'publish', revision: String(revision) }} />
      <ul className="list-card">
        {pending.map((change) => (
          <li key={`${change.kind} ${change.id}`} className="px-4 py-3.5" data-testid="pending">
            <div className="flex min-h-11 items-start gap-3">
              <input
                id={`draft-${change.kind}-${change.id}`}
                type="checkbox"
                name="draft"
                value={`${change.kind} ${change.id} ${change.version}`}
                defaultChecked={only === undefined || only === change.id}
                className="mt-1 size-5 shrink-0 accent-primary"
              />
              <div className="min-w-0">
                <label
                  dir="auto"
                  htmlFor={`draft-${change.kind}-${change.id}`}
                  className="block cursor-pointer font-[650] [overflow-wrap:anywhere]"
                >
                  {change.title}
                </label>
                <span className="block text-[14px] text-ink-2">
                  {change.isNew ? t(NEW_KINDS[change.kind]) : t(KINDS[change.kind])} ·{' '}
                  {change.editedBy}, <Moment at={change.editedAt} />
                </span>
              </div>
            </div>
            <div className="pl-8">
              <FieldChanges fields={change.fields} />
              <Link
                to={
                  change.kind === 'text'
                    ? `/team/content/${change.id}`
                    : `/team/catalogue/${change.kind}/${change.id}`
                }
                aria-label={t('Edit {name}', { name: change.title })}
                className="link inline-flex min-h-11 items-center text-[15px]"
              >
                {t('Edit')}
              </Link>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line">
        <TextField
          label={t('Note')}
          name="note"
          autoComplete="off"
          maxLength={LIMITS.publicationNote}
          hint={t('Shown in the history: why you made these changes.')}
        />
        <p>
          <SubmitButton>{t('Publish')}</SubmitButton>
        </p>
      </div>
    </ActionForm>
  );
}
