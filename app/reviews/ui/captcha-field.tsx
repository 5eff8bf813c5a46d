import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FieldError } from '../../ui/inline-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import './captcha-field.css';
import { t, msg, type Sentence } from '../../i18n/translate.ts';

type State = 'unsolved' | 'solving' | 'solved' | 'failed';

const TEXT = {
  unsolved: msg('Verification'),
  solving: msg('Verifying...'),
  solved: msg('Verified'),
  failed: msg('That did not work. Please try again.'),
} as const satisfies Record<State, Sentence>;

interface CaptchaFieldProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly onSolved: () => void;
  /**
   * The callback receives the promise of the computation, then undefined. The form waits for it (`waitFor` of
   * `ActionForm`).
   */
  readonly onSolving: (work: Promise<void> | undefined) => void;
}

/** The browser computes a proof of work when the box is ticked. Only then is the solver loaded. */
export function CaptchaField({ id, error, onSolved, onSolving }: CaptchaFieldProps) {
  const [state, setState] = useState<State>('unsolved');
  const [answer, setAnswer] = useState('');
  const isTicked = state === 'solving' || state === 'solved';

  async function solve() {
    setState('solving');
    try {
      const { solveCaptcha } = await import('../../platform/solve-captcha.ts');
      const solved = await solveCaptcha();
      // A waiting form reads the answer from the DOM right after this, so the state must be flushed.
      flushSync(() => {
        setAnswer(solved);
        setState('solved');
      });
      onSolved();
    } catch {
      setState('failed');
    } finally {
      onSolving(undefined);
    }
  }

  return (
    <div className="mt-5">
      <div
        className={`flex min-h-[74px] flex-wrap items-center gap-x-4 rounded-field border-2 bg-sunken px-4 py-2 ${error ? 'border-error' : 'border-transparent'}`}
      >
        <label className="flex min-h-11 cursor-pointer items-center gap-3.5">
          <span className="relative grid size-[26px]">
            <input
              id={id}
              type="checkbox"
              className="tick-box"
              checked={isTicked}
              // The box is not disabled during the computation, because disabling it would move the keyboard focus
              // away.
              onChange={() => {
                if (!isTicked) onSolving(solve());
              }}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
            />
            {isTicked && (
              <Icon
                name={state === 'solved' ? 'check' : 'spinner-gap'}
                size={18}
                className={`pointer-events-none absolute inset-1 text-on-primary ${state === 'solving' ? 'animate-spin' : ''}`}
              />
            )}
          </span>
          {t('I am human')}
        </label>
        <span role="status" className="ms-auto text-sm text-ink-3">
          {t(TEXT[state])}
        </span>
        <input type="hidden" name="captcha" value={answer} />
        <noscript>
          <p className="basis-full pb-2 text-sm text-ink-2">
            {t('This check is computed in your browser and needs JavaScript.')}
          </p>
        </noscript>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
