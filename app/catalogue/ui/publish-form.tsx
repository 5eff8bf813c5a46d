import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { PendingChange } from '../protocol/read-pending.ts';
import { LIMITS } from '../protocol/limits.ts';
import { FieldChanges } from './field-changes.tsx';

interface PublishFormProps {
  readonly pending: readonly PendingChange[];
  /** The entry that the user came from is preselected. Undefined preselects all drafts. */
  readonly only: string | undefined;
  /** This revision was published when the list was shown. */
  readonly revision: number;
}

const NEW_KINDS = {
  section: 'New section',
  group: 'New group',
  service: 'New service',
  text: 'New content',
} as const;
const KINDS = { section: 'Section', group: 'Group', service: 'Service', text: 'Content' } as const;

export function PublishForm({ pending, only, revision }: PublishFormProps) {
  if (pending.length === 0) {
    return (
      <p className="mt-8 text-ink-2">{say('There are no drafts: everything is published.')}</p>
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
                  {change.isNew ? say(NEW_KINDS[change.kind]) : say(KINDS[change.kind])} ·{' '}
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
                className="link inline-flex min-h-11 items-center text-[15px]"
              >
                {say('Edit')}
                <span dir="auto" className="sr-only">
                  {' '}
                  {change.title}
                </span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line">
        <TextField
          label={say('Note')}
          name="note"
          autoComplete="off"
          maxLength={LIMITS.publicationNote}
          hint={say('For the history: why this changes.')}
        />
        <p>
          <SubmitButton>{say('Publish')}</SubmitButton>
        </p>
      </div>
    </ActionForm>
  );
}
