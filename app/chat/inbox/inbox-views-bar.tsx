import { t, formatsNow, type Sentence, msg, msgIn } from '../../i18n/translate.ts';
import { Link, useNavigate } from 'react-router';
import {
  COUNTED_TO,
  INBOX_VIEWS,
  type InboxOrder,
  type InboxView,
} from '../protocol/entry-state.ts';
import { Icon } from '../../ui/icon.tsx';
import type { InboxScope } from '../protocol/views.ts';
import { addressOf, hasOrder, withScope, type InboxQuery } from './inbox-query.ts';
import type { InboxState } from './inbox-state.ts';

interface InboxViewsProps {
  readonly state: InboxState;
  readonly scopes: readonly InboxScope[];
}

export function InboxViews({ state, scopes }: InboxViewsProps) {
  const { query, openConversationId } = state;
  const navigate = useNavigate();
  const show = (shown: InboxQuery) =>
    void navigate(addressOf(shown, openConversationId), { preventScrollReset: true });
  return (
    <>
      {scopes.length > 1 && (
        <Scopes state={state} scopes={scopes} onChoose={(scope) => show(withScope(query, scope))} />
      )}
      <ViewLinks state={state} />
      {hasOrder(query.view) && (
        <OrderChoice order={query.order} onChoose={(order) => show({ ...query, order })} />
      )}
    </>
  );
}

const SCOPE_NAMES = {
  mine: msg('Mine'),
  queue: msg('Queue'),
  all: msg('All'),
} as const satisfies Readonly<Record<InboxScope, Sentence>>;

interface ScopesProps extends InboxViewsProps {
  readonly onChoose: (scope: InboxScope) => void;
}

function Scopes({ state: { query, queueWaiting }, scopes, onChoose }: ScopesProps) {
  return (
    <div role="group" aria-label={t('Visitors to show')} className="mx-3 mt-3 flex gap-1">
      {scopes.map((scope) => (
        <button
          key={scope}
          type="button"
          aria-pressed={query.scope === scope}
          onClick={() => onChoose(scope)}
          className="flex min-h-11 flex-1 items-center justify-center gap-1.5 rounded-chip px-2 text-[15px] font-semibold text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-raised forced-colors:aria-pressed:border"
        >
          {t(SCOPE_NAMES[scope])}
          {scope === 'queue' && queueWaiting > 0 && (
            <span className="rounded-[8px] bg-amber-tint px-1.5 text-[13px] leading-5 font-bold text-amber tabular-nums">
              <span aria-hidden="true">{formatCount(queueWaiting)}</span>
              <span className="sr-only">
                {t('{count, plural, one {# visitor waiting} other {# visitors waiting}}', {
                  count: queueWaiting,
                })}
              </span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

const VIEW_NAMES = {
  open: msg('Open'),
  waiting: msg('Waiting'),
  snoozed: msg('Snoozed'),
  resolved: msgIn('view', 'Resolved'),
} as const satisfies Readonly<Record<InboxView, Sentence>>;

function ViewLinks({
  state: { query, counts, openConversationId, search },
}: Pick<InboxViewsProps, 'state'>) {
  // A search covers all views, so none is marked as current.
  const current = search.found === null ? query.view : null;
  return (
    <nav aria-label={t('Views')} className="mx-3 mt-3 flex border-b border-line">
      {INBOX_VIEWS.map((view) => (
        <Link
          key={view}
          to={addressOf({ ...query, view }, openConversationId)}
          preventScrollReset
          aria-current={current === view ? 'page' : undefined}
          className="-mb-px flex h-13 min-w-0 flex-1 flex-col items-center justify-center border-b-2 border-transparent px-1 text-center text-[13.5px] leading-4 font-semibold [overflow-wrap:anywhere] text-ink-2 hyphens-auto hover:text-ink aria-[current=page]:border-primary aria-[current=page]:text-ink"
        >
          {t(VIEW_NAMES[view])}{' '}
          <span
            data-testid="view-count"
            className={`text-[13px] tabular-nums ${view === 'waiting' && (counts?.waiting ?? 0) > 0 ? 'text-amber' : 'text-ink-3'}`}
          >
            {counts && formatCount(counts[view])}
          </span>
        </Link>
      ))}
    </nav>
  );
}

interface OrderChoiceProps {
  readonly order: InboxOrder;
  readonly onChoose: (order: InboxOrder) => void;
}

function OrderChoice({ order, onChoose }: OrderChoiceProps) {
  const isLongest = order === 'longest-waiting';
  return (
    <p className="mx-3 mt-2 flex justify-end">
      <button
        type="button"
        aria-pressed={isLongest}
        onClick={() => onChoose(isLongest ? 'newest' : 'longest-waiting')}
        className="flex min-h-9 items-center gap-1.5 rounded-chip px-3 text-[13.5px] font-semibold text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-raised forced-colors:aria-pressed:border"
      >
        <Icon name={isLongest ? 'check' : 'clock'} size={16} /> {t('Longest waiting')}
      </button>
    </p>
  );
}

export function formatCount(count: number): string {
  return count > COUNTED_TO
    ? `${COUNTED_TO.toLocaleString(formatsNow())}+`
    : count.toLocaleString(formatsNow());
}
