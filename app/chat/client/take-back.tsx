import { useEffect, useState } from 'react';
import { serverNow } from '../../platform/server-time.ts';
import { TAKE_BACK_WITHIN_MS } from '../protocol/rules.ts';
import { MESSAGE_REMOVED } from '../protocol/views.ts';
import { say } from '../../platform/say.ts';

interface TakeBackProps {
  /** The server's time when the message was written. */
  readonly writtenAt: string;
  readonly onTakeBack: () => void;
}

/** Shows the button only while the message can be unsent; the server checks the time limit again. */
export function TakeBack({ writtenAt, onTakeBack }: TakeBackProps) {
  if (!useIsRecent(writtenAt)) return null;
  return (
    <button
      type="button"
      onClick={onTakeBack}
      className="min-h-8 shrink-0 rounded-chip px-1 text-[13px] whitespace-nowrap font-semibold text-ink-2 underline-offset-3 transition-opacity hover:text-ink hover:underline focus-visible:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-focus-within/own:opacity-100 [@media(hover:hover)]:group-hover/own:opacity-100"
    >
      {say('Take back')}
    </button>
  );
}

/** The actions of an own message are at its left. */
export const OWN_ROW =
  'group/own grid grid-cols-[minmax(76px,1fr)_minmax(0,auto)] items-center justify-items-end gap-x-1';

export function RemovedText() {
  return <span className="italic">{MESSAGE_REMOVED}</span>;
}

export const REMOVED_BUBBLE = 'border border-dashed border-line-strong bg-transparent text-ink-3';

function useIsRecent(writtenAt: string): boolean {
  const restOf = () => Date.parse(writtenAt) + TAKE_BACK_WITHIN_MS - serverNow();
  const [isRecent, setRecent] = useState(() => restOf() > 0);
  useEffect(() => {
    const rest = restOf();
    setRecent(rest > 0);
    if (rest <= 0) return undefined;
    const timer = setTimeout(() => setRecent(false), rest);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of this message alone
  }, [writtenAt]);
  return isRecent;
}
