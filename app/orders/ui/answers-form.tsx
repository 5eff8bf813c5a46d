import { useEffect, useRef, useState, type RefObject } from 'react';
import { t } from '../../i18n/translate.ts';
import { ApiError, postJson } from '../../platform/api-client.ts';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { writeTypedAnswers } from '../protocol/order-form.ts';
import type { AnswerEditView, OrderView } from '../protocol/order-view.ts';
import { IntakeFields } from './intake-fields.tsx';

/** Long enough for a pause between two words. */
const TYPING_MS = 1200;
const AGAIN_MS = 10_000;

type Saving = 'saving' | 'saved' | 'failed';

/** Saves the answers of the form while they are typed. A failed request is repeated. */
export function useSavedAnswers(form: RefObject<HTMLFormElement | null>, address: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const round = useRef(0);
  const [saving, setSaving] = useState<Saving>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  async function save(): Promise<void> {
    if (!form.current) return;
    const fields = [...new FormData(form.current)].filter(
      ([name, value]) => name.startsWith('answer-') && typeof value === 'string',
    );
    const own = (round.current += 1);
    setSaving('saving');
    try {
      const saved = await postJson<{ errors: Readonly<Record<string, string>> }>(address, {
        fields: Object.fromEntries(fields),
      });
      if (own !== round.current) return;
      setErrors(saved.errors);
      setSaving('saved');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (own !== round.current) return;
      setSaving('failed');
      if (error.canRetry) timer.current = setTimeout(() => void save(), AGAIN_MS);
    }
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    saving,
    errors,
    onInput: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), TYPING_MS);
    },
    /** The form is sent, so nothing needs to be saved anymore. */
    stop: () => clearTimeout(timer.current),
  };
}

export function SavingState({ saving }: { readonly saving: Saving | undefined }) {
  return (
    <p role="status" className="min-h-6 text-[14px] text-ink-2">
      {saving === 'saving' && t('Saving…')}
      {saving === 'saved' && t('Your answers are saved.')}
      {saving === 'failed' && t("Your answers couldn't be saved yet. They are still in the form.")}
    </p>
  );
}

interface ChangeAnswersProps {
  readonly order: OrderView;
  readonly answer: FormAnswer | undefined;
}

/** Changes the answers of a complete brief. Each change is recorded. */
export function ChangeAnswers({ order, answer }: ChangeAnswersProps) {
  const field = answeredField(answer);
  const [frozen, setFrozen] = useState<{ answer: FormAnswer | undefined; version?: string }>({
    answer,
  });
  // After an answer of the server, the buyer has seen the newest answers of the order.
  if (answer !== frozen.answer) setFrozen({ answer });
  const version = frozen.version ?? order.answersVersion;
  const isRefused = answer !== undefined && !answer.isDone;
  return (
    <details className="mt-6" open={isRefused}>
      <summary className="link opener">{t('Change the answers')}</summary>
      <ActionForm
        className="mt-2 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
        // The page is read again regularly. What is typed belongs to the answers that were shown.
        onInput={() =>
          setFrozen((before) =>
            before.version === undefined ? { ...before, version: order.answersVersion } : before,
          )
        }
      >
        <input type="hidden" name="seen" value={version} />
        <div key={isRefused ? 'refused' : version} className="grid gap-5">
          <IntakeFields
            form={order.intake}
            typed={isRefused ? answer.typed : writeTypedAnswers(order.intake, order.answers)}
            errorAt={(name) => field(name).error}
            filesText={t('Send more files in the chat.')}
          />
        </div>
        <div>
          <SubmitButton className="button button-line" name="intent" value="edit-answers">
            {t('Save changes')}
          </SubmitButton>
        </div>
      </ActionForm>
    </details>
  );
}

export function AnswerEdits({ edits }: { readonly edits: readonly AnswerEditView[] }) {
  if (edits.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="link opener">
        {t('{count, plural, one {# change} other {# changes}}', { count: edits.length })}
      </summary>
      <ol className="mt-1 grid gap-3">
        {edits.map(({ number, question, author, by, at, before, after }) => (
          <li key={number} className="border-s-2 border-line ps-3 text-[15px]">
            <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {question}
            </p>
            <p className="text-[14px] text-ink-2">
              <bdi>{by ?? (author === 'buyer' ? t('Buyer') : t('Team'))}</bdi> ·{' '}
              <bdi>
                <Moment at={at} />
              </bdi>
            </p>
            <p dir="auto" className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
              <span className="sr-only">{t('Before:')} </span>
              <del>{before === '' ? t('No answer') : before}</del>
            </p>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              <span className="sr-only">{t('Now:')} </span>
              <ins className="no-underline">{after === '' ? t('No answer') : after}</ins>
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
