import { useEffect, useState, type ReactNode } from 'react';
import { serverNow } from '../../platform/api-client.ts';
import { UNSEND_WITHIN_MS } from '../protocol/rules.ts';
import { MESSAGE_REMOVED } from '../protocol/views.ts';
import { t } from '../../i18n/translate.ts';
import { MessageText } from './message-text.tsx';

const SIDES = {
  start: 'self-start rounded-es-[4px]',
  end: 'self-end rounded-ee-[4px]',
};

const LOOKS = {
  plain: 'border-line bg-surface',
  own: 'border-transparent bg-primary text-on-primary',
  colleague: 'border-line bg-sunken',
  pending: 'border-dashed border-primary bg-soft text-soft-ink',
  failed: 'border-dashed border-error bg-error-tint text-ink',
  removed: 'border-dashed border-line-strong text-ink-3',
};

export type BubbleLook = keyof typeof LOOKS;

interface BubbleProps {
  readonly side?: keyof typeof SIDES;
  readonly look?: BubbleLook;
  /** True in a row of {@link OWN_ROW}. */
  readonly isInRow?: boolean;
  /** True if a search result or a link leads to this message. */
  readonly isTarget?: boolean;
  /** The language of the content, if it differs from the page's. */
  readonly lang?: string | undefined;
  readonly children: ReactNode;
}

/** The bubble of a message, in the visitor's chat and in the agent's dashboard. */
export function Bubble(props: BubbleProps) {
  const {
    side = 'start',
    look = 'plain',
    isInRow = false,
    isTarget = false,
    lang,
    children,
  } = props;
  const width = isInRow ? 'col-start-2 max-w-[min(100%,560px)]' : 'max-w-[min(85%,560px)]';
  // The outline is inside, because `content-visibility` clips everything outside its row.
  const target = isTarget ? 'outline-3 -outline-offset-3 outline-sun' : '';
  return (
    <div
      className={`w-fit rounded-[18px] border px-3.5 py-[9px] text-[15px] leading-[1.45] [overflow-wrap:anywhere] ${width} ${SIDES[side]} ${LOOKS[look]} ${target}`}
    >
      <div dir="auto" lang={lang}>
        {children}
      </div>
    </div>
  );
}

interface MessageBubbleProps extends Omit<BubbleProps, 'children'> {
  readonly text: string;
  readonly isRemoved?: boolean;
  readonly isTeam?: boolean;
  readonly hasPayment?: boolean;
}

export function MessageBubble(props: MessageBubbleProps) {
  const {
    text,
    isRemoved = false,
    isTeam = false,
    hasPayment = false,
    look = 'plain',
    ...bubble
  } = props;
  return (
    <Bubble {...bubble} look={isRemoved ? 'removed' : look}>
      {isRemoved ? (
        <span className="italic">{t(MESSAGE_REMOVED)}</span>
      ) : (
        <MessageText text={text} isTeam={isTeam} hasPayment={hasPayment} />
      )}
    </Bubble>
  );
}

interface UnsendButtonProps {
  /** The server's time when the message was written. */
  readonly writtenAt: string;
  readonly onUnsend: () => void;
}

/** Shows the button only while the message can be unsent; the server checks the time limit again. */
export function UnsendButton({ writtenAt, onUnsend }: UnsendButtonProps) {
  if (!useIsRecent(writtenAt)) return null;
  return (
    <button
      type="button"
      onClick={onUnsend}
      className="min-h-8 shrink-0 rounded-chip px-1 text-[13px] whitespace-nowrap font-semibold text-ink-2 underline-offset-3 transition-opacity hover:text-ink hover:underline focus-visible:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-focus-within/own:opacity-100 [@media(hover:hover)]:group-hover/own:opacity-100"
    >
      {t('Take back')}
    </button>
  );
}

/** The actions of an own message are at its left. */
export const OWN_ROW =
  'group/own grid grid-cols-[minmax(76px,1fr)_minmax(0,auto)] items-center justify-items-end gap-x-1';

/** A file name does not wrap: without a width the row would become as wide as its longest name. */
export const OWN_FILES = 'col-start-2 w-full max-w-[560px]';

function useIsRecent(writtenAt: string): boolean {
  const restOf = () => Date.parse(writtenAt) + UNSEND_WITHIN_MS - serverNow();
  const [isRecent, setRecent] = useState(() => restOf() > 0);
  useEffect(() => {
    const rest = restOf();
    setRecent(rest > 0);
    if (rest <= 0) return undefined;
    const timer = setTimeout(() => setRecent(false), rest);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `restOf` reads nothing but `writtenAt` and the clock
  }, [writtenAt]);
  return isRecent;
}
