import { say } from '../../platform/say.ts';
import type { MentionView } from '../protocol/mentions.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatListTime } from './list-time.ts';

interface MentionsProps {
  readonly mentions: readonly MentionView[];
  readonly onOpen: (mention: MentionView) => void;
}

export function Mentions({ mentions, onOpen }: MentionsProps) {
  if (mentions.length === 0) return null;
  return (
    <section aria-labelledby="mentions-title" className="px-3 pt-4">
      <h2
        id="mentions-title"
        className="flex gap-2 px-2 pb-2 font-sans text-[15px] tracking-normal"
      >
        {say('Mentions')}
        <span className="font-medium text-ink-3 tabular-nums">{mentions.length}</span>
      </h2>
      <ul className="overflow-hidden rounded-[12px] border border-dashed border-amber bg-amber-tint">
        {mentions.map((mention) => (
          <li key={mention.noteId} className="border-amber/40 not-first:border-t">
            <button
              type="button"
              className="flex min-h-14 w-full items-start gap-2.5 px-3 py-2 text-left focus-visible:-outline-offset-2"
              onClick={() => onOpen(mention)}
            >
              <Icon name="note" size={17} className="mt-0.5 shrink-0 text-amber" />
              <span className="min-w-0 flex-1">
                <span className="flex gap-2 text-[14px] leading-5 font-semibold">
                  <span className="min-w-0 flex-1 truncate">
                    <bdi>{mention.authorName ?? say('A colleague')}</bdi> {say('mentioned you')}
                  </span>
                  <time
                    dateTime={mention.createdAt}
                    className="shrink-0 font-medium text-ink-2 tabular-nums"
                  >
                    {formatListTime(new Date(mention.createdAt), new Date())}
                  </time>
                </span>
                <span dir="auto" className="block truncate text-[13.5px] text-ink-2">
                  {mention.excerpt}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
