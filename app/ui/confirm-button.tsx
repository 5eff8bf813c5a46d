import { t } from '../i18n/translate.ts';
import { useId, type ReactNode } from 'react';

interface ConfirmButtonProps {
  readonly label: string;
  /** The accessible name if a list has several such buttons. */
  readonly accessibleLabel?: string;
  readonly question: string;
  readonly text: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Asks for confirmation in a popover, which works without scripts. */
export function ConfirmButton({
  label,
  accessibleLabel,
  question,
  text,
  className = 'button button-line button-small',
  children,
}: ConfirmButtonProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={accessibleLabel}
        aria-haspopup="dialog"
      >
        {label}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={question}
        className="m-auto w-[min(420px,calc(100vw-40px))] rounded-panel bg-surface p-6 text-start text-ink shadow-overlay ring-1 ring-line backdrop:bg-night/60"
      >
        <p className="font-display text-[22px] leading-tight font-bold tracking-[-0.03em]">
          {question}
        </p>
        <p dir="auto" className="mt-3 text-ink-2">
          {text}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <button
            type="button"
            className="button button-line button-small"
            popoverTarget={id}
            popoverTargetAction="hide"
          >
            {t('Cancel')}
          </button>
          {children}
        </div>
      </div>
    </>
  );
}
