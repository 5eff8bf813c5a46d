import { appContextKey } from '../../app-context.ts';
import { requirePermissionPage } from '../../http/member.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Field, TextAreaField } from '../../ui/form/field.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import type { ImportPreview } from '../server/subscription/import-subscriptions.server.ts';
import { IMPORT_COLUMNS } from '../server/subscription/read-import.server.ts';
import type { ImportAnswer } from './subscription-import-action.server.ts';
import type { Route } from './+types/subscription-import.ts';

export const handle = { messages: await loadMessages('orders-team', 'catalogue-team') };

export { action } from './subscription-import-action.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  await requirePermissionPage(context, request, 'change-settings');
  const { settings } = context.get(appContextKey);
  return { columns: IMPORT_COLUMNS.join(', '), timeZone: settings.supportTimezone };
}

export default function SubscriptionImport({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Import clients and subscriptions')}
      lead={t('For a business that moves here from another program. Nobody gets an email.')}
    >
      <ImportForm {...loaderData} answer={actionData} />
    </MemberPage>
  );
}

interface ImportFormProps {
  readonly columns: string;
  readonly timeZone: string;
  readonly answer: ImportAnswer | undefined;
}

function ImportForm({ columns, timeZone, answer }: ImportFormProps) {
  return (
    <>
      {answer?.message !== undefined && (
        <div className="mt-6">
          <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
        </div>
      )}
      {answer?.preview && <Preview {...answer.preview} text={answer.text} />}
      <PageSection title={t('Import')}>
        <p className="max-w-[60ch] text-ink-2">
          {t(
            'A CSV file whose first row names the columns: {columns}. A row without a service is a client. The service is an address such as programming/website-maintenance. ‘next’ is the first day of the next period, in the time zone {timeZone}; payment links are emailed seven days before it. An ID is imported once.',
            { columns, timeZone },
          )}
        </p>
        <ActionForm
          key={answer?.isDone ? answer.message : 'file'}
          encType="multipart/form-data"
          className="mt-5 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
        >
          <HiddenFields fields={{ intent: 'show' }} />
          <Field label={t('File')}>
            {(control) => (
              <input
                {...control}
                type="file"
                name="file"
                accept=".csv,text/csv"
                className="file-field"
              />
            )}
          </Field>
          <TextAreaField
            label={t('Or paste its contents')}
            name="text"
            rows={4}
            spellCheck={false}
            defaultValue={answer?.isDone ? '' : answer?.text}
          />
          <p>
            <SubmitButton>{t('Check the file')}</SubmitButton>
          </p>
        </ActionForm>
      </PageSection>
    </>
  );
}

function Preview({
  clientCount,
  subscriptionCount,
  knownCount,
  faults,
  faultCount,
  text,
}: ImportPreview & { readonly text: string }) {
  if (faultCount > 0) {
    return (
      <PageSection title={t('Errors in the file')} count={faultCount}>
        <Notice kind="error">{t('Nothing is imported until these errors are fixed.')}</Notice>
        <ul className="list-card mt-4">
          {faults.map(({ number, field, text: said }) => (
            <li key={`${number} ${field}`} className="px-4 py-3">
              <span className="font-semibold">
                {t('Row {number}, {field}:', { number, field })}
              </span>{' '}
              {said}
            </li>
          ))}
        </ul>
      </PageSection>
    );
  }
  return (
    <PageSection title={t('To import')} count={clientCount + subscriptionCount}>
      <p className="text-ink-2">
        {t(
          '{clientCount, plural, one {# new client} other {# new clients}}, {subscriptionCount, plural, one {# new subscription} other {# new subscriptions}}, {knownCount, plural, one {# subscription was imported before.} other {# subscriptions were imported before.}}',
          { clientCount, subscriptionCount, knownCount },
        )}
      </p>
      {clientCount + subscriptionCount > 0 && (
        <ActionForm encType="multipart/form-data" className="mt-5">
          <HiddenFields fields={{ intent: 'import', text }} />
          <SubmitButton>{t('Import')}</SubmitButton>
        </ActionForm>
      )}
    </PageSection>
  );
}
