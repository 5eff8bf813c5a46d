import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { RATING_COMMENT_MAX_LENGTH } from '../protocol/rules.ts';
import type { ConversationView, RatingView } from '../protocol/views.ts';
import type { VisitorChat } from './visitor-chat.ts';
import { t, msg, english } from '../../i18n/translate.ts';

const WORDS = [msg('Very bad'), msg('Bad'), msg('Okay'), msg('Good'), msg('Very good')];

interface RatingFormProps {
  readonly chat: VisitorChat;
  readonly conversation: ConversationView;
}

/**
 * Asks for a rating of a completed chat: one tap rates, and a comment is optional. The stars are radio
 * buttons, so that arrow keys and screen readers work.
 */
export default function RatingForm({
  chat,
  conversation: { rating, ratableUntil },
}: RatingFormProps) {
  const [score, setScore] = useState(rating?.score ?? 0);
  const [comment, setComment] = useState(rating?.comment ?? '');
  const { outcome, save } = useSaving(chat);
  const form = useRef<HTMLFormElement>(null);
  const word = WORDS[score - 1];
  const isWorded = comment !== (rating?.comment ?? '');
  // Parts that appear after the first tap or a comment must be visible.
  useEffect(() => {
    if (outcome || isWorded) form.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome, isWorded]);
  if (!ratableUntil || Date.parse(ratableUntil) < Date.now()) return null;

  function choose(next: number) {
    setScore(next);
    // A comment being typed is saved only with its button.
    void save({ score: next, comment: rating?.comment ?? null });
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (score > 0) void save({ score, comment });
      }}
      className="chat-line my-1 rounded-[16px] border border-line bg-surface px-3.5 py-3 text-[14px]"
    >
      <fieldset>
        <legend className="font-semibold">{t('How was this chat?')}</legend>
        <div className="mt-1 -ms-2.5 flex items-center">
          <Stars score={score} onChoose={choose} />
          <span aria-hidden="true" className="ms-2 text-ink-2">
            {word && t(word)}
          </span>
        </div>
      </fieldset>
      {score > 0 && (
        <textarea
          dir="auto"
          aria-label={t('What should we know? (optional)')}
          placeholder={t('What should we know? (optional)')}
          rows={2}
          maxLength={RATING_COMMENT_MAX_LENGTH}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          className="field mt-1 block py-2"
        />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {score > 0 && (isWorded || outcome?.isProblem) && (
          <button type="submit" className="button button-line button-small">
            {outcome?.isProblem ? t('Try again') : t('Add comment')}
          </button>
        )}
        <span dir="auto" role="status" className="text-ink-2">
          {outcome?.text}
        </span>
      </div>
    </form>
  );
}

interface Outcome {
  readonly text: string;
  readonly isProblem: boolean;
}

/** Saves ratings one after the other: arrow keys pass through several, and the last one counts. */
function useSaving(chat: VisitorChat) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const next = useRef<RatingView | null>(null);
  const isBusy = useRef(false);
  async function save(rating: RatingView) {
    next.current = rating;
    if (isBusy.current) return;
    isBusy.current = true;
    while (next.current) {
      const saving: RatingView = next.current;
      next.current = null;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const problem = await chat.rate(saving);
      const text = problem ?? t('Thank you. Your rating is saved.');
      setOutcome({ text, isProblem: problem !== null });
    }
    isBusy.current = false;
  }
  return { outcome, save };
}

interface StarsProps {
  readonly score: number;
  readonly onChoose: (score: number) => void;
}

function Stars({ score, onChoose }: StarsProps) {
  return WORDS.map((word, index) => (
    <label
      key={english(word)}
      className="relative grid size-11 cursor-pointer place-items-center rounded-full text-star hover:bg-ink/8 has-focus-visible:outline-2 has-focus-visible:outline-primary"
    >
      <input
        type="radio"
        name="score"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        aria-label={t('{value} of 5: {word}', {
          value: index + 1,
          word: t(word),
        })}
        checked={score === index + 1}
        onChange={() => onChoose(index + 1)}
      />
      <Icon name={index < score ? 'star-fill' : 'star'} size={24} />
    </label>
  ));
}
