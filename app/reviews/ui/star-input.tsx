import { useState } from 'react';
import { FieldError } from '../../ui/field-error.tsx';
import { Icon } from '../../ui/icon.tsx';
import './star-input.css';
import { say, sayCounted } from '../../platform/say.ts';

const STARS = [1, 2, 3, 4, 5];

interface StarInputProps {
  readonly id: string;
  readonly rating: number;
  readonly error: string | undefined;
  readonly onChange: (rating: number) => void;
}

/**
 * CSS alone fills the stars according to the checked and the hovered star, so the input works before hydration and
 * without scripts.
 */
export function StarInput({ id, rating, error, onChange }: StarInputProps) {
  const [hovered, setHovered] = useState(0);
  const shown = hovered || rating;
  return (
    <fieldset
      className="mt-4"
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="sr-only">{say('Your rating')}</legend>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <div className="star-input -ms-2 flex gap-1" onPointerLeave={() => setHovered(0)}>
          {STARS.map((star) => (
            <label
              key={star}
              onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(star)}
            >
              <input
                id={star === 1 ? id : undefined}
                type="radio"
                name="rating"
                value={star}
                checked={rating === star}
                onChange={() => {
                  setHovered(0);
                  onChange(star);
                }}
                aria-label={sayCounted(star, '{count} star|{count} stars')}
              />
              <Icon name="star" size={28} className="star-empty" />
              <Icon name="star-fill" size={28} className="star-full" />
            </label>
          ))}
        </div>
        <output className="min-w-12 text-[15px] text-ink-2 tabular-nums">
          {shown > 0 && say('{shown} of 5', { shown })}
        </output>
        {rating > 0 && (
          <button
            type="button"
            className="min-h-11 rounded-[9px] px-2 text-sm text-ink-2 underline underline-offset-3 hover:text-ink"
            onClick={() => onChange(0)}
          >
            {say('Clear rating')}
          </button>
        )}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  );
}
