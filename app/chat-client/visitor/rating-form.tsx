import { useState, type FormEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { RATING_COMMENT_MAX_LENGTH } from '../../conversation/wire/rules.ts';
import type { ConversationView } from '../../conversation/wire/views.ts';
import type { VisitorChat } from './visitor-chat.ts';

const WORDS = ['Very bad', 'Bad', 'Okay', 'Good', 'Very good'];

interface RatingFormProps {
  readonly chat: VisitorChat;
  readonly conversation: ConversationView;
}

/** Asks how a completed chat was. Stars are radio buttons: arrow keys and screen readers know them. */
export function RatingForm({ chat, conversation: { rating, ratableUntil } }: RatingFormProps) {
  const [score, setScore] = useState(rating?.score ?? 0);
  const [comment, setComment] = useState(rating?.comment ?? '');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  if (!ratableUntil || Date.parse(ratableUntil) < Date.now()) return null;

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (!score) return setOutcome('Please choose one to five stars.');
    setBusy(true);
    setOutcome((await chat.rate({ score, comment })) ?? 'Thank you. Your rating is saved.');
    setBusy(false);
  }

  return (
    <form
      onSubmit={(event) => void send(event)}
      className="chat-line my-1 rounded-[16px] border border-line bg-surface px-3.5 py-3 text-[14px]"
    >
      <fieldset>
        <legend className="font-semibold">How was this chat?</legend>
        <div className="mt-1 -ml-2.5 flex items-center">
          <Stars score={score} onChoose={setScore} />
          <span aria-hidden="true" className="ml-2 text-ink-2">
            {WORDS[score - 1]}
          </span>
        </div>
      </fieldset>
      {score > 0 && (
        <textarea
          aria-label="What should we know? (optional)"
          placeholder="What should we know? (optional)"
          rows={2}
          maxLength={RATING_COMMENT_MAX_LENGTH}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          className="field mt-1 block py-2"
        />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <button type="submit" aria-busy={isBusy} className="button button-line button-small">
          {rating ? 'Change rating' : 'Send rating'}
        </button>
        <span role="status" className="text-ink-2">
          {outcome}
        </span>
      </div>
    </form>
  );
}

interface StarsProps {
  readonly score: number;
  readonly onChoose: (score: number) => void;
}

function Stars({ score, onChoose }: StarsProps) {
  return WORDS.map((word, index) => (
    <label
      key={word}
      className="relative grid size-11 cursor-pointer place-items-center rounded-full text-star hover:bg-ink/8 has-focus-visible:outline-2 has-focus-visible:outline-primary"
    >
      <input
        type="radio"
        name="score"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        aria-label={`${index + 1} of 5: ${word}`}
        checked={score === index + 1}
        onChange={() => onChoose(index + 1)}
      />
      <Icon name={index < score ? 'star-fill' : 'star'} size={24} />
    </label>
  ));
}
