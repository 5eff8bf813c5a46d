import { useState } from 'react';

type State = 'unsolved' | 'solving' | 'solved' | 'failed';

/**
 * 'I am human': a proof of work that this browser computes when the box is ticked. The solver is
 * loaded then, not before.
 */
export function CaptchaField({ isInvalid }: { isInvalid: boolean }) {
  const [state, setState] = useState<State>('unsolved');
  const [answer, setAnswer] = useState('');

  async function solve() {
    setState('solving');
    try {
      const { solveCaptcha } = await import('./solve-captcha.ts');
      setAnswer(await solveCaptcha());
      setState('solved');
    } catch {
      setState('failed');
    }
  }

  return (
    <div
      className={`mt-5 flex min-h-14 items-center gap-3 rounded-field bg-sunken px-4 ${isInvalid ? 'ring-2 ring-error' : ''}`}
    >
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-6"
          checked={state === 'solving' || state === 'solved'}
          disabled={state === 'solving' || state === 'solved'}
          onChange={() => void solve()}
        />
        I am human
      </label>
      <span role="status" className="ml-auto text-sm text-ink-3">
        {TEXT[state]}
      </span>
      <input type="hidden" name="captcha" value={answer} />
      <noscript>This check is computed in your browser and needs JavaScript.</noscript>
    </div>
  );
}

const TEXT: Record<State, string> = {
  unsolved: 'Verification',
  solving: 'Verifying...',
  solved: 'Verified',
  failed: 'That did not work. Please try again.',
};
