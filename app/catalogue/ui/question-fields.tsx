import { say } from '../../platform/say.ts';
import { LIMITS } from '../protocol/limits.ts';
import { EntryArea, EntryText, textAt, useEntry } from './entry-fields.tsx';
import { FieldSet } from './entry-frame.tsx';

/** One empty question is open below the filled ones. The rest is collapsed. */
const OPEN = 1;

export function QuestionFields() {
  const page = useEntry();
  const places = Array.from({ length: LIMITS.questions }, (_, index) => index);
  const filled = places.filter(
    (index) =>
      textAt(page, `question.${index}`) !== '' ||
      textAt(page, `answer.${index}`) !== '' ||
      page.answer?.faults[`question.${index}`] !== undefined,
  ).length;
  const open = places.slice(0, filled + OPEN);
  const more = places.slice(filled + OPEN);
  return (
    <FieldSet
      title={say('Questions and answers')}
      text={say('Shown on the service’s page, in this order.')}
    >
      {open.map((index) => (
        <Question key={index} index={index} />
      ))}
      {more.length > 0 && (
        <details>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-primary underline underline-offset-3">
            {say('More questions')}
          </summary>
          <div className="mt-3 grid gap-5">
            {more.map((index) => (
              <Question key={index} index={index} />
            ))}
          </div>
        </details>
      )}
    </FieldSet>
  );
}

function Question({ index }: { readonly index: number }) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <EntryText
        name={`question.${index}`}
        label={say('Question {number}', { number: index + 1 })}
      />
      <EntryArea
        name={`answer.${index}`}
        label={say('Answer {number}', { number: index + 1 })}
        rows={2}
      />
    </div>
  );
}
