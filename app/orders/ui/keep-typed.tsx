import { useEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { TextAreaField } from '../../ui/form/field.tsx';

interface KeepTypedProps {
  /** The answer to the last form that was sent: what it accepted need not be kept. */
  readonly answer: FormAnswer | undefined;
  readonly children: ReactNode;
}

/**
 * Somebody else's step can take away the form in which this person is writing. Then the text is shown to be copied,
 * because it cannot be sent any more (rule 384).
 */
export function KeepTyped({ answer, children }: KeepTypedProps) {
  const forms = useRef<HTMLDivElement>(null);
  const typed = useRef(new Map<string, string>());
  const sent = useRef<readonly (string | null)[]>([]);
  const seen = useRef<FormAnswer | undefined>(undefined);
  const [lost, setLost] = useState('');
  useEffect(() => {
    if (answer !== undefined && answer !== seen.current) {
      seen.current = answer;
      if (answer.isDone) for (const name of sent.current) typed.current.delete(name ?? '');
      sent.current = [];
    }
    const gone = [...typed.current].filter(
      ([name]) => !forms.current?.querySelector(`[name="${CSS.escape(name)}"]`),
    );
    if (gone.length === 0) return;
    for (const [name] of gone) typed.current.delete(name);
    setLost((before) => [before, ...gone.map(([, text]) => text)].filter(Boolean).join('\n\n'));
  }, [answer, children]);
  return (
    <div
      ref={forms}
      onSubmit={({ target }) => {
        if (target instanceof HTMLFormElement) {
          sent.current = [...target.elements].map((field) => field.getAttribute('name'));
        }
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLTextAreaElement && target.name !== '') {
          if (target.value.trim() === '') typed.current.delete(target.name);
          else typed.current.set(target.name, target.value);
        }
      }}
    >
      <div role="status">
        {lost !== '' && (
          <div className="mt-6 grid gap-3 rounded-card bg-amber-tint p-5">
            <TextAreaField
              label={t('The order has changed in the meantime')}
              hint={t(
                'This text was not sent, because its form is closed. Copy what you still need.',
              )}
              name=""
              rows={4}
              readOnly
              value={lost}
            />
            <div>
              <button
                type="button"
                className="button button-line button-small"
                onClick={() => setLost('')}
              >
                {t('Discard the text')}
              </button>
            </div>
          </div>
        )}
      </div>
      {children}
    </div>
  );
}
