import type { RefObject } from 'react';
import { t } from '../../../i18n/translate.ts';
import { ActionForm } from '../../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../../ui/form/answer-notice.tsx';
import { TextAreaField, TextField } from '../../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../../ui/form/form-answer.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { readTime, type ProofKind } from '../../protocol/proof.ts';
import type { DraftPoint } from './draft-point.ts';
import { useNewId } from './use-new-id.ts';

interface CommentFormProps {
  readonly kind: ProofKind;
  readonly newId: string;
  readonly words: RefObject<HTMLTextAreaElement | null>;
  readonly point: DraftPoint;
  readonly onPoint: (point: DraftPoint) => void;
  readonly time: string;
  readonly onTime: (time: string) => void;
  readonly page: string;
  readonly onPage: (page: string) => void;
  readonly answer: FormAnswer | undefined;
}

/** Adds a comment. The fields of the position work without pointer and without JavaScript. */
export function CommentForm(props: CommentFormProps) {
  const { kind, newId, words, time, answer } = props;
  const id = useNewId(newId);
  const field = answeredField(answer?.isDone ? undefined : answer);
  return (
    <ActionForm
      preventScrollReset
      className="grid gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
      aria-label={t('New comment')}
    >
      <input type="hidden" name="key" value={id} />
      <TextAreaField {...field('text')} ref={words} label={t('Comment')} rows={3} />
      {kind === 'video' ? <TimeField {...props} /> : <PointFields {...props} />}
      <div>
        <SubmitButton name="intent" value="comment">
          {kind === 'video' && readTime(time) !== undefined
            ? t('Comment at {time}', { time })
            : t('Add comment')}
        </SubmitButton>
      </div>
      <AnswerNotice answer={answer} />
    </ActionForm>
  );
}

function PointFields({ kind, point, onPoint, page, onPage, answer }: CommentFormProps) {
  const field = answeredField(answer?.isDone ? undefined : answer);
  return (
    <fieldset className="min-w-0">
      <legend className="text-[15px] font-semibold">{t('Position')}</legend>
      <p className="mt-1 text-[13.5px] text-ink-3">
        {t('Leave it empty to comment on the whole file.')}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3">
        {kind === 'pdf' && (
          <div className="col-span-2">
            <TextField
              name="page"
              label={t('Page number')}
              inputMode="numeric"
              value={page}
              onChange={({ currentTarget }) => onPage(currentTarget.value)}
              error={field('page').error}
            />
          </div>
        )}
        {(['x', 'y'] as const).map((name) => (
          <TextField
            key={name}
            name={name}
            type="number"
            min={0}
            max={100}
            step="any"
            label={name === 'x' ? t('% from the left') : t('% from the top')}
            value={point[name]}
            onChange={({ currentTarget }) => onPoint({ ...point, [name]: currentTarget.value })}
            error={field(name).error}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Follows the video. Without JavaScript, the time is typed. */
function TimeField({ time, onTime, answer }: CommentFormProps) {
  const field = answeredField(answer?.isDone ? undefined : answer);
  return (
    <TextField
      name="time"
      label={t('Time in the video')}
      hint={t('For example 0:12. Leave it empty to comment on the whole file.')}
      value={time}
      onChange={({ currentTarget }) => onTime(currentTarget.value)}
      autoComplete="off"
      error={field('time').error}
    />
  );
}
