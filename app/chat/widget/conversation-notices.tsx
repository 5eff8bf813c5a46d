import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { say } from '../../platform/say.ts';

export function Notice({ icon, children }: { icon: IconName; children: string }) {
  return (
    <p
      dir="auto"
      className="chat-line my-1 flex gap-2.5 rounded-[16px] border border-transparent bg-soft px-3.5 py-3 text-[14px] leading-[1.45] text-soft-ink [overflow-wrap:anywhere]"
    >
      <Icon name={icon} size={18} className="mt-px" />
      {children}
    </p>
  );
}

/** rule 144: a new message reopens the conversation. */
export function CompletedNotice({ onStartNew }: { onStartNew: () => void }) {
  return (
    <div className="chat-line my-1 rounded-[16px] border border-line bg-sunken px-3.5 py-3 text-[14px] leading-[1.45]">
      <p className="flex gap-2.5 text-ink-2">
        <Icon name="check-circle-fill" size={18} className="mt-px text-success" />
        {say('This conversation is completed. Write a message to reopen it.')}
      </p>
      <button
        type="button"
        onClick={onStartNew}
        className="mt-1 ms-[28px] min-h-6 font-semibold text-primary underline underline-offset-3"
      >
        {say('Start a new chat instead')}
      </button>
    </div>
  );
}
