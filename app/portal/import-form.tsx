import type { ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { ActionForm } from '../ui/form/action-form.tsx';
import { Field, TextAreaField } from '../ui/form/field.tsx';
import { HiddenFields } from '../ui/form/form-button.tsx';
import { Notice } from '../ui/form/notice.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { PageSection } from '../ui/page-section.tsx';
import type { ImportAnswer } from './pages/import-action.server.ts';

interface ImportFormProps {
  readonly lead: string;
  readonly accept: string;
  readonly button: string;
  readonly answer: ImportAnswer | undefined;
  /** Shown between the answer's message and the form. */
  readonly children: ReactNode;
}

interface ImportFaultsProps {
  readonly count: number;
  readonly faults: readonly {
    readonly number: number;
    readonly field: string;
    readonly text: string;
  }[];
  readonly children?: ReactNode;
}

/** Sends a file or its pasted text to an `importAction`. */
export function ImportForm({ lead, accept, button, answer, children }: ImportFormProps) {
  return (
    <>
      {answer?.message !== undefined && (
        <div className="mt-6">
          <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
        </div>
      )}
      {children}
      <PageSection title={t('Import')}>
        <p className="max-w-[60ch] text-ink-2">{lead}</p>
        <ActionForm
          key={answer?.isDone ? answer.message : 'file'}
          encType="multipart/form-data"
          className="mt-5 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
        >
          <HiddenFields fields={{ intent: 'show' }} />
          <Field label={t('File')}>
            {(control) => (
              <input {...control} type="file" name="file" accept={accept} className="file-field" />
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
            <SubmitButton>{button}</SubmitButton>
          </p>
        </ActionForm>
      </PageSection>
    </>
  );
}

export function ImportFaults({ count, faults, children }: ImportFaultsProps) {
  return (
    <PageSection title={t('Errors in the file')} count={count}>
      <Notice kind="error">{t('Nothing is imported until these errors are fixed.')}</Notice>
      <ul className="list-card mt-4">
        {faults.map(({ number, field, text: said }) => (
          <li key={`${number} ${field}`} className="px-4 py-3">
            <span className="font-semibold">{t('Row {number}, {field}:', { number, field })}</span>{' '}
            {said}
          </li>
        ))}
      </ul>
      {children}
    </PageSection>
  );
}
