import { useEffect, useRef, type RefObject } from 'react';

/** Shorter than the ten minutes for which the server accepts a challenge. */
const FRESH_MS = 8 * 60_000;

/**
 * Solves the proof of work in the background and writes it into the hidden field. If that fails, the form is sent
 * without a proof, and the server applies the limits of browsers without JavaScript.
 */
export function useProof(field: RefObject<HTMLInputElement | null>, answer: unknown) {
  const work = useRef<Promise<void>>(undefined);
  const doneAt = useRef(-Infinity);

  function begin(): Promise<void> | undefined {
    if (!work.current && Date.now() - doneAt.current > FRESH_MS) {
      work.current = solve().then((solved) => {
        if (field.current) field.current.value = solved;
        doneAt.current = Date.now();
        work.current = undefined;
      });
    }
    return work.current;
  }

  // A proof counts once, so each answer of the server begins the next.
  useEffect(() => {
    if (answer === undefined) return;
    if (field.current) field.current.value = '';
    doneAt.current = -Infinity;
    void begin();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer
  }, [answer]);

  return begin;
}

async function solve(): Promise<string> {
  try {
    const { solveCaptcha } = await import('../../platform/solve-captcha.ts');
    return await solveCaptcha();
  } catch {
    return '';
  }
}
