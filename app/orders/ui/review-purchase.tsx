import { ActionForm } from '../../ui/form/action-form.tsx';
import { answeredField } from '../../ui/form/answered-field.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Reviewable } from '../server/review/read-reviewable.server.ts';
import { say, sayAny } from '../../platform/say.ts';

interface ReviewPurchaseProps {
  readonly services: readonly Reviewable[];
  readonly answer: FormAnswer | undefined;
}

const STARS = [
  { value: '0', name: 'Please choose' },
  { value: '5', name: '5 stars' },
  { value: '4', name: '4 stars' },
  { value: '3', name: '3 stars' },
  { value: '2', name: '2 stars' },
  { value: '1', name: '1 star' },
];

/** Only buyers can write public reviews, so the page of a completed order asks for one. */
export function ReviewPurchase({ services, answer }: ReviewPurchaseProps) {
  return services.map(({ path, title }) => {
    const own = answer?.typed.path === path ? answer : undefined;
    const field = answeredField(own);
    return (
      <section
        key={path}
        aria-label={say('Review {title}', { title })}
        className="mt-6 rounded-card bg-surface p-5 ring-1 ring-line"
      >
        <h2 className="text-[22px]">
          {`${say('How was')} `}
          <bdi>{title}</bdi>?
        </h2>
        <p className="mt-1 text-ink-2">
          {say(
            'Your review appears on the service’s page with the mark ‘Verified purchase’. Your address is shown to nobody.',
          )}
        </p>
        <ActionForm className="mt-4 grid gap-4">
          <input type="hidden" name="path" value={path} />
          <SelectField
            {...field('rating')}
            label={say('Rating')}
            options={STARS.map(({ value, name }) => ({ value, name: sayAny(name) }))}
            defaultValue={own?.typed.rating ?? '0'}
          />
          <TextAreaField {...field('text')} label={say('Review')} rows={4} />
          <TextField
            {...field('name')}
            label={say('Your name, as it is shown')}
            autoComplete="name"
          />
          <div>
            <SubmitButton name="intent" value="review">
              {say('Post review')}
            </SubmitButton>
          </div>
        </ActionForm>
      </section>
    );
  });
}
