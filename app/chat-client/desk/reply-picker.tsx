import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { PickerOption } from './canned-text.ts';

export const PICKER_ID = 'reply-picker';

export const optionId = (index: number) => `${PICKER_ID}-${index}`;

interface ReplyPickerListProps {
  readonly options: readonly PickerOption[];
  readonly activeIndex: number;
  readonly onChoose: (option: PickerOption) => void;
}

/** Canned replies and services above the reply box. */
export function ReplyPickerList({ options, activeIndex, onChoose }: ReplyPickerListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <ul
      ref={list}
      id={PICKER_ID}
      role="listbox"
      aria-label="Canned replies and services"
      className="absolute inset-x-0 bottom-full z-10 mb-2 max-h-[min(320px,45dvh)] overflow-y-auto rounded-[16px] bg-surface p-1.5 shadow-overlay ring-1 ring-line"
    >
      {options.map((option, index) => (
        <li
          key={option.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === activeIndex}
          // The focus stays in the box: a press must not take it away first.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[10px] px-3 py-1.5 hover:bg-sunken aria-selected:bg-soft aria-selected:text-soft-ink forced-colors:aria-selected:outline-2"
        >
          {option.kind === 'reply' ? (
            <>
              <span className="shrink-0 text-[14.5px] font-semibold">/{option.reply.shortcut}</span>
              <span className="min-w-0 flex-1 truncate text-[14px]">{option.reply.text}</span>
              {!option.reply.isShared && <span className="shrink-0 text-[13px]">Yours</span>}
            </>
          ) : (
            <>
              <Icon name="tag-fill" size={16} />
              <span className="min-w-0 flex-1 truncate text-[14.5px] font-semibold">
                {option.service.title}
              </span>
              <span className="shrink-0 text-[13.5px] tabular-nums">{option.service.price}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
