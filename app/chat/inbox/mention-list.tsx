import { say } from '../../platform/say.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { usePickerList } from '../../ui/picker-list.ts';
import type { Mentionable } from '../protocol/mentions.ts';
import type { WordPicker } from './use-typed-word.ts';

export function MentionPickerList({ options, list, choose }: WordPicker<Mentionable>) {
  const { listProps, optionProps } = usePickerList(list);
  return (
    <ul
      {...listProps}
      aria-label={say('People to mention')}
      className="absolute inset-x-0 bottom-full z-10 mb-2 max-h-[min(320px,45dvh)] overflow-y-auto rounded-[16px] bg-surface p-1.5 text-ink shadow-overlay ring-1 ring-line"
    >
      {options?.map((person, index) => (
        <li
          key={person.id}
          {...optionProps(index, () => choose(person))}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[10px] px-3 py-1.5 aria-selected:bg-soft aria-selected:text-soft-ink forced-colors:aria-selected:outline-2"
        >
          <span aria-hidden="true" className="shrink-0">
            <Avatar name={person.name} />
          </span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-[14.5px] font-semibold">
            {person.name}
          </span>
        </li>
      ))}
    </ul>
  );
}
