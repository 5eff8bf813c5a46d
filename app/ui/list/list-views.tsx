import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import {
  fieldsOfList,
  firstPage,
  pathOfList,
  readListState,
  type ListShape,
} from '../../platform/lists/list-state.ts';
import { VIEW_NAME_MAX_LENGTH, type OpenList } from '../../platform/lists/list-views.ts';
import { ActionForm } from '../form/action-form.tsx';
import { TextField } from '../form/field.tsx';
import { answeredField, type FormAnswer } from '../form/form-answer.ts';
import { FormButton, HiddenFields } from '../form/form-button.tsx';
import { CheckboxField } from '../form/choice-field.tsx';
import { SubmitButton } from '../form/submit-button.tsx';

interface ListViewsProps<List extends ListShape> {
  readonly list: List;
  readonly open: OpenList<List>;
  readonly answer: FormAnswer | undefined;
}

const PANEL =
  'mt-3 grid max-w-xl justify-items-start gap-4 rounded-card bg-surface p-4 ring-1 ring-line';
const SUMMARY = 'button button-line button-small w-fit cursor-pointer list-none';

/** The member's views of a list, and the forms that save views and choose columns. */
export function ListViews<List extends ListShape>({ list, open, answer }: ListViewsProps<List>) {
  const { state, columns, views } = open;
  const query = queryOf(list, { ...state, columns });
  const plain = readListState(list, new URLSearchParams());
  const isPlain = queryOf(list, { ...plain, columns }) === query;
  return (
    <div className="flex max-w-full grow flex-wrap items-start gap-2">
      {views.length > 0 && (
        <nav aria-label={t('Saved views')} className="flex flex-wrap gap-2">
          <ViewLink to={pathOfList(list, plain)} isCurrent={isPlain} name={t('All')} />
          {views.map((view) => (
            <ViewLink
              key={view.id}
              to={`${list.path}?${view.query}`}
              isCurrent={view.query === query}
              name={view.name}
            />
          ))}
        </nav>
      )}
      <SaveView query={query} views={views} answer={answer} />
      <ColumnChoice list={list} open={open} />
    </div>
  );
}

function queryOf<List extends ListShape>(list: List, state: OpenList<List>['state']): string {
  return new URLSearchParams(fieldsOfList(list, { ...state, ...firstPage })).toString();
}

interface ViewLinkProps {
  readonly to: string;
  readonly name: string;
  readonly isCurrent: boolean;
}

function ViewLink({ to, name, isCurrent }: ViewLinkProps) {
  return (
    <Link
      to={to}
      dir="auto"
      aria-current={isCurrent ? 'page' : undefined}
      className={`button button-small max-w-full ${isCurrent ? 'button-primary' : 'button-line'}`}
    >
      <bdi className="truncate">{name}</bdi>
    </Link>
  );
}

interface SaveViewProps extends Pick<OpenList<ListShape>, 'views'> {
  readonly query: string;
  readonly answer: FormAnswer | undefined;
}

function SaveView({ query, views, answer }: SaveViewProps) {
  const isRefused = answer?.intent === 'save-view' && !answer.isDone;
  const field = answeredField(isRefused ? answer : undefined);
  return (
    <details open={isRefused} className="open:w-full">
      <summary className={SUMMARY}>{t('Views')}</summary>
      <div className={PANEL}>
        <ActionForm preventScrollReset className="grid justify-items-start gap-3">
          <HiddenFields fields={{ intent: 'save-view', query }} />
          <TextField
            {...field('name')}
            label={t('Save these filters as a view')}
            placeholder={t('Name of the view')}
            hint={t('A view of the same name is replaced. Only you see your views.')}
            maxLength={VIEW_NAME_MAX_LENGTH}
            autoComplete="off"
          />
          <CheckboxField name="isDefault" value="yes" label={t('Open the page with this view')} />
          <SubmitButton className="button button-primary button-small">
            {t('Save view')}
          </SubmitButton>
        </ActionForm>
        {views.length > 0 && (
          <ul aria-label={t('Saved views')} className="w-full">
            {views.map(({ id, name, isDefault }) => (
              <li key={id} className="flex flex-wrap items-center gap-2 py-1">
                <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</bdi>
                <FormButton
                  fields={{ intent: isDefault ? 'open-first-no-more' : 'open-first', view: id }}
                  aria-label={
                    isDefault
                      ? t('Stop opening the page with {name}', { name })
                      : t('Open the page with {name}', { name })
                  }
                >
                  {isDefault ? t('Stop opening first') : t('Open first')}
                </FormButton>
                <FormButton
                  fields={{ intent: 'delete-view', view: id }}
                  aria-label={t('Delete the view {name}', { name })}
                >
                  {t('Delete')}
                </FormButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

function ColumnChoice<List extends ListShape>({
  list,
  open,
}: Omit<ListViewsProps<List>, 'answer'>) {
  const { state, columns } = open;
  const [first, ...others] = Object.entries(list.columns);
  const shown: readonly string[] = columns;
  return (
    <details className="open:w-full">
      <summary className={SUMMARY}>{t('Columns')}</summary>
      <ActionForm key={shown.join('.')} preventScrollReset className={PANEL}>
        <HiddenFields fields={{ intent: 'choose-columns', query: queryOf(list, state) }} />
        {/* Without another column, the first one is chosen. */}
        <input type="hidden" name="column" value={first?.[0]} />
        <fieldset>
          <legend className="mb-1 text-[15px] font-semibold">{t('Columns to show')}</legend>
          <div className="flex flex-wrap gap-x-5">
            {others.map(([name, { label }]) => (
              <CheckboxField
                key={name}
                name="column"
                value={name}
                label={t(label)}
                defaultChecked={shown.includes(name)}
              />
            ))}
          </div>
        </fieldset>
        <SubmitButton className="button button-primary button-small">
          {t('Show columns')}
        </SubmitButton>
      </ActionForm>
    </details>
  );
}
