import { useEffect, useRef } from 'react';
import { Form, useNavigate } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import {
  startsDescending,
  SUBSCRIPTION_SORTS,
  type SubscriptionQuery,
  type SubscriptionSort,
} from '../protocol/subscription-query.ts';
import {
  getSubscriptionStateLabel,
  SUBSCRIPTION_STATES,
} from '../protocol/subscription-transitions.ts';

const TYPING_MS = 300;

/** The fields are the address of the list. With scripts every change is applied at once, otherwise by the button. */
export function SubscriptionFilters({ query }: { readonly query: SubscriptionQuery }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(): void {
    clearTimeout(timer.current);
    if (!form.current) return;
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === 'string' && value.trim() !== '') params.append(name, value.trim());
    }
    // A filter replaces the history entry, so that Back leaves the page.
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true });
  }

  function sendSoon(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(send, TYPING_MS);
  }

  const states = SUBSCRIPTION_STATES.map((value) => ({
    value,
    name: getSubscriptionStateLabel(value),
  }));
  const sorts = (Object.keys(SUBSCRIPTION_SORTS) as SubscriptionSort[]).map((value) => ({
    value,
    name: t(SUBSCRIPTION_SORTS[value]),
  }));
  const isReversed = query.isDescending !== startsDescending(query.sort);
  return (
    <Form
      ref={form}
      action="/team/subscriptions"
      role="search"
      aria-label={t('Filter and sort')}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="w-60 max-md:w-auto max-md:flex-1">
        <TextField
          label={t('Search')}
          name="q"
          type="search"
          placeholder={t('Number, service or buyer')}
          autoComplete="off"
          defaultValue={query.search}
          onChange={sendSoon}
        />
      </div>
      <SelectField
        key={`state ${query.state}`}
        label={t('State')}
        name="state"
        defaultValue={query.state}
        options={[{ value: '', name: t('All states') }, ...states]}
        onChange={send}
      />
      {/* A phone does not show the headers of the columns. */}
      <div className="md:hidden">
        <SelectField
          key={`sort ${query.sort}`}
          label={t('Sort by')}
          name="sort"
          defaultValue={query.sort}
          options={sorts}
          onChange={send}
        />
      </div>
      {isReversed && (
        <input type="hidden" name="order" value={query.isDescending ? 'down' : 'up'} />
      )}
      <noscript>
        <button type="submit" className="button button-line">
          {t('Show')}
        </button>
      </noscript>
    </Form>
  );
}
