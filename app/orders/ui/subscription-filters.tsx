import { Form } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { useFilterForm } from '../../ui/form/use-filter-form.ts';
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

/** The fields are the address of the list. With scripts every change is applied at once, otherwise by the button. */
export function SubscriptionFilters({ query }: { readonly query: SubscriptionQuery }) {
  const { form, send, sendSoon } = useFilterForm();
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
