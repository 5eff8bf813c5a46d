import { useEffect, useRef, type RefObject } from 'react';
import { useNavigate } from 'react-router';

const TYPING_MS = 300;

interface FilterForm {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Applies the fields at once. */
  readonly send: () => void;
  /** Applies the fields after a pause in typing. */
  readonly sendSoon: () => void;
  /** Forgets what `sendSoon` would send, because the form is submitted instead. */
  readonly cancel: () => void;
}

/**
 * A form whose fields are the address of a list. With scripts every change is applied, otherwise its button does it.
 * `pathOf` writes the address without default values.
 */
export function useFilterForm(pathOf: (params: URLSearchParams) => string): FilterForm {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(): void {
    clearTimeout(timer.current);
    if (!form.current) return;
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === 'string' && value.trim() !== '') params.append(name, value.trim());
    }
    // A filter replaces the history entry, so that Back leaves the page.
    void navigate(pathOf(params), { replace: true, preventScrollReset: true });
  }

  function sendSoon(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(send, TYPING_MS);
  }

  const cancel = () => clearTimeout(timer.current);

  return { form, send, sendSoon, cancel };
}
