import { useRef, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatsNow, t } from '../../i18n/translate.ts';
import { isComposing } from '../../ui/is-composing.ts';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import type { CalendarDay, CalendarView } from '../protocol/calendar.ts';
import { isShopAtRisk, isShopLate } from '../protocol/due.ts';
import { formatDay } from '../protocol/offer.ts';
import { pathOfQuery, type OrderQuery } from '../protocol/order-query.ts';
import type { StaffedOrder } from '../protocol/order-view.ts';
import { OrderSection } from './order-section.tsx';

interface OrderCalendarProps {
  readonly query: OrderQuery;
  readonly calendar: CalendarView;
  readonly origin: string;
}

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const format = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(formatsNow(), { ...options, timeZone: 'UTC' }).format(at(day));

/** How far an arrow key moves the focus, in days. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -7, ArrowDown: 7 };

export function OrderCalendar({ query, calendar, origin }: OrderCalendarProps) {
  const { period, days, today } = calendar;
  const navigate = useNavigate();
  const table = useRef<HTMLTableElement>(null);
  const go = (day: string) => pathOfQuery({ ...query, day });
  const title =
    period.span === 'month'
      ? format(period.day, { month: 'long', year: 'numeric' })
      : t('{from} to {to}', { from: formatDay(days[0]!.day), to: formatDay(days.at(-1)!.day) });

  function move(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const link = (event.target as Element).closest<HTMLElement>('a[data-day]');
    if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault();
      void navigate(go(event.key === 'PageUp' ? period.previous : period.next));
      return;
    }
    const isRtl = getComputedStyle(link).direction === 'rtl';
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const step = STEPS[event.key] ?? (isRtl ? -sideways : sideways);
    if (step === 0) return;
    const links = [...(table.current?.querySelectorAll<HTMLElement>('a[data-day]') ?? [])];
    const next = links[links.indexOf(link) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const weeks = Array.from({ length: days.length / 7 }, (_, index) =>
    days.slice(index * 7, index * 7 + 7),
  );
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <h2 dir="auto" className="text-[22px]">
          {title}
        </h2>
        <nav aria-label={t('Calendar')} className="flex flex-wrap gap-2">
          <Link className="button button-line button-small" to={go(period.previous)}>
            {period.span === 'month' ? t('Previous month') : t('Previous week')}
          </Link>
          <Link className="button button-line button-small" to={go('')}>
            {t('Go to today')}
          </Link>
          <Link className="button button-line button-small" to={go(period.next)}>
            {period.span === 'month' ? t('Next month') : t('Next week')}
          </Link>
          <Link
            className="button button-line button-small"
            to={pathOfQuery({ ...query, span: period.span === 'month' ? 'week' : 'month' })}
          >
            {period.span === 'month' ? t('Show week') : t('Show month')}
          </Link>
        </nav>
      </div>
      <table
        ref={table}
        className="mt-4 w-full table-fixed border-collapse max-md:block"
        aria-label={title}
        onKeyDown={move}
      >
        <thead className="max-md:hidden">
          <tr>
            {days.slice(0, 7).map(({ day }) => (
              <th key={day} scope="col" className="p-2 text-start text-[14px] text-ink-2">
                {format(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {weeks.map((week) => (
            <tr key={week[0]!.day} className="max-md:block">
              {week.map((one) => (
                <Day
                  key={one.day}
                  one={one}
                  query={query}
                  isToday={one.day === today}
                  isOutside={
                    period.span === 'month' && one.day.slice(0, 7) !== period.day.slice(0, 7)
                  }
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <CalendarFeed feed={calendar.feed} origin={origin} />
    </>
  );
}

interface DayProps {
  readonly one: CalendarDay;
  readonly query: OrderQuery;
  readonly isToday: boolean;
  readonly isOutside: boolean;
}

function Day({ one: { day, count, orders }, query, isToday, isOutside }: DayProps) {
  const list = pathOfQuery({ ...query, view: 'list', show: 'open', due: day, day: '' });
  return (
    <td
      className={`h-28 border border-line p-1.5 align-top max-md:block max-md:h-auto ${
        isOutside ? 'bg-sunken max-md:hidden' : 'bg-surface'
      } ${count === 0 && !isToday ? 'max-md:hidden' : ''}`}
    >
      <Link
        to={list}
        data-day={day}
        aria-current={isToday ? 'date' : undefined}
        aria-label={t('{day}: {count, plural, one {# order due} other {# orders due}}', {
          day: formatDay(day),
          count,
        })}
        className={`inline-flex min-h-7 min-w-7 items-center justify-center rounded-[8px] px-1.5 text-[14px] tabular-nums hover:bg-sunken ${
          isToday ? 'bg-primary font-bold text-on-primary hover:bg-primary' : ''
        }`}
      >
        <span className="max-md:hidden">{Number(day.slice(8))}</span>
        <span className="md:hidden">{formatDay(day)}</span>
      </Link>
      <ul className="mt-1 grid gap-1">
        {orders.map((order) => (
          <li key={order.number} className="min-w-0">
            <DueOrder order={order} />
          </li>
        ))}
      </ul>
      {count > orders.length && (
        <Link to={list} className="link mt-1 inline-block px-1.5 text-[13px]">
          {t('{count} more', { count: count - orders.length })}
        </Link>
      )}
    </td>
  );
}

function DueOrder({ order }: { readonly order: StaffedOrder }) {
  const isLate = isShopLate(order.due);
  const isAtRisk = isShopAtRisk(order.due);
  const tone = isLate
    ? 'bg-error-tint text-error'
    : isAtRisk
      ? 'bg-amber-tint text-amber'
      : 'bg-soft text-soft-ink';
  return (
    <Link
      to={`/team/orders/${order.number}`}
      title={order.title}
      className={`block truncate rounded-[7px] px-1.5 py-0.5 text-[13px] font-semibold hover:underline ${tone}`}
    >
      <bdi>{order.number}</bdi>
      {isLate && <span className="sr-only"> ({t('Late')})</span>}
      {isAtRisk && <span className="sr-only"> ({t('At risk')})</span>}{' '}
      <bdi className="font-normal">{order.title}</bdi>
    </Link>
  );
}

function CalendarFeed({ feed, origin }: Pick<CalendarView, 'feed'> & { readonly origin: string }) {
  return (
    <OrderSection id="calendar-feed" title={t('Your calendar program')}>
      <p className="mt-2 max-w-[760px] text-[15px] text-ink-2">
        {t(
          'Subscribe to the due dates of your own orders. Whoever has the address can read them, so keep it secret. It ends when your account is suspended.',
        )}
      </p>
      {feed === null ? (
        <FormButton
          formClassName="mt-4"
          fields={{ intent: 'create-calendar' }}
          className="button button-line"
        >
          {t('Create address')}
        </FormButton>
      ) : (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <label className="min-w-60 flex-1">
            <span className="mb-2 block text-[15px] font-semibold">{t('Secret address')}</span>
            <input
              dir="ltr"
              className="field"
              readOnly
              value={`${origin}${feed}`}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
          <ConfirmForm
            className="button button-line"
            label={t('Renew address')}
            question={t('Renew the calendar address?')}
            text={t('The present address ends. Enter the new one in your calendar program.')}
            fields={{ intent: 'renew-calendar' }}
            doLabel={t('Renew address')}
            tone="primary"
          />
          <FormButton fields={{ intent: 'end-calendar' }} className="button button-line">
            {t('Turn off')}
          </FormButton>
        </div>
      )}
    </OrderSection>
  );
}
