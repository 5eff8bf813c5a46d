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
export function ConfirmButton({ question, text, children, ...button }: ConfirmButtonProps) {
  return (
    <PopoverButton {...button} title={question}>
      {(cancel) => (
        <>
          <p dir="auto" className="mt-3 text-ink-2">
            {text}
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            {cancel}
            {children}
          </div>
        </>
      )}
    </PopoverButton>
  );
}

interface PopoverButtonProps extends Pick<
  ConfirmButtonProps,
  'label' | 'accessibleLabel' | 'className'
> {
  readonly title: string;
  /** True shows the content in its place, for the answer to a form that was sent without scripts. */
  readonly isShown?: boolean;
  readonly children: (cancel: ReactNode) => ReactNode;
}

/** A button that opens a small dialog, which works without scripts. */
export function PopoverButton({
  label,
  accessibleLabel,
  className = 'button button-line button-small',
  title,
  isShown = false,
  children,
}: PopoverButtonProps) {
  const id = useId();
  return (
    <>
      {!isShown && (
        <button
          type="button"
          className={className}
          popoverTarget={id}
          aria-label={accessibleLabel}
          aria-haspopup="dialog"
        >
          {label}
        </button>
      )}
      <div
        id={id}
        popover={isShown ? undefined : 'auto'}
        role="dialog"
        aria-label={title}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') focusFirst(currentTarget);
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          const hasLeft = relatedTarget !== null && !currentTarget.contains(relatedTarget);
          // A form that was refused before the page was hydrated is no popover.
          if (hasLeft && currentTarget.popover !== null) currentTarget.hidePopover();
        }}
        className="m-auto w-[min(420px,calc(100vw-40px))] rounded-panel bg-surface p-6 text-start text-ink shadow-overlay ring-1 ring-line backdrop:bg-night/60"
      >
        <p
          dir="auto"
          className="font-display text-[22px] leading-tight font-bold tracking-[-0.03em]"
        >
          {title}
        </p>
        {children(
          isShown ? null : (
            <button
              type="button"
              className="button button-line button-small"
              popoverTarget={id}
              popoverTargetAction="hide"
            >
              {t('Cancel')}
            </button>
          ),
        )}
      </div>
    </>
  );
}

/** A field before a button, and 'Cancel' before what is done. */
function focusFirst(dialog: HTMLElement): void {
  const field = dialog.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea');
  (field ?? dialog.querySelector('button'))?.focus();
}
