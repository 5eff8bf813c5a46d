/** Amounts, dates and names are stored raw, and formatted for the reader. */
export type StoredValue = string | number | boolean | StoredMessage | readonly StoredMessage[];

/**
 * An event that is stored and read later: a stable key with values. The reader's language is chosen
 * when it is shown.
 */
export interface StoredMessage {
  readonly key: string;
  readonly values: Readonly<Record<string, StoredValue>>;
}

/**
 * Renders a message in the current language. The values come from the database; one that an older
 * version did not write is missing.
 */
type Render = (values: never) => string;

type ValuesOf<Renderer> = Renderer extends () => string
  ? []
  : Renderer extends (values: infer Values) => string
    ? [values: Values]
    : never;

/** Messages may contain messages; deeper ones were not written by this product. */
const MAX_DEPTH = 4;

const renderers = new Map<string, Render>();

/**
 * Registers the messages of a feature, and returns the function that creates them. Keys are stored:
 * a key that was released keeps its meaning forever. A key begins with the name of its feature.
 */
export function defineMessages<const Table extends Readonly<Record<string, Render>>>(
  table: Table,
): <Key extends keyof Table & string>(
  key: Key,
  ...[values]: ValuesOf<Table[Key]>
) => StoredMessage {
  for (const [key, render] of Object.entries(table)) renderers.set(key, render);
  return (key, ...[values]) => ({ key, values: values ?? {} });
}

const message = defineMessages({
  text: ({ text }: { readonly text: string }) => text,
  list: ({ items }: { readonly items: readonly StoredMessage[] }) =>
    items.map(showMessage).join(', '),
  change: ({ from, to }: { readonly from: StoredMessage; readonly to: StoredMessage }) =>
    `${showMessage(from)} → ${showMessage(to)}`,
});

/** All keys that this process can show. */
export function messageKeys(): readonly string[] {
  return [...renderers.keys()];
}

/** Texts of other people and other programs have no translation. */
export function storedText(text: string): StoredMessage {
  return message('text', { text });
}

export function storedList(items: readonly StoredMessage[]): StoredMessage {
  return message('list', { items });
}

export function storedChange(from: StoredMessage, to: StoredMessage): StoredMessage {
  return message('change', { from, to });
}

/**
 * Shows a message in the current language; never throws. A newer version may have written a key that
 * this version does not know.
 */
export function showMessage(stored: StoredMessage): string {
  const render = renderers.get(stored.key);
  if (!render) return describeUnknown(stored);
  try {
    return render(stored.values as never);
  } catch {
    return describeUnknown(stored);
  }
}

/** For example 'order refund held (amount: 5, currency: USD)'. */
function describeUnknown({ key, values }: StoredMessage): string {
  const words = key.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const said = Object.entries(values).map(([name, value]) => `${name}: ${showValue(value)}`);
  return said.length === 0 ? words : `${words} (${said.join(', ')})`;
}

function showValue(value: StoredValue): string {
  if (typeof value !== 'object') return String(value);
  return 'key' in value ? showMessage(value) : value.map(showMessage).join(', ');
}

/**
 * Reads a message from the database. A row without one was written by an older version, which stored
 * the text; `null` if there is neither.
 */
export function readMessage(stored: unknown, text?: string | null): StoredMessage | null {
  const read = toMessage(stored, 0);
  if (read) return read;
  return text == null || text === '' ? null : storedText(text);
}

/** The same, as the current reader sees it. */
export function showStored(stored: unknown, text?: string | null): string | null {
  const read = readMessage(stored, text);
  return read && showMessage(read);
}

/**
 * The same for a column that is overwritten: this version clears the text, so that a text was
 * written later, by a process of the version before that still runs.
 */
export function showLatest(stored: unknown, text: string | null): string | null {
  return showStored(text === null ? stored : null, text);
}

/** Returns undefined for anything that is not a message; drops values of other types. */
function toMessage(value: unknown, depth: number): StoredMessage | undefined {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined;
  const { key, values } = value as { readonly key?: unknown; readonly values?: unknown };
  if (typeof key !== 'string' || key === '') return undefined;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return { key, values: {} };
  }
  const read = Object.entries(values as Readonly<Record<string, unknown>>).flatMap(
    ([name, each]): [string, StoredValue][] => {
      const known = toValue(each, depth);
      return known === undefined ? [] : [[name, known]];
    },
  );
  return { key, values: Object.fromEntries(read) };
}

function toValue(value: unknown, depth: number): StoredValue | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (!Array.isArray(value)) return toMessage(value, depth + 1);
  return value.flatMap((each: unknown) => toMessage(each, depth + 1) ?? []);
}

/** Applies a function to all texts of a message, for example to remove addresses. */
export function mapTexts(stored: StoredMessage, change: (text: string) => string): StoredMessage {
  const changeValue = (value: StoredValue): StoredValue => {
    if (typeof value === 'string') return change(value);
    if (typeof value !== 'object') return value;
    return 'key' in value ? mapTexts(value, change) : value.map((each) => mapTexts(each, change));
  };
  const { key, values } = stored;
  return {
    key,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, changeValue(value)]),
    ),
  };
}

/** An amount in the smallest unit of its currency, as it is stored. */
export interface StoredMoney {
  readonly amount: number;
  readonly currency: string;
}

/** The message for an error: its own, or its text. */
export function messageOf(error: unknown): StoredMessage {
  if (error instanceof Error) {
    const own = 'stored' in error ? readMessage(error.stored) : null;
    return own ?? storedText(error.message);
  }
  return storedText(String(error));
}
