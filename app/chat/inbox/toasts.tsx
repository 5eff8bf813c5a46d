import { Icon } from '../../ui/icon.tsx';
import { Avatar } from './avatar.tsx';
import type { Toast } from './inbox-store.ts';

interface ToastsProps {
  readonly toasts: readonly Toast[];
  readonly onOpen: (toast: Toast) => void;
  readonly onDismiss: (id: string) => void;
}

/** Messages of visitors whose thread is not open. */
export function Toasts({ toasts, onOpen, onDismiss }: ToastsProps) {
  return (
    <div
      role="status"
      className="fixed top-3.5 right-3.5 z-50 grid w-[min(368px,calc(100vw-28px))] gap-2.5"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className="flex gap-3 rounded-[16px] bg-ink p-3.5 text-canvas shadow-overlay"
        >
          <Avatar name={toast.email} size={40} />
          <button type="button" className="min-w-0 flex-1 text-left" onClick={() => onOpen(toast)}>
            <span className="block font-[650] [overflow-wrap:anywhere]">
              New message from {toast.email}
            </span>
            <span className="block text-[14px] [overflow-wrap:anywhere] opacity-80">
              {toast.text}
            </span>
          </button>
          <button
            type="button"
            aria-label="Dismiss"
            className="grid size-11 shrink-0 place-items-center"
            onClick={() => onDismiss(toast.id)}
          >
            <Icon name="x" />
          </button>
        </div>
      ))}
    </div>
  );
}
