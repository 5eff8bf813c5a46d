import { useEffect, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import {
  MAX_LINES,
  offerOptionField,
  TITLE_MAX_LENGTH,
  type LineChoices,
} from '../../../orders/protocol/offer.ts';
import { ApiError } from '../../../platform/api-client.ts';
import { FieldMessage, SelectField, TextField } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CardOfService } from '../../protocol/service-cards.ts';
import { inboxApi } from '../inbox-api.ts';
import { amountIn, newLine, withPackage, type LineText } from './offer-drafts.ts';
import { useRowFocus } from './use-row-focus.ts';

interface OfferLinesProps {
  readonly conversationId: string;
  readonly lines: readonly LineText[];
  readonly services: readonly CardOfService[];
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (lines: readonly LineText[]) => void;
}

const LIST_ID = 'offer-services';

export function OfferLines(props: OfferLinesProps) {
  const { conversationId, lines, services, errorOf, onChange } = props;
  const { rows, focusRow } = useRowFocus();
  const remove = (index: number) => {
    onChange(lines.filter((_, at) => at !== index));
    focusRow(index - 1);
  };
  return (
    <>
      <datalist id={LIST_ID}>
        {services.map(({ path, title }) => (
          <option dir="auto" key={path} value={title}>
            {title}
          </option>
        ))}
      </datalist>
      <div ref={rows} className="grid gap-4">
        {lines.map((line, index) => (
          <OfferLine
            key={line.key}
            conversationId={conversationId}
            line={line}
            index={index}
            services={services}
            errorOf={errorOf}
            onChange={(changed) =>
              onChange(lines.map((each, at) => (at === index ? changed : each)))
            }
            onRemove={lines.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </div>
      {lines.length < MAX_LINES && (
        <div>
          <button
            type="button"
            className="button button-line button-small"
            onClick={() => {
              onChange([...lines, newLine()]);
              focusRow(lines.length);
            }}
          >
            {t('Add line')}
          </button>
        </div>
      )}
    </>
  );
}

interface OfferLineProps extends Pick<OfferLinesProps, 'conversationId' | 'services' | 'errorOf'> {
  readonly line: LineText;
  readonly index: number;
  readonly onChange: (line: LineText) => void;
  /** An offer keeps at least one line. */
  readonly onRemove: (() => void) | undefined;
}

function OfferLine(props: OfferLineProps) {
  const { conversationId, line, index, services, errorOf, onChange, onRemove } = props;
  const choices = useLineChoices(conversationId, line.path);
  const isPackage = line.package !== '';

  /** A service fills in its price if the price is still empty. Another service has other packages and options. */
  function name(title: string) {
    const service = services.find((one) => one.title === title);
    const path = service?.path ?? null;
    const price = service && line.price.trim() === '' ? { price: amountIn(service.price) } : {};
    const chosen = path === line.path ? {} : { package: '', options: {} };
    onChange({ ...line, title, path, ...price, ...chosen });
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('Line {number}', { number: index + 1 })}</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_110px_130px_auto]">
        <TextField
          label={t('Service')}
          list={LIST_ID}
          autoComplete="off"
          maxLength={TITLE_MAX_LENGTH}
          value={line.title}
          error={errorOf(`title-${index}`)}
          onChange={(event) => name(event.target.value)}
        />
        <TextField
          label={choices && !isPackage ? choices.quantityLabel : t('Quantity')}
          hint={(!isPackage && choices?.quantityHint) || undefined}
          inputMode="numeric"
          value={line.quantity}
          error={errorOf(`quantity-${index}`)}
          onChange={(event) => onChange({ ...line, quantity: event.target.value })}
        />
        <TextField
          label={t('Unit price')}
          inputMode="decimal"
          value={line.price}
          error={errorOf(`price-${index}`)}
          onChange={(event) => onChange({ ...line, price: event.target.value })}
        />
        {onRemove && (
          <button
            type="button"
            className="icon-button self-start sm:mt-8"
            aria-label={t('Remove line {number}', { number: index + 1 })}
            onClick={onRemove}
          >
            <Icon name="x" />
          </button>
        )}
      </div>
      {choices && choices.packages.length > 0 && (
        <SelectField
          label={t('Service package')}
          value={line.package}
          error={errorOf(`package-${index}`)}
          options={[
            { value: '', name: t('No package') },
            ...choices.packages.map(({ name: value, label, terms }) => ({
              value,
              name: `${label} – ${terms}`,
            })),
          ]}
          onChange={(event) => onChange(withPackage(line, choices, event.target.value))}
        />
      )}
      {choices && choices.options.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-[15px] font-semibold">{t('Options of the service')}</legend>
          {choices.options.map((option) => (
            <OptionField
              key={option.id}
              option={option}
              typed={line.options[option.id] ?? ''}
              error={errorOf(offerOptionField(index, option.id))}
              messageId={`${line.key}-${option.id}`}
              onChange={(typed) =>
                onChange({ ...line, options: { ...line.options, [option.id]: typed } })
              }
            />
          ))}
        </fieldset>
      )}
    </fieldset>
  );
}

interface OptionFieldProps {
  readonly option: LineChoices['options'][number];
  readonly typed: string;
  readonly error: string | undefined;
  readonly messageId: string;
  readonly onChange: (typed: string) => void;
}

function OptionField({ option, typed, error, messageId, onChange }: OptionFieldProps) {
  const control = {
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : messageId,
  } as const;
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        {option.maximum === 1 ? (
          <input
            {...control}
            type="checkbox"
            checked={typed !== ''}
            className="size-5 shrink-0 accent-primary"
            onChange={(event) => onChange(event.target.checked ? '1' : '')}
          />
        ) : (
          <input
            {...control}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            maxLength={6}
            value={typed}
            className="field w-16! shrink-0 px-2! text-center"
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
          <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {option.title}
          </span>
          <span dir="auto" className="text-ink-2 tabular-nums">
            {option.terms}
          </span>
        </span>
      </label>
      <FieldMessage id={messageId} error={error} />
    </div>
  );
}

/** Returns what can be chosen for the service, or null for free text and while it loads. */
function useLineChoices(conversationId: string, path: string | null): LineChoices | null {
  const [loaded, setLoaded] = useState<LineChoices | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    const abort = new AbortController();
    const asking = { query: { path }, signal: abort.signal };
    inboxApi
      .get('/agentchat/conversations/:id/offers/choices', { id: conversationId }, asking)
      .then(
        ({ choices }) => setLoaded(choices),
        (error: unknown) => {
          // Without the choices the line is offered at its unit price.
          if (!abort.signal.aborted && !(error instanceof ApiError)) throw error;
        },
      );
    return () => abort.abort();
  }, [conversationId, path]);
  return loaded?.path === path ? loaded : null;
}
