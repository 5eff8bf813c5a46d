import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-import.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { Field, TextField, TextAreaField } from '../../ui/form/field.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { LIMITS } from '../protocol/limits.ts';
import type { ImportView, ImportAnswer } from '../server/transfer/import-catalogue.server.ts';
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
      lead={t('The whole catalogue as a file, to keep it in a spreadsheet and bring it back.')}
    >
      <CatalogueNav pendingCount={loaderData.pendingCount} />
      <ImportForm answer={actionData} />
    </MemberPage>
  );
}

function ImportForm({ answer }: { readonly answer: ImportAnswer | undefined }) {
  const view = answer?.view;
  return (
    <>
      {answer?.message !== undefined && (
        <div className="mt-6">
          <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
        </div>
      )}
      {view && <Difference view={view} text={answer.text} />}
      <PageSection title={t('Export')}>
        <p className="max-w-[60ch] text-ink-2">
          {t('Every service that is published, shown or hidden. Drafts are not in it.')}
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
      <PageSection title={t('Import')}>
        <p className="max-w-[60ch] text-ink-2">
          {t(
            'A file as an export makes it, in CSV or JSON. Rows are matched by their id; a row without one is a new service. What is not in the file stays as it is. You see the difference before anything is changed.',
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
                accept=".csv,.json,text/csv,application/json"
                className="file-field"
              />
            )}
          </Field>
          <TextAreaField
            label={t('Or paste it')}
            name="text"
            rows={4}
            spellCheck={false}
            defaultValue={answer?.isDone ? '' : answer?.text}
          />
          <p>
            <SubmitButton>{t('Show the difference')}</SubmitButton>
          </p>
        </ActionForm>
      </PageSection>
    </>
  );
}

function Difference({ view, text }: { readonly view: ImportView; readonly text: string }) {
  const { changeCount, newCount, unchangedCount, faultCount, changes, faults, revision } = view;
  const { page, pageCount } = view;
  if (faultCount > 0) {
    return (
      <PageSection title={t('Mistakes in the file')} count={faultCount}>
        <Notice kind="error">{t('Nothing is imported before they are mended.')}</Notice>
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
        {pageCount > 1 && (
          <ActionForm encType="multipart/form-data" className="mt-4">
            <HiddenFields fields={{ intent: 'show', text }} />
            <OtherPages page={page} pageCount={pageCount} />
          </ActionForm>
        )}
      </PageSection>
    );
  }
  return (
    <PageSection title={t('Difference')} count={changeCount}>
      <p className="text-ink-2">
        {[
          t('{count, plural, one {# service} other {# services}} would change', {
            count: changeCount - newCount,
          }),
          t('{count, plural, one {# new service} other {# new services}} would be added', {
            count: newCount,
          }),
          t('{count, plural, one {# row changes} other {# rows change}} nothing.', {
            count: unchangedCount,
          }),
        ].join(', ')}
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
              <SubmitButton>{t('Import as one publication')}</SubmitButton>
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
          {t('Earlier rows')}
        </SubmitButton>
      )}
      {page < pageCount && (
        <SubmitButton
          name="page"
          value={String(page + 1)}
          className="button button-line button-small"
        >
          {t('Later rows')}
        </SubmitButton>
      )}
    </div>
  );
}
