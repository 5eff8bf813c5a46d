import { t } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePickerList } from '../../ui/picker-list.ts';
import type { PickerOption } from './canned-text.ts';
import type { WordPicker } from './use-typed-word.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { Mentionable } from '../protocol/mentions.ts';

export function ReplyPickerList({ options, list, choose }: WordPicker<PickerOption>) {
  const { listProps, optionProps } = usePickerList(list);
  return (
    <ul
      {...listProps}
      aria-label={t('Canned replies and services')}
      className="absolute inset-x-0 bottom-full z-10 mb-2 max-h-[min(320px,45dvh)] overflow-y-auto rounded-[16px] bg-surface p-1.5 shadow-overlay ring-1 ring-line"
    >
      {options?.map((option, index) => (
        <li
          key={option.id}
          {...optionProps(index, () => choose(option))}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[10px] px-3 py-1.5 aria-selected:bg-soft aria-selected:text-soft-ink forced-colors:aria-selected:outline-2"
        >
          {option.kind === 'reply' ? (
            <>
              <span className="shrink-0 text-[14.5px] font-semibold">/{option.reply.shortcut}</span>
              <span dir="auto" className="min-w-0 flex-1 truncate text-[14px]">
                {option.text}
              </span>
              {option.isUntranslated && (
                <span className="shrink-0 rounded-[7px] bg-amber-tint px-1.5 text-[13px] font-semibold text-amber">
                  {t('No Spanish text')}
                </span>
              )}
              {!option.reply.isShared && <span className="shrink-0 text-[13px]">{t('Yours')}</span>}
            </>
          ) : option.kind === 'offer' ? (
            <>
              <span className="shrink-0 text-[14.5px] font-semibold">/offer</span>
              <span className="min-w-0 flex-1 truncate text-[14px]">{t('Make an offer')}</span>
            </>
          ) : (
            <>
              <Icon name="tag-fill" size={16} />
              <span dir="auto" className="min-w-0 flex-1 truncate text-[14.5px] font-semibold">
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

export function MentionPickerList({ options, list, choose }: WordPicker<Mentionable>) {
  const { listProps, optionProps } = usePickerList(list);
  return (
    <ul
      {...listProps}
      aria-label={t('People to mention')}
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
