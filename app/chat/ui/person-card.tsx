import { t } from '../../i18n/translate.ts';
import type { ReactNode } from 'react';
import { BLOCK_NOTE_MAX_LENGTH } from '../protocol/rules.ts';
import type { BlockView } from '../protocol/visitor-list.ts';
import { BlockDetails } from './block-details.tsx';
import { AUDIT_ACTIONS } from '../../platform/change/audit-actions.ts';
import { formatCount, type Counted } from '../../platform/format-count.ts';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { RadioField } from '../../ui/form/choice-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';

interface PersonHeld {
  readonly email: string;
  readonly counts: readonly Counted[];
  readonly block: BlockView | undefined;
  readonly history: readonly {
    readonly id: string;
    readonly at: string;
    readonly action: string;
    readonly actorEmail: string | null;
    readonly detail: string | null;
  }[];
}

interface PersonCardProps {
  readonly person: PersonHeld;
  readonly answer: FormAnswer | undefined;
  readonly mayExport: boolean;
  readonly mayErase: boolean;
}

export function PersonCard({ person, answer, mayExport, mayErase }: PersonCardProps) {
  const { email, counts, block } = person;
  const isKnown = counts.some(({ number }) => number > 0);
  return (
    <section
      aria-labelledby="person"
      className="mt-6 grid gap-6 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <div>
        <h2 dir="auto" id="person" className="text-[22px] [overflow-wrap:anywhere]">
          {email}
        </h2>
        <p className="mt-2 flex flex-wrap gap-2">
          {isKnown ? (
            counts.map((count) => <Chip key={count.noun}>{formatCount(count)}</Chip>)
          ) : (
            <Chip>{t('No data stored about this address')}</Chip>
          )}
          {block && <Chip tone="amber">{t('Blocked')}</Chip>}
        </p>
      </div>
      {mayExport && isKnown && <Export person={person} />}
      {block ? (
        <Part title={t('Blocked')} text={t("This address can't write or start a chat.")}>
          <BlockDetails block={block} />
        </Part>
      ) : (
        <BlockForm email={email} answer={answer} />
      )}
      {mayErase && isKnown && <EraseForm person={person} answer={answer} />}
      {person.history.length > 0 && <History history={person.history} />}
    </section>
  );
}

function Export({ person: { email, counts } }: { readonly person: PersonHeld }) {
  return (
    <Part title={t('Export')} text={t('All data stored about this address, to give to its owner.')}>
      <DownloadForm action="/team/visitors/export">
        <HiddenFields fields={{ email }} />
        <SubmitButton className="button button-line button-small">
          {t('Download as JSON')}
        </SubmitButton>
      </DownloadForm>
      {counts.some(({ noun, number }) => /\bfile$/.test(noun) && number > 0) && (
        <DownloadForm action="/team/visitors/files" className="mt-3">
          <HiddenFields fields={{ email }} />
          <SubmitButton className="button button-line button-small">
            {t('Download files')}
          </SubmitButton>
        </DownloadForm>
      )}
    </Part>
  );
}

/** A newer version may have added unknown actions. */
function nameOfAction(action: string): string {
  return Object.hasOwn(AUDIT_ACTIONS, action)
    ? t(AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS])
    : action;
}

function History({ history }: Pick<PersonHeld, 'history'>) {
  return (
    <Part
      title={t('History')}
      text={t('Audit log entries about this address, which the log stores as a hash.')}
    >
      <ul className="grid gap-1.5 text-[15px]">
        {history.map(({ id, at, action, actorEmail, detail }) => (
          <li key={id} data-testid="history" className="[overflow-wrap:anywhere]">
            <span className="font-[650]">{nameOfAction(action)}</span> <Moment at={at} />
            {actorEmail !== null && <> {t('by {actorEmail}', { actorEmail })}</>}
            {detail !== null && <> · {detail}</>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function BlockForm({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  return (
    <Part
      title={t('Block')}
      text={t(
        "This address, and every browser that has chatted with it, can't write or start a chat. Both sides can still read what was said.",
      )}
    >
      <ActionForm className="grid max-w-[640px] gap-4">
        <HiddenFields fields={{ intent: 'block', email }} />
        <TextField
          label={t('Reason')}
          name="note"
          maxLength={BLOCK_NOTE_MAX_LENGTH}
          autoComplete="off"
          required
          hint={t("For your colleagues. The visitor doesn't see it.")}
          defaultValue={answer?.typed.note}
          error={fieldErrors(answer)('note')}
        />
        <div>
          <SubmitButton className="button button-line button-small">
            {t('Block the visitor')}
          </SubmitButton>
        </div>
      </ActionForm>
    </Part>
  );
}

function EraseForm({ person, answer }: { person: PersonHeld; answer: FormAnswer | undefined }) {
  const reviews = person.counts.find(({ noun }) => noun === 'review');
  return (
    <Part
      title={t('Erase')}
      text={t(
        "Deletes the visitor, the conversations with everything both sides wrote, and browsers that have no other conversation. This can't be undone. The audit log keeps counts of what was removed, and the address as a hash.",
      )}
    >
      <ActionForm className="grid max-w-[640px] gap-4">
        <HiddenFields fields={{ intent: 'erase', email: person.email }} />
        <fieldset className={reviews?.number ? undefined : 'hidden'}>
          <legend className="text-[15px] font-semibold">
            {formatCount(reviews ?? { noun: 'review', number: 0 })} {t('from this address')}
          </legend>
          <RadioField name="reviews" value="delete" label={t('Delete')} defaultChecked />
          <RadioField name="reviews" value="anonymise" label={t('Keep without name and address')} />
        </fieldset>
        <TextField
          label={t('Type the address to confirm')}
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={fieldErrors(answer)('confirmation')}
        />
        <div>
          <SubmitButton className="button button-danger button-small">
            {t('Erase permanently')}
          </SubmitButton>
        </div>
      </ActionForm>
    </Part>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-5">
      <h3 dir="auto" className="text-[18px]">
        {title}
      </h3>
      <p dir="auto" className="mt-1.5 mb-4 max-w-[640px] text-[15px] text-ink-2">
        {text}
      </p>
      {children}
    </div>
  );
}
