import { Form } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { useFilterForm } from '../../ui/form/use-filter-form.ts';
import {
  COUPON_SORTS,
  COUPON_STATUS_NAMES,
  COUPON_STATUSES,
  startsDescending,
  type CouponQuery,
  type CouponSort,
} from '../protocol/coupons.ts';

/** The fields are the address of the list. With scripts every change is applied at once, otherwise by the button. */
export function CouponFilters({ query }: { readonly query: CouponQuery }) {
  const { form, send, sendSoon } = useFilterForm();
  const statuses = COUPON_STATUS_NAMES.toReversed().map((value) => ({
    value,
    name: t(COUPON_STATUSES[value].label),
  }));
  const sorts = (Object.keys(COUPON_SORTS) as CouponSort[]).map((value) => ({
    value,
    name: t(COUPON_SORTS[value]),
  }));
  const isReversed = query.isDescending !== startsDescending(query.sort);
  return (
    <Form
      ref={form}
      action="/team/coupons"
      role="search"
      aria-label={t('Filter and sort')}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="w-52 max-md:w-auto max-md:flex-1">
        <TextField
          label={t('Search')}
          name="q"
          type="search"
          placeholder={t('Code')}
          autoComplete="off"
          defaultValue={query.search}
          onChange={sendSoon}
        />
      </div>
      <SelectField
        key={`show ${query.show}`}
        label={t('Status')}
        name="show"
        defaultValue={query.show}
        options={[{ value: 'all', name: t('All') }, ...statuses]}
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
