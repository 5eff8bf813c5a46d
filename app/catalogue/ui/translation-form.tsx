import { Link } from 'react-router';
import { say } from '../../platform/say.ts';
import type { Language } from '../../platform/languages.ts';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { TranslationRow } from '../server/drafts/save-translation.server.ts';
import { sayTextName } from '../protocol/field-labels.ts';
import {
  EntryArea,
  EntryCheck,
  EntryContext,
  type EntryOnPage,
  type FormOfEntry,
} from './entry-fields.tsx';
import { EntryOutcome } from './entry-outcome.tsx';
import { useKeeping } from './kept-entry.ts';

export interface TranslationOnForm extends FormOfEntry {
  readonly id: string;
  readonly language: Language;
  readonly rows: readonly TranslationRow[];
}

const LONG = 120;

export function TranslationForm(page: EntryOnPage<TranslationOnForm>) {
  const { form, answer, isRestored } = page;
  const { kind, id, language, rows } = form;
  // After a conflict was reported, resubmitting overwrites the other person's values.
  const shown = { ...form.shown, ...answer?.shown };
  const { forget, ...keeping } = useKeeping(page);
  return (
    <EntryContext value={page}>
      <EntryOutcome {...{ answer, isRestored, forget }} />
      <ActionForm
        key={`${JSON.stringify(rows)} ${isRestored}`}
        {...keeping}
        className="mt-6 grid gap-5"
      >
        <HiddenFields fields={{ intent: 'translate', kind, id, language, ...shown }} />
        {rows.map((row) => (
          <div
            key={row.name}
            className="grid gap-x-6 gap-y-3 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-2"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 text-[14.5px] font-semibold">
                {sayTextName(row.name)}
                {row.isOlder && <Chip tone="amber">{say('Older than its source')}</Chip>}
                {row.text === '' && <Chip tone="plain">{say('Not translated')}</Chip>}
              </p>
              <p
                dir="auto"
                lang="en"
                className="mt-1.5 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
              >
                {row.source}
              </p>
            </div>
            <div className="min-w-0">
              <EntryArea
                label={say('{sayName} in Spanish', { sayName: sayTextName(row.name) })}
                name={`text.${row.name}`}
                lang={language}
                rows={row.source.length > LONG ? 8 : 2}
              />
              {row.isOlder && (
                <div className="mt-2 text-[15px]">
                  <EntryCheck
                    name={`right.${row.name}`}
                    label={say('Still says the same as its source')}
                  />
                </div>
              )}
            </div>
          </div>
        ))}
        <div className="sticky bottom-(--bar) z-10 -mx-5 flex flex-wrap items-center gap-3 border-t border-line bg-canvas px-5 py-3.5">
          <SubmitButton>{say('Save translation')}</SubmitButton>
          <Link to={`/team/catalogue/${kind}/${id}`} className="button button-line">
            {say('Back to the entry')}
          </Link>
        </div>
      </ActionForm>
    </EntryContext>
  );
}
