import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../i18n/translate.ts';

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
        {t('This conversation is completed. Write a message to reopen it.')}
      </p>
      <button
        type="button"
        onClick={onStartNew}
        className="mt-1 ms-[28px] min-h-6 font-semibold text-primary underline underline-offset-3"
      >
        {t('Start a new chat instead')}
      </button>
    </div>
  );
}

interface AgentFaceProps {
  readonly name: string;
  readonly isLarge?: boolean;
}

export function AgentFace({ name, isLarge = false }: AgentFaceProps) {
  const size = isLarge ? 'size-[42px] text-[17px]' : 'size-7 text-[13px]';
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full border border-transparent bg-[#ffb7c6] font-bold text-[#7b1e4e] ${size}`}
    >
      {Array.from(name.trim())[0]?.toUpperCase() ?? ''}
    </span>
  );
}
