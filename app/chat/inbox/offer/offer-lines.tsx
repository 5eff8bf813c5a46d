import { say } from '../../../platform/say.ts';
import { MAX_LINES, TITLE_MAX_LENGTH } from '../../../orders/protocol/offer.ts';
import type { CardOfService } from '../../protocol/service-cards.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { amountIn, newLine, type LineText } from './offer-drafts.ts';

interface OfferLinesProps {
  readonly lines: readonly LineText[];
  readonly services: readonly CardOfService[];
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (lines: readonly LineText[]) => void;
}

const LIST_ID = 'offer-services';

export function OfferLines({ lines, services, errorOf, onChange }: OfferLinesProps) {
  function change(index: number, next: Partial<LineText>) {
    onChange(lines.map((line, at) => (at === index ? { ...line, ...next } : line)));
  }

  /** A service fills in its price if the price is still empty. */
  function name(index: number, line: LineText, title: string) {
    const service = services.find((one) => one.title === title);
    const price = service && line.price.trim() === '' ? { price: amountIn(service.price) } : {};
    change(index, { title, path: service?.path ?? null, ...price });
  }

  return (
    <>
      <datalist id={LIST_ID}>
        {services.map(({ path, title }) => (
          <option dir="auto" key={path} value={title}>
            {title}
          </option>
        ))}
      </datalist>
      {lines.map((line, index) => (
        <fieldset key={line.key} className="grid gap-3 sm:grid-cols-[1fr_90px_130px_auto]">
          <legend className="sr-only">{say('Line {number}', { number: index + 1 })}</legend>
          <TextField
            label={say('Service')}
            list={LIST_ID}
            autoComplete="off"
            maxLength={TITLE_MAX_LENGTH}
            value={line.title}
            error={errorOf(`title-${index}`)}
            onChange={(event) => name(index, line, event.target.value)}
          />
          <TextField
            label={say('Quantity')}
            inputMode="numeric"
            value={line.quantity}
            error={errorOf(`quantity-${index}`)}
            onChange={(event) => change(index, { quantity: event.target.value })}
          />
          <TextField
            label={say('Price each')}
            inputMode="decimal"
            value={line.price}
            error={errorOf(`price-${index}`)}
            onChange={(event) => change(index, { price: event.target.value })}
          />
          {lines.length > 1 && (
            <button
              type="button"
              className="icon-button self-start sm:mt-8"
              aria-label={say('Remove line {number}', { number: index + 1 })}
              onClick={() => onChange(lines.filter((_, at) => at !== index))}
            >
              <Icon name="x" />
            </button>
          )}
        </fieldset>
      ))}
      {lines.length < MAX_LINES && (
        <div>
          <button
            type="button"
            className="button button-line button-small"
            onClick={() => onChange([...lines, newLine()])}
          >
            {say('Add a line')}
          </button>
        </div>
      )}
    </>
  );
}
