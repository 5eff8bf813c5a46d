import { displayName } from '../../accounts/protocol/member.ts';
import { t, type Sentence, msg } from '../../i18n/translate.ts';
import { inboxApi } from './inbox-api.ts';
import {
  nobody,
  parseSearch,
  withoutFilter,
  writeFilter,
  type FilterKind,
} from '../protocol/search-query.ts';
import type { DeskWords } from '../protocol/chat-words.ts';
import { readServiceCards } from '../protocol/service-cards.ts';
import type { DeskMember } from '../protocol/views.ts';
import { type Command, openPalette } from '../../ui/command/command.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDeskWords } from './desk-words.tsx';
import type { IconName } from '../../ui/icon-names.ts';

interface SearchFiltersProps {
  readonly text: string;
  readonly member: DeskMember;
  readonly onType: (text: string) => void;
}

const NAMES = {
  topic: msg('Topic'),
  service: msg('Service'),
  label: msg('Label'),
  agent: msg('Agent'),
  after: msg('From'),
  before: msg('Until'),
} as const satisfies Readonly<Record<FilterKind, Sentence>>;

function nameFilter(kind: FilterKind, value: string): string {
  return t('{filter}: {value}', { filter: t(NAMES[kind]), value });
}

export function SearchFilters({ text, member, onType }: SearchFiltersProps) {
  const { filters } = parseSearch(text);
  const { topics } = useDeskWords();
  const add = (kind: FilterKind, value: string) =>
    onType(`${text.trim()} ${writeFilter(kind, value)}`.trim());
  return (
    <div
      role="group"
      aria-label={t('Filters')}
      className="flex flex-wrap items-center gap-1.5 px-3 pt-2"
    >
      {filters.map((filter) => (
        <span
          key={filter.written}
          className="flex max-w-full items-center rounded-chip bg-soft pl-2.5 text-[13px] font-semibold text-soft-ink"
        >
          <span dir="auto" className="min-w-0 truncate">
            {nameFilter(filter.kind, filter.value)}
          </span>
          <button
            type="button"
            aria-label={t('Remove filter {filter}', {
              filter: nameFilter(filter.kind, filter.value),
            })}
            className="grid size-8 shrink-0 place-items-center"
            onClick={() => {
              onType(withoutFilter(text, filter));
              document.getElementById('inbox-search')?.focus();
            }}
          >
            <Icon name="x" size={13} />
          </button>
        </span>
      ))}
      <button
        type="button"
        className="flex min-h-8 items-center gap-1.5 rounded-chip px-2 text-[13px] font-semibold text-ink-2 hover:text-ink"
        onClick={() =>
          openPalette({ ask: t('Filter by'), read: () => readFilters(member, topics, add) })
        }
      >
        <Icon name="plus" size={14} /> {t('Filter')}
      </button>
    </div>
  );
}

async function readFilters(
  member: DeskMember,
  topics: DeskWords['topics'],
  add: (kind: FilterKind, value: string) => void,
): Promise<Command[]> {
  const [{ labels }, { people }, { services }] = await Promise.all([
    inboxApi.get('/agentchat/labels', {}),
    inboxApi.get('/agentchat/mentionable', {}),
    readServiceCards(),
  ]);
  const offer = (kind: FilterKind, icon: IconName) => (value: string, name: string) => ({
    id: `${kind} ${value}`,
    name: nameFilter(kind, name),
    icon,
    run: () => add(kind, value),
  });
  const agent = offer('agent', 'user');
  const after = offer('after', 'clock');
  return [
    after(daysAgo(0), t('today')),
    after(daysAgo(7), t('7 days ago')),
    after(daysAgo(30), t('30 days ago')),
    ...topics.map(({ name }) => offer('topic', 'chat-circle')(name, name)),
    ...labels.map(({ name }) => offer('label', 'tag')(name, name)),
    agent(displayName(member.fullName, member.email), displayName(member.fullName, member.email)),
    ...people.map(({ name }) => agent(name, name)),
    agent(nobody(), t('unassigned')),
    ...services.map(({ title }) => offer('service', 'tag-fill')(title, title)),
  ];
}

/** Counts in calendar days of the local time zone. */
function daysAgo(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
