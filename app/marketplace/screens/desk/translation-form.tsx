import { say } from '../../../platform/say.ts';
import { Link } from 'react-router';
import { Chip } from '../../../ui/chip.tsx';
import { ActionForm } from '../../../ui/form/action-form.tsx';
import { fieldErrors, type FormAnswer } from '../../../ui/form/form-answer.ts';
import { HiddenFields } from '../../../ui/form/form-button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { TranslationRow } from '../../drafts/save-translation.server.ts';
import type { EntryKind } from '../../entries/entry.ts';
import { labelOf } from '../../entries/field-labels.ts';

interface TranslationFormProps {
  readonly kind: EntryKind;
  readonly id: string;
  readonly language: string;
  readonly rows: readonly TranslationRow[];
  readonly answer: FormAnswer | undefined;
}

const LONG = 120;

/** Each text of an entry with what it is in another language, side by side. */
export function TranslationForm({ kind, id, language, rows, answer }: TranslationFormProps) {
  const errorOf = fieldErrors(answer);
  return (
    <ActionForm key={JSON.stringify(rows)} className="mt-6 grid gap-5">
      <HiddenFields fields={{ intent: 'translate', kind, id, language }} />
      {rows.map((row) => (
        <div
          key={row.name}
          className="grid gap-x-6 gap-y-3 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-2"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 text-[14.5px] font-semibold">
              {sayName(row.name)}
              {row.isOlder && <Chip tone="amber">{say('Older than its source')}</Chip>}
              {row.text === '' && <Chip tone="plain">{say('Not translated')}</Chip>}
            </p>
            <p lang="en" className="mt-1.5 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
              {row.source}
            </p>
          </div>
          <div className="min-w-0">
            <input type="hidden" name={`was.${row.name}`} value={row.text} />
            <input type="hidden" name={`of.${row.name}`} value={row.of} />
            <TextAreaField
              label={say('{sayName} in Spanish', { sayName: sayName(row.name) })}
              name={`text.${row.name}`}
              lang={language}
              rows={row.source.length > LONG ? 8 : 2}
              defaultValue={answer?.typed[`text.${row.name}`] ?? row.text}
              error={errorOf(row.name)}
            />
            {row.isOlder && (
              <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 text-[15px]">
                <input
                  type="checkbox"
                  name={`right.${row.name}`}
                  value="yes"
                  className="size-5 shrink-0 accent-primary"
                />
                {say('Still says the same as its source')}
              </label>
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
  );
}

/** 'Title', 'Question 2', 'Package basic'. */
function sayName(name: string): string {
  const [what = '', which] = name.split('.');
  if (which === undefined) return labelOf(what);
  const word = what[0]?.toUpperCase() + what.slice(1);
  return /^\d+$/.test(which) ? `${word} ${Number(which) + 1}` : `${word} ${which}`;
}
