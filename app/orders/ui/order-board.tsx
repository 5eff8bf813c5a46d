import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { Tag } from '../../ui/chip.tsx';
import { isComposing } from '../../ui/is-composing.ts';
import { Notice } from '../../ui/form/notice.tsx';
import type { BoardColumn, BoardView } from '../protocol/board.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatDueForTeam } from '../protocol/due.ts';
import { formatMoney } from '../protocol/money.ts';
import { moveTo, type ConfirmedMove } from '../protocol/move.ts';
import { fieldsOfOrderQuery, pathOfQuery, type OrderQuery } from '../protocol/order-query.ts';
import type { StaffedOrder } from '../protocol/order-view.ts';
import { getStateLabel, type OrderState } from '../protocol/transitions.ts';
import { MoveDialog } from './move-dialog.tsx';
import { namesOf, OrderPart } from './order-list.tsx';
import { formatProgress } from './order-steps.tsx';
import { DueChip } from './due-chip.tsx';
import { useCardDrag } from './use-card-drag.ts';

interface OrderBoardProps {
  readonly query: OrderQuery;
  readonly board: BoardView;
}

interface Asked {
  readonly order: StaffedOrder;
  /** The transition that waits for a confirmation, or undefined while a column is chosen. */
  readonly confirming?: ConfirmedMove;
}

export function OrderBoard({ query, board }: OrderBoardProps) {
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Asked>();
  const [refusal, setRefusal] = useState('');
  const { columns, showMore, problem } = useColumns(query, board);

  function attempt(order: StaffedOrder, to: OrderState): void {
    const move = moveTo(order, to, board.actor);
    setAsked(undefined);
    setRefusal(move.kind === 'refused' ? move.reason : '');
    if (move.kind === 'form') void navigate(`/team/orders/${order.number}#${move.form}`);
    if (move.kind === 'confirm') setAsked({ order, confirming: move.transition });
  }

  const drag = useCardDrag(scroller, (number, to) => {
    const order = columns.flatMap((column) => column.orders).find((one) => one.number === number);
    if (order) attempt(order, to);
  });
  const dragged = columns
    .flatMap((column) => column.orders)
    .find(({ number }) => number === drag.dragged?.number);
  const fault = refusal || problem;
  return (
    <>
      <div className="mt-4 min-h-1">{fault && <Notice kind="error">{fault}</Notice>}</div>
      <div
        ref={scroller}
        // Without scripts, and for readers with a keyboard, the region itself scrolls.
        tabIndex={0}
        role="region"
        aria-label={t('Board')}
        className="mt-3 -mx-2 flex gap-3 overflow-x-auto p-2"
        onKeyDown={moveFocus}
      >
        {columns.map((column) => {
          const isTarget =
            dragged !== undefined &&
            dragged.state !== column.state &&
            moveTo(dragged, column.state, board.actor).kind !== 'refused';
          return (
            <section
              key={column.state}
              data-column={column.state}
              aria-labelledby={`column-${column.state.replaceAll(' ', '-')}`}
              className={`w-68 shrink-0 rounded-card p-2 ${
                drag.dragged?.over === column.state
                  ? isTarget
                    ? 'bg-success-tint ring-2 ring-success'
                    : 'bg-error-tint ring-2 ring-error'
                  : isTarget
                    ? 'bg-soft'
                    : 'bg-sunken'
              }`}
            >
              <h2 className="flex items-baseline justify-between gap-2 px-1.5 py-1 text-[16px]">
                <span id={`column-${column.state.replaceAll(' ', '-')}`} dir="auto">
                  {getStateLabel(column.state)}
                </span>
                <span className="text-[14px] font-semibold text-ink-2 tabular-nums">
                  {column.count}
                </span>
              </h2>
              <ul className="mt-1 grid gap-2" data-cards>
                {column.orders.map((order) => (
                  <Card
                    key={order.number}
                    order={order}
                    isDragged={dragged?.number === order.number}
                    onPointerDown={(event) => drag.begin(event, order.number)}
                    onMove={() => setAsked({ order })}
                  />
                ))}
              </ul>
              {column.orders.length === 0 && (
                <p className="px-1.5 py-3 text-[14px] text-ink-2">{t('No orders')}</p>
              )}
              {column.next !== '' && (
                <p className="flex flex-wrap gap-2 p-1.5">
                  <button
                    type="button"
                    className="needs-script button button-line button-small"
                    onClick={() => showMore(column.state)}
                  >
                    {t('Show more')}
                  </button>
                  <Link
                    className="link self-center text-[14px]"
                    to={pathOfQuery({ ...query, view: 'list', show: column.state })}
                  >
                    {t('All in the list')}
                  </Link>
                </p>
              )}
            </section>
          );
        })}
      </div>
      {drag.dragged && dragged && (
        <div
          aria-hidden
          className="pointer-events-none fixed z-50 w-60 rotate-2 rounded-[12px] bg-surface p-3 text-[15px] shadow-overlay ring-1 ring-line"
          style={{ left: drag.dragged.x + 8, top: drag.dragged.y + 8 }}
        >
          <span className="font-semibold">{dragged.number}</span> <bdi>{dragged.title}</bdi>
        </div>
      )}
      {asked && (
        <MoveDialog
          order={asked.order}
          actor={board.actor}
          confirming={asked.confirming}
          onChoose={(to) => attempt(asked.order, to)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface CardProps {
  readonly order: StaffedOrder;
  readonly isDragged: boolean;
  readonly onPointerDown: (event: React.PointerEvent<HTMLElement>) => void;
  readonly onMove: () => void;
}

function Card({ order, isDragged, onPointerDown, onMove }: CardProps) {
  const { number, title, due, labels, amount, currency, steps } = order;
  return (
    <li
      data-card={number}
      className={`cursor-grab rounded-[12px] bg-surface p-3 text-[14px] ring-1 ring-line select-none ${isDragged ? 'opacity-40' : ''}`}
      onPointerDown={onPointerDown}
    >
      <div className="flex items-center justify-between gap-2">
        <Link
          to={`/team/orders/${number}`}
          className="link text-[15px] font-semibold"
          draggable={false}
        >
          {number}
        </Link>
        <DueChip due={due} />
      </div>
      <p dir="auto" className="mt-1 line-clamp-2 [overflow-wrap:anywhere]">
        {title}
      </p>
      <OrderPart order={order} className="mt-1" />
      <p dir="auto" className="mt-1 text-ink-2">
        {namesOf(order) || t('Unassigned')}
      </p>
      {due && <p className="mt-1 text-[13px] text-ink-2">{formatDueForTeam(due)}</p>}
      {steps && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-[13px] text-ink-2">
          {formatProgress(steps)}
          {steps.late > 0 && (
            <Chip tone="error">
              {t('{count, plural, one {# step late} other {# steps late}}', { count: steps.late })}
            </Chip>
          )}
        </p>
      )}
      {labels.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-1">
          {labels.map((label) => (
            <Tag key={label.id} tone={label.colour}>
              {label.name}
            </Tag>
          ))}
        </p>
      )}
      <div className="mt-2 flex items-center justify-between gap-2">
        <span className="font-semibold tabular-nums">{formatMoney(amount, currency)}</span>
        <button
          type="button"
          className="needs-script button button-line button-small"
          aria-label={t('Move {number}', { number })}
          aria-haspopup="dialog"
          onClick={onMove}
        >
          {t('Move')}
        </button>
      </div>
    </li>
  );
}

/** Arrow keys move between the cards: up and down in a column, left and right between the columns. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (isComposing(event)) return;
  const card = (event.target as Element).closest<HTMLElement>('[data-card]');
  const column = card?.closest<HTMLElement>('[data-column]');
  if (!card || !column || event.altKey || event.ctrlKey || event.metaKey) return;
  const cardsOf = (element: Element) => [...element.querySelectorAll<HTMLElement>('[data-card]')];
  const place = cardsOf(column).indexOf(card);
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')];
  const isRtl = getComputedStyle(column).direction === 'rtl';
  const beside = (step: number) => {
    const next = columns
      .slice(...(step > 0 ? [columns.indexOf(column) + 1] : [0, columns.indexOf(column)]))
      .filter((one) => cardsOf(one).length > 0);
    const chosen = step > 0 ? next[0] : next.at(-1);
    const cards = chosen ? cardsOf(chosen) : [];
    return cards[Math.min(place, cards.length - 1)];
  };
  const steps: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowUp: () => cardsOf(column)[place - 1],
    ArrowDown: () => cardsOf(column)[place + 1],
    ArrowLeft: () => beside(isRtl ? 1 : -1),
    ArrowRight: () => beside(isRtl ? -1 : 1),
  };
  const next = steps[event.key]?.();
  if (!next) return;
  event.preventDefault();
  const isOnButton = (event.target as Element).closest('button') !== null;
  next.querySelector<HTMLElement>(isOnButton ? 'button' : 'a')?.focus();
}

/** The columns, with the further pages that were loaded. These are loaded again whenever the board is. */
function useColumns(query: OrderQuery, board: BoardView) {
  const [loaded, setLoaded] = useState<ReadonlyMap<OrderState, BoardColumn>>(new Map());
  const [problem, setProblem] = useState('');
  const latest = useRef(loaded);
  useEffect(() => {
    latest.current = loaded;
  });

  const load = useCallback(
    async (state: OrderState, from: string, take: string): Promise<BoardColumn | undefined> => {
      const params = new URLSearchParams({ ...fieldsOfOrderQuery(query), state, from, take });
      try {
        const response = await fetch(`/team/orders/column?${params}`);
        if (!response.ok) throw new Error(response.statusText);
        setProblem('');
        return (await response.json()) as BoardColumn;
      } catch {
        setProblem(t("The orders couldn't be loaded. Try again."));
        return undefined;
      }
    },
    [query],
  );

  useEffect(() => {
    for (const [state, { orders }] of latest.current) {
      void load(state, '', String(orders.length)).then((column) => {
        if (column) setLoaded((known) => new Map(known).set(state, column));
      });
    }
  }, [board, load]);

  const columns = board.columns.map((column) => loaded.get(column.state) ?? column);
  return {
    columns,
    problem,
    showMore: (state: OrderState) => {
      const shown = columns.find((column) => column.state === state);
      if (!shown) return;
      void load(state, shown.next, '').then((more) => {
        if (!more) return;
        const known = new Set(shown.orders.map(({ number }) => number));
        const added = more.orders.filter(({ number }) => !known.has(number));
        setLoaded((all) =>
          new Map(all).set(state, { ...more, orders: [...shown.orders, ...added] }),
        );
      });
    },
  };
}
