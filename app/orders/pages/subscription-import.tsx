import { appContextKey } from '../../app-context.ts';
import { requirePermissionPage } from '../../http/member.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { ImportFaults, ImportForm } from '../../portal/import-form.tsx';
import { MemberPage } from '../../portal/member-page.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import type { ImportPreview } from '../server/subscription/import-subscriptions.server.ts';
import { IMPORT_COLUMNS } from '../server/subscription/read-import.server.ts';
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
      <ImportForm
        lead={t(
          'A CSV file whose first row names the columns: {columns}. A row without a service is a client. The service is an address such as programming/website-maintenance. ‘next’ is the first day of the next period, in the time zone {timeZone}; payment links are emailed seven days before it. An ID is imported once.',
          loaderData,
        )}
        accept=".csv,text/csv"
        button={t('Check the file')}
        answer={actionData}
      >
        {actionData?.preview && <Preview {...actionData.preview} text={actionData.text} />}
      </ImportForm>
    </MemberPage>
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
  if (faultCount > 0) return <ImportFaults count={faultCount} faults={faults} />;
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
