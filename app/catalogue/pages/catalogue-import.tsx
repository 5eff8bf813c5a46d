import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg } from '../../i18n/translate.ts';
import { ImportFaults, ImportForm } from '../../portal/import-form.tsx';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-import.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { LIMITS } from '../protocol/limits.ts';
import type { ImportView } from '../server/transfer/import-catalogue.server.ts';
import { FieldChanges } from '../ui/field-changes.tsx';

export const handle = { messages: await loadMessages('catalogue-team') };

const EXPORTS = [
  { format: 'csv', name: msg('Export CSV') },
  { format: 'json', name: msg('Export JSON') },
] as const;

export { action } from './catalogue-import-action.server.ts';

export const loader = pageAt('/team/catalogue', async ({ appContext }) => ({
  pendingCount: readPending(await readWorking(appContext)).length,
}));

export default function CatalogueImport({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Import and export')}
      lead={t(
        'Export the whole catalogue as a file, edit it in a spreadsheet and import it again.',
      )}
    >
      <CatalogueNav pendingCount={loaderData.pendingCount} />
      <ImportForm
        lead={t(
          "Use a file in the format of an export, CSV or JSON. Rows are matched by their ID; a row without an ID adds a new service. Anything that isn't in the file stays as it is. You review the changes before anything is imported.",
        )}
        accept=".csv,.json,text/csv,application/json"
        button={t('Review changes')}
        answer={actionData}
      >
        {actionData?.preview && <Difference view={actionData.preview} text={actionData.text} />}
        <PageSection title={t('Export')}>
          <p className="max-w-[60ch] text-ink-2">
            {t("All published services, including hidden ones. Drafts aren't included.")}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            {EXPORTS.map(({ format, name }) => (
              <DownloadForm key={format} action="/team/catalogue/export">
                <HiddenFields fields={{ format }} />
                <SubmitButton className="button button-line">{t(name)}</SubmitButton>
              </DownloadForm>
            ))}
          </div>
        </PageSection>
      </ImportForm>
    </MemberPage>
  );
}

function Difference({ view, text }: { readonly view: ImportView; readonly text: string }) {
  const { changeCount, newCount, unchangedCount, faultCount, changes, faults, revision } = view;
  const { page, pageCount } = view;
  if (faultCount > 0) {
    return (
      <ImportFaults count={faultCount} faults={faults}>
        {pageCount > 1 && (
          <ActionForm encType="multipart/form-data" className="mt-4">
            <HiddenFields fields={{ intent: 'show', text }} />
            <OtherPages page={page} pageCount={pageCount} />
          </ActionForm>
        )}
      </ImportFaults>
    );
  }
  return (
    <PageSection title={t('Changes to import')} count={changeCount}>
      <p className="text-ink-2">
        {t(
          '{changed, plural, one {# service will change} other {# services will change}}, {added, plural, one {# new service will be added} other {# new services will be added}}, {unchanged, plural, one {# row changes nothing.} other {# rows change nothing.}}',
          { changed: changeCount - newCount, added: newCount, unchanged: unchangedCount },
        )}
      </p>
      {changeCount > 0 && (
        <>
          <ul className="list-card mt-4">
            {changes.map((change) => (
              <li key={change.number} className="px-4 py-3" data-testid="import-change">
                <p className="font-[650] [overflow-wrap:anywhere]">
                  <bdi>{change.title}</bdi>
                  {change.isNew && <span className="font-normal text-ink-2"> {t('(new)')}</span>}
                </p>
                <FieldChanges fields={change.fields} />
              </li>
            ))}
          </ul>
          <ActionForm
            encType="multipart/form-data"
            className="mt-5 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
          >
            <HiddenFields fields={{ intent: 'import', revision: String(revision), text }} />
            <OtherPages page={page} pageCount={pageCount} />
            <TextField
              label={t('Note')}
              name="note"
              autoComplete="off"
              maxLength={LIMITS.publicationNote}
            />
            <p>
              <SubmitButton>{t('Import and publish')}</SubmitButton>
            </p>
          </ActionForm>
        </>
      )}
    </PageSection>
  );
}

/** The buttons resubmit the file's text, which is in the form. */
function OtherPages({ page, pageCount }: { readonly page: number; readonly pageCount: number }) {
  if (pageCount === 1) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-ink-2">{t('Page {page} of {pageCount}', { page, pageCount })}</p>
      {page > 1 && (
        <SubmitButton
          name="page"
          value={String(page - 1)}
          className="button button-line button-small"
        >
          {t('Previous rows')}
        </SubmitButton>
      )}
      {page < pageCount && (
        <SubmitButton
          name="page"
          value={String(page + 1)}
          className="button button-line button-small"
        >
          {t('Next rows')}
        </SubmitButton>
      )}
    </div>
  );
}
