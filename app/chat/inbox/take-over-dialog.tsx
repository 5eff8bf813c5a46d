import { say } from '../../platform/say.ts';
import { useModal } from '../../ui/use-modal.ts';
import type { InboxStore } from './inbox-store.ts';

interface TakeOverDialogProps {
  readonly name: string;
  readonly store: InboxStore;
}

/** Asks for confirmation before a visitor is taken from an agent who is writing to them (rule 139). */
export function TakeOverDialog({ name, store }: TakeOverDialogProps) {
  const { ref, keepFocusInside } = useModal();
  return (
    <dialog
      ref={ref}
      aria-labelledby="take-over-title"
      className="m-auto w-[min(420px,calc(100vw-40px))] rounded-panel bg-surface p-6 text-ink shadow-overlay ring-1 ring-line backdrop:bg-night/60"
      onKeyDown={keepFocusInside}
      onCancel={(event) => {
        event.preventDefault();
        store.visitor.dropTaking();
      }}
    >
      <h2
        id="take-over-title"
        className="font-display text-[22px] leading-tight font-bold tracking-[-0.03em]"
      >
        {say('{name} is writing. Take over?', { name })}
      </h2>
      <p className="mt-3 text-ink-2">
        {say('What {name} has written so far stays with them and cannot be sent any more.', {
          name,
        })}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button
          type="button"
          className="button button-line button-small"
          onClick={() => store.visitor.dropTaking()}
        >
          {say('Cancel')}
        </button>
        <button
          type="button"
          className="button button-primary button-small"
          onClick={() => void store.visitor.take({ isSure: true })}
        >
          {say('Take over')}
        </button>
      </div>
    </dialog>
  );
}
