import { say } from '../../platform/say.ts';
import { HIT_END, HIT_START, type MessageHit } from '../protocol/views.ts';
import type { SearchState } from './inbox-search.ts';
import type { InboxStore } from './inbox-store.ts';
import { formatListTime } from './list-time.ts';

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
        {say('Messages')}
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
                {hit.isAgent && `${say('Team:')} `}
                <Excerpt text={hit.excerpt} />
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
            {say('More messages')}
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
