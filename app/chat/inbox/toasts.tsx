import { t } from '../../i18n/translate.ts';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import type { MentionToast, NewMessageToast, Toast, UnansweredToast } from './toast.ts';

/** rule 163 sets this duration. */
const SHOWN_MS = 4000;
/** rule 145 sets this duration. */
const UNDO_SHOWN_MS = 8000;

interface ToastsProps {
  readonly toasts: readonly Toast[];
  /** With an open conversation the toasts cover its messages instead of the list. */
  readonly isThreadOpen: boolean;
  readonly onOpen: (toast: NewMessageToast | UnansweredToast | MentionToast) => void;
  readonly onUndo: (id: string) => void;
  readonly onDismiss: (id: string) => void;
}

export function Toasts({ toasts, isThreadOpen, onOpen, onUndo, onDismiss }: ToastsProps) {
  return (
    <div
      role="status"
      className={`toasts pointer-events-none fixed right-3.5 z-50 grid w-[min(368px,calc(100vw-28px))] gap-2.5 *:pointer-events-auto ${isThreadOpen ? 'toasts-in-thread' : 'toasts-in-list'}`}
    >
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          shownMs={toast.kind === 'undo' ? UNDO_SHOWN_MS : SHOWN_MS}
          onDismiss={() => onDismiss(toast.id)}
        >
          <ToastContent toast={toast} onOpen={onOpen} onUndo={onUndo} />
        </ToastCard>
      ))}
    </div>
  );
}

interface ToastContentProps extends Pick<ToastsProps, 'onOpen' | 'onUndo'> {
  readonly toast: Toast;
}

function ToastContent({ toast, onOpen, onUndo }: ToastContentProps) {
  if (toast.kind === 'failure') {
    return (
      <p dir="auto" role="alert" className="min-w-0 flex-1 self-center leading-snug font-[650]">
        {toast.text}
      </p>
    );
  }
  if (toast.kind === 'undo') {
    return (
      <>
        <p className="min-w-0 flex-1 self-center leading-snug">
          <span dir="auto" className="font-[650]">
            {toast.text}
          </span>
          <span dir="auto" className="block truncate text-[14px] opacity-85">
            {toast.email}
          </span>
        </p>
        <button
          type="button"
          className="-my-1.5 min-h-11 shrink-0 self-center rounded-[10px] px-3 font-[650] underline underline-offset-4"
          onClick={() => onUndo(toast.id)}
        >
          {t('Undo')}
        </button>
      </>
    );
  }
  return (
    <>
      <Avatar name={toast.email} />
      <button type="button" className="min-w-0 flex-1 text-left" onClick={() => onOpen(toast)}>
        <span className="block leading-tight font-[650]">
          {introOf(toast)}{' '}
          <span dir="auto" className="block truncate">
            {toast.email}
          </span>
        </span>
        <span
          dir="auto"
          className="mt-1 block text-[14px] leading-snug [overflow-wrap:anywhere] opacity-85"
        >
          {toast.kind === 'unattended'
            ? t('They wait for an answer, and no agent is connected.')
            : toast.text}
        </span>
      </button>
    </>
  );
}

function introOf(toast: NewMessageToast | UnansweredToast | MentionToast): string {
  if (toast.kind === 'unattended') return t('Nobody is there for');
  if (toast.kind === 'new message') return t('New message from');
  return t('{name} mentioned you about', { name: toast.authorName ?? t('A colleague') });
}

interface ToastCardProps {
  readonly shownMs: number;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** Disappears after a few seconds, unless the pointer or the focus is on the toast. */
function ToastCard({ shownMs, onDismiss, children }: ToastCardProps) {
  const [isHeld, setHeld] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(dismiss, shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, shownMs]);

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
        aria-label={t('Dismiss')}
        className="-m-1.5 grid size-11 shrink-0 place-items-center"
        onClick={onDismiss}
      >
        <Icon name="x" />
      </button>
      <span
        aria-hidden="true"
        className={`absolute inset-x-0 bottom-0 h-[3px] origin-left bg-sun motion-safe:animate-[toast-time_linear_forwards] ${isHeld ? '[animation-play-state:paused]' : ''}`}
        style={{ animationDuration: `${shownMs}ms` }}
      />
    </div>
  );
}
