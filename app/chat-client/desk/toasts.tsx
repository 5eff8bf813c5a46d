import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import type { NewMessageToast, Toast } from './toast.ts';

/** SPEC §9. */
const SHOWN_MS = 4000;

interface ToastsProps {
  readonly toasts: readonly Toast[];
  /** A thread is open: its messages lie below, not the list. */
  readonly isThreadOpen: boolean;
  readonly onOpen: (toast: NewMessageToast) => void;
  readonly onDismiss: (id: string) => void;
}

/** Messages of visitors whose thread is not open, and what could not be sent. */
export function Toasts({ toasts, isThreadOpen, onOpen, onDismiss }: ToastsProps) {
  return (
    <div
      role="status"
      className={`toasts pointer-events-none fixed right-3.5 z-50 grid w-[min(368px,calc(100vw-28px))] gap-2.5 *:pointer-events-auto ${isThreadOpen ? 'toasts-in-thread' : 'toasts-in-list'}`}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} onDismiss={() => onDismiss(toast.id)}>
          {toast.kind === 'failure' ? (
            <p role="alert" className="min-w-0 flex-1 self-center leading-snug font-[650]">
              {toast.text}
            </p>
          ) : (
            <>
              <Avatar name={toast.email} />
              <button
                type="button"
                className="min-w-0 flex-1 text-left"
                onClick={() => onOpen(toast)}
              >
                <span className="block leading-tight font-[650]">
                  New message from <span className="block truncate">{toast.email}</span>
                </span>
                <span className="mt-1 block text-[14px] leading-snug [overflow-wrap:anywhere] opacity-85">
                  {toast.text}
                </span>
              </button>
            </>
          )}
        </ToastCard>
      ))}
    </div>
  );
}

interface ToastCardProps {
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** Gone after four seconds; whoever points at it or focuses it keeps it. */
function ToastCard({ onDismiss, children }: ToastCardProps) {
  const [isHeld, setHeld] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(dismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  return (
    <div
      className="relative flex gap-3 overflow-hidden rounded-[16px] bg-ink p-3.5 text-canvas shadow-overlay"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {children}
      <button
        type="button"
        aria-label="Dismiss"
        className="-m-1.5 grid size-11 shrink-0 place-items-center"
        onClick={onDismiss}
      >
        <Icon name="x" />
      </button>
      <span
        aria-hidden="true"
        className={`absolute inset-x-0 bottom-0 h-[3px] origin-left bg-sun motion-safe:animate-[toast-time_4s_linear_forwards] ${isHeld ? '[animation-play-state:paused]' : ''}`}
      />
    </div>
  );
}
