import { Rich } from '../../ui/rich.tsx';
import { t } from '../../i18n/translate.ts';
import { HIT_END, HIT_START, type MessageHit } from '../protocol/views.ts';
import type { SearchState } from './inbox-search.ts';
import type { InboxStore } from './inbox-store.ts';
import { formatListTime } from './inbox-item.tsx';
import type { MentionView } from '../protocol/mentions.ts';
import { Icon } from '../../ui/icon.tsx';

interface MessageHitsProps {
  readonly search: SearchState;
  readonly target: MessageHit | null;
  readonly store: InboxStore;
}

export function MessageHits({ search, target, store }: MessageHitsProps) {
  if (search.hits.length === 0) return null;
  return (
    <section aria-labelledby="message-hits">
      <h2
        id="message-hits"
        className="flex gap-2 px-5 pt-4 pb-2 font-sans text-[15px] tracking-normal"
      >
        {t('Messages')}
        <span className="font-medium text-ink-3 tabular-nums">
          {search.hits.length}
          {search.hasMoreHits ? '+' : ''}
        </span>
      </h2>
      <ul className="px-3">
        {search.hits.map((hit) => (
          <li key={hit.messageId}>
            <button
              type="button"
              data-testid="message-hit"
              aria-current={hit.messageId === target?.messageId ? 'true' : undefined}
              onClick={() => void store.thread.openHit(hit)}
              className="block w-full rounded-[16px] p-3 text-left hover:bg-surface aria-[current=true]:bg-surface aria-[current=true]:shadow-raised"
            >
              <span className="flex items-baseline gap-2">
                <span dir="auto" className="truncate text-[14px] font-semibold">
                  {hit.email}
                </span>
                <time
                  dateTime={hit.createdAt}
                  className="ml-auto shrink-0 text-[13px] text-ink-3 tabular-nums"
                >
                  {formatListTime(new Date(hit.createdAt), new Date())}
                </time>
              </span>
              <span
                dir="auto"
                className="mt-0.5 line-clamp-2 text-[14px] text-ink-2 [overflow-wrap:anywhere]"
              >
                {hit.isAgent ? (
                  <Rich
                    text={t('Team: <excerpt/>')}
                    parts={{ excerpt: <Excerpt text={hit.excerpt} /> }}
                  />
                ) : (
                  <Excerpt text={hit.excerpt} />
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {search.hasMoreHits && (
        <div className="px-5 py-2">
          <button
            type="button"
            className="button button-line button-small w-full"
            onClick={() => void store.search.loadMore()}
          >
            {t('Show more messages')}
          </button>
        </div>
      )}
    </section>
  );
}

/** The excerpt is never parsed as HTML. */
function Excerpt({ text }: { text: string }) {
  return text.split(HIT_START).map((part, index) => {
    if (index === 0) return part;
    const [hit = '', rest = ''] = part.split(HIT_END);
    return (
      // An excerpt never changes, so positions are stable keys.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index}>
        <mark className="rounded-[3px] bg-amber-tint text-inherit">{hit}</mark>
        {rest}
      </span>
    );
  });
}

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
        {t('Mentions')}
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
                    <Rich
                      text={t('<name/> mentioned you')}
                      parts={{ name: <bdi>{mention.authorName ?? t('A colleague')}</bdi> }}
                    />
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
