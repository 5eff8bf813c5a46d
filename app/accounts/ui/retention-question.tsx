import { say, sayCounted } from '../../platform/say.ts';
import type { Ref } from 'react';
import type { Period } from '../protocol/setting-labels.ts';
import type { RetentionQuestion as Question } from '../protocol/settings-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

const WHAT: Readonly<Record<Period, (days: string, count: number) => string>> = {
  RETENTION_CHAT_DAYS: (days, count) =>
    say(
      'Conversations that ended more than {days} ago are deleted, messages, notes and ratings included: {count} at this moment.',
      { days, count },
    ),
  RETENTION_REVIEW_EMAIL_DAYS: (days, count) =>
    say('Reviews written more than {days} ago lose their email address: {count} at this moment.', {
      days,
      count,
    }),
  RETENTION_AUDIT_DAYS: (days, count) =>
    say('Entries of the audit log from more than {days} ago are deleted: {count} at this moment.', {
      days,
      count,
    }),
};

interface RetentionQuestionProps {
  readonly question: Question;
  readonly ref: Ref<HTMLDivElement>;
}

/** The question is part of the form, so that it needs no JavaScript and keeps typed values. */
export function RetentionQuestion({ question, ref }: RetentionQuestionProps) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="rounded-field bg-amber-tint p-4 text-amber outline-offset-4"
    >
      <p className="font-semibold">
        {say('Nothing was saved yet. A shorter period deletes for good:')}
      </p>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-[15px]">
        {question.periods.map(({ name, days, count }) => (
          <li key={name}>{WHAT[name](sayCounted(days, '{count} day|{count} days'), count)}</li>
        ))}
      </ul>
      <SubmitButton
        name="intent"
        value={question.intent}
        className="button button-danger button-small mt-4"
      >
        {say('Save and delete')}
      </SubmitButton>
    </div>
  );
}
