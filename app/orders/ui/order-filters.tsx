import { Form, Link } from 'react-router';
import type { LabelView } from '../../chat/protocol/labels.ts';
import { msg, t, type Sentence } from '../../i18n/translate.ts';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useFilterForm } from '../../ui/form/use-filter-form.ts';
import { formatShortDay } from '../protocol/offer.ts';
import {
  fieldsOfOrderQuery,
  ORDER_VIEWS,
  pathOfQuery,
  type OrderListView,
  type OrderQuery,
} from '../protocol/order-query.ts';
import type { StaffView } from '../protocol/staff.ts';
import { getStateLabel, ORDER_STATES } from '../protocol/transitions.ts';

const VIEWS: Readonly<Record<OrderListView, Sentence>> = {
  list: msg('List'),
  board: msg('Board'),
  calendar: msg('Calendar'),
};

interface OrderFiltersProps {
  readonly query: OrderQuery;
  readonly choices: {
    readonly people: readonly StaffView[];
    readonly labels: readonly LabelView[];
    readonly services: readonly { readonly id: string; readonly title: string }[];
  };
}

/** The fields are the address of all views. With scripts every change is applied at once, otherwise by the button. */
export function OrderFilters({ query, choices }: OrderFiltersProps) {
  const { form, send, sendSoon } = useFilterForm();
  const { view, show, who, service, label, due, day, span } = query;
  const others = fieldsOfOrderQuery({
    ...query,
    show: 'open',
    search: '',
    who: '',
    service: '',
    label: '',
    after: 0,
    due: '',
    ...(view === 'calendar' ? { day, span } : { day: '', span: 'month' }),
  });
  return (
    <>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
        <nav aria-label={t('Views')} className="flex flex-wrap gap-2">
          {ORDER_VIEWS.map((one) => (
            <Link
              key={one}
              to={pathOfQuery({ ...query, view: one, after: 0 })}
              aria-current={one === view ? 'page' : undefined}
              className={`button button-small ${one === view ? 'button-primary' : 'button-line'}`}
            >
              {t(VIEWS[one])}
            </Link>
          ))}
          <Link
            to={pathOfQuery({ ...query, who: who === 'mine' ? '' : 'mine', after: 0 })}
            aria-current={who === 'mine' ? 'true' : undefined}
            className={`button button-small ${who === 'mine' ? 'button-primary' : 'button-line'}`}
          >
            {t('Mine')}
          </Link>
          <Link
            to={pathOfQuery({ ...query, who: who === 'unassigned' ? '' : 'unassigned', after: 0 })}
            aria-current={who === 'unassigned' ? 'true' : undefined}
            className={`button button-small ${who === 'unassigned' ? 'button-primary' : 'button-line'}`}
          >
            {t('Unassigned')}
          </Link>
        </nav>
        {view === 'list' && (
          <DownloadForm action="/team/orders/export">
            <HiddenFields fields={{ show, q: query.search, who, service, label, due }} />
            <SubmitButton className="button button-line">{t('Export as CSV')}</SubmitButton>
          </DownloadForm>
        )}
      </div>
      <Form
        ref={form}
        key={[show, who, service, label, due, view].join(' ')}
        action="/team/orders"
        role="search"
        aria-label={t('Filter orders')}
        className="mt-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <HiddenFields fields={others} />
        <div className="w-76 max-md:w-full">
          <TextField
            label={t('Search')}
            name="q"
            type="search"
            placeholder={t('Number, service, email or company')}
            autoComplete="off"
            defaultValue={query.search}
            onChange={sendSoon}
          />
        </div>
        <Choice
          label={t('Show')}
          name="show"
          value={view === 'board' && show !== 'late' && show !== 'risk' ? 'open' : show}
          onChange={send}
          options={view === 'board' ? boardChoices() : showChoices()}
        />
        <Choice
          label={t('Person')}
          name="who"
          value={who}
          onChange={send}
          options={[
            { value: '', name: t('Everybody') },
            { value: 'mine', name: t('Mine') },
            { value: 'unassigned', name: t('Unassigned') },
            ...choices.people.map(({ id, name }) => ({ value: id, name })),
          ]}
        />
        <Choice
          label={t('Service')}
          name="service"
          value={service}
          onChange={send}
          options={[
            { value: '', name: t('Every service') },
            ...choices.services.map(({ id, title }) => ({ value: id, name: title })),
          ]}
        />
        {choices.labels.length > 0 && (
          <Choice
            label={t('Label')}
            name="label"
            value={label}
            onChange={send}
            options={[
              { value: '', name: t('Any') },
              ...choices.labels.map(({ id, name }) => ({ value: id, name })),
            ]}
          />
        )}
        {due !== '' && (
          <Choice
            label={t('Due')}
            name="due"
            value={due}
            onChange={send}
            options={[
              { value: '', name: t('Any day') },
              { value: due, name: formatShortDay(due) },
            ]}
          />
        )}
        <noscript>
          <button type="submit" className="button button-line">
            {t('Show')}
          </button>
        </noscript>
      </Form>
    </>
  );
}

/** The board has a column for each state. */
const boardChoices = () => [
  { value: 'open', name: t('All orders') },
  { value: 'late', name: t('Late') },
  { value: 'risk', name: t('At risk') },
];

const showChoices = () => [
  { value: 'open', name: t('Open orders') },
  { value: 'late', name: t('Late') },
  { value: 'risk', name: t('At risk') },
  { value: 'all', name: t('All orders') },
  ...ORDER_STATES.map((state) => ({ value: state, name: getStateLabel(state) })),
];

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  readonly onChange: () => void;
}

function Choice({ label, name, value, options, onChange }: ChoiceProps) {
  return (
    <div className="w-44 max-md:w-auto max-md:min-w-36 max-md:flex-1">
      <SelectField
        label={label}
        name={name}
        defaultValue={value}
        options={options}
        onChange={onChange}
      />
    </div>
  );
}
