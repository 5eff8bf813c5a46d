import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, postJson } from '../../platform/api-client.ts';
import { readSixDigits } from '../../platform/six-digits.ts';
import { browserStorage, loadJson, saveText } from '../../ui/browser-storage.ts';
import { COUPON_FIELD, isPriced, READ_WHEN_LEFT, writePriced } from '../protocol/order-form.ts';
import { SENT_LISTS } from '../rules.ts';
import type { FormReply, OrderFormProps } from './order-form-props.ts';

/** Long enough for a number of several digits. */
const TYPING_MS = 250;
/** The same as for the chat's record: a form of yesterday is a new one. */
const SAVED_FOR_MS = 2 * 60 * 60 * 1000;
/** The server keeps the files that were added. */
const NOT_SAVED = new Set([
  'key',
  'seen',
  'code',
  'codeSentTo',
  'intent',
  'captcha',
  ...SENT_LISTS,
]);

type Quoted = Pick<OrderFormProps, 'quote' | 'errors'>;

/** Keeps the input of the form through reloads and in other tabs, and asks for a quote after every change. */
export function useOrderForm(props: OrderFormProps) {
  const { service, quote, errors, typed, answer: newest, formKey } = props;
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<Promise<unknown>>(undefined);
  /** The choice whose quote is shown or on its way. */
  const quotedFor = useRef(writePriced(Object.entries({ ...typed, ...newest?.typed })));
  /** The last answer to a submission, and the quote that was asked for since then. */
  const [latest, setLatest] = useState<{
    readonly answer: FormReply | undefined;
    readonly live: Quoted | undefined;
  }>({ answer: newest, live: undefined });
  // The router drops an answer when it reads the page again.
  if (newest !== undefined && newest !== latest.answer) {
    setLatest({ answer: newest, live: undefined });
  }
  const saveKey = `order_form:${service.id}`;

  const isOutdated = () =>
    form.current !== null && writePriced([...new FormData(form.current)]) !== quotedFor.current;

  async function ask(): Promise<void> {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const choice = writePriced([...new FormData(form.current)]);
    quotedFor.current = choice;
    const asked = readQuote(service.id, choice);
    pending.current = asked;
    const live = await asked;
    if (pending.current !== asked) return;
    pending.current = undefined;
    // A submission that waits for the quote sends the fields as they are rendered.
    flushSync(() => setLatest(({ answer }) => ({ answer, live })));
  }

  function onInput(event: React.SyntheticEvent<HTMLFormElement>): void {
    save(saveKey, formKey, event.currentTarget);
    const { target } = event;
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.name === 'code') {
      const isComplete = readSixDigits(target.value) !== null;
      const button = event.currentTarget.querySelector<HTMLButtonElement>('[value="place"]');
      if (isComplete) event.currentTarget.requestSubmit(button);
      return;
    }
    if (!isPriced(target.name) || READ_WHEN_LEFT.includes(target.name)) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask(), TYPING_MS);
  }

  /** Asks again even for the same code, because a coupon may have become available or used up. */
  async function applyCoupon(): Promise<void> {
    await (pending.current && !isOutdated() ? pending.current : ask());
    form.current
      ?.querySelector<HTMLElement>(`[name="${COUPON_FIELD}"][aria-invalid="true"]`)
      ?.focus();
  }

  function onBlur({ target }: React.FocusEvent<HTMLFormElement>): void {
    const isRead = target instanceof HTMLInputElement && READ_WHEN_LEFT.includes(target.name);
    if (isRead && isOutdated()) void ask();
  }

  useEffect(() => {
    if (!form.current) return undefined;
    // An answer of the server has the newest values already.
    if (newest === undefined) restore(saveKey, formKey, form.current);
    // Buyers type before the page is hydrated, and browsers fill in a form after Back.
    if (isOutdated()) void ask();
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each form
  }, [saveKey, formKey]);

  const { answer, live } = latest;
  const quoted = live ?? (answer?.quote === undefined ? undefined : toQuoted(answer));
  return {
    form,
    answer,
    quote: (quoted ?? { quote }).quote,
    errors: {
      ...(answer === undefined ? errors : {}),
      ...(live ? withoutPriced(answer?.errors ?? {}) : answer?.errors),
      ...(answer?.field === undefined ? {} : { [answer.field]: answer.message }),
      ...live?.errors,
    } as Readonly<Record<string, string>>,
    onInput,
    onBlur,
    applyCoupon,
    /** A submission waits, so that the buyer accepts the total of the newest choice. */
    waitForQuote: () => (isOutdated() ? ask() : pending.current),
  };
}

/** Without a total, the server shows it before it places the order. */
async function readQuote(service: string, choice: string): Promise<Quoted> {
  try {
    const fields = Object.fromEntries(new URLSearchParams(choice));
    return await postJson<Quoted>('/order-quotes', { service, fields });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { quote: null, errors: { total: error.message } };
  }
}

function toQuoted({ quote = null, errors = {} }: FormReply): Quoted {
  return { quote, errors };
}

function withoutPriced(errors: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => !isPriced(name) && name !== 'total'),
  );
}

interface SavedForm {
  readonly at: number;
  readonly formKey: string;
  readonly fields: readonly (readonly [string, string])[];
}

/** All tabs of this browser share the form, as they share its key. */
function save(saveKey: string, formKey: string, form: HTMLFormElement): void {
  const fields = [...new FormData(form)].filter(
    ([name, value]) => !NOT_SAVED.has(name) && typeof value === 'string',
  );
  saveText(browserStorage(), saveKey, JSON.stringify({ at: Date.now(), formKey, fields }));
}

/** A form whose order was placed has another key and is not restored. */
function restore(saveKey: string, formKey: string, form: HTMLFormElement): void {
  const saved = loadJson(browserStorage(), saveKey) as SavedForm | null;
  if (saved?.formKey !== formKey || Date.now() - saved.at > SAVED_FOR_MS) {
    if (saved) saveText(browserStorage(), saveKey, '');
    return;
  }
  const values = new Map(saved.fields);
  // Somebody may have typed before the page was hydrated.
  const changed = new Set(
    [...form.elements].filter(isChanged).map((field) => field.getAttribute('name')),
  );
  for (const field of form.elements) {
    if (changed.has(field.getAttribute('name'))) continue;
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
      field.value = values.get(field.name) ?? field.value;
    if (!(field instanceof HTMLInputElement) || !isRestored(field)) continue;
    if (field.type === 'checkbox') field.checked = values.has(field.name);
    else if (field.type === 'radio') field.checked = values.get(field.name) === field.value;
    else field.value = values.get(field.name) ?? field.value;
  }
}

function isChanged(element: Element): boolean {
  if (element instanceof HTMLSelectElement) {
    const first = [...element.options].findIndex(({ defaultSelected }) => defaultSelected);
    return element.selectedIndex !== Math.max(0, first);
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement)) return false;
  return element.type === 'checkbox' || element.type === 'radio'
    ? element.checked !== element.defaultChecked
    : element.value !== element.defaultValue;
}

function isRestored({ name, type }: HTMLInputElement): boolean {
  return type !== 'hidden' && type !== 'file' && !NOT_SAVED.has(name);
}
