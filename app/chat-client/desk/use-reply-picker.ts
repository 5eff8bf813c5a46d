import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { getJson } from '../../platform/api-client.ts';
import {
  addressOfService,
  readServiceCards,
  type CardOfService,
} from '../../conversation/wire/service-cards.ts';
import { usePicker, type Picker } from '../../ui/use-picker.ts';
import { commandOf, openVariable, whyHalfWritten } from '../../conversation/wire/half-written.ts';
import type { CannedReply, ServiceContext } from '../../conversation/wire/views.ts';
import { useNextSelection } from './use-next-selection.ts';
import {
  fillVariables,
  insertLine,
  offerOption,
  pickerOptions,
  slashWord,
  type PickerOption,
  type SlashWord,
} from './canned-text.ts';

/** What the variables of canned replies stand for in the open thread. */
export interface ReplyValues {
  readonly visitor: string | null;
  readonly agent: string;
  readonly service: ServiceContext | null;
}

interface Offer {
  readonly replies: readonly CannedReply[];
  readonly services: readonly CardOfService[];
}

const NO_OFFER: Offer = { replies: [], services: [] };

export interface ReplyPicker {
  /** Null while there is nothing to choose from. */
  readonly options: readonly PickerOption[] | null;
  readonly list: Picker;
  /** The text or the place of the caret has changed. */
  look(text: string, caret: number): void;
  /** True when the key was the picker's. */
  onKey(event: KeyboardEvent): boolean;
  readonly choose: (option: PickerOption) => void;
  /** Puts the reply that the text begins with in its place; false when it begins with none. */
  fillIn(): boolean;
  /** Why the text must not go out as it is; undefined when it may. */
  whyNotReady(): string | undefined;
  close(): void;
}

/**
 * The list that a slash opens in the reply box. The focus stays in the box: arrows move through
 * the list, Enter or Tab inserts, Escape closes it until the next slash.
 */
export function useReplyPicker(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  values: ReplyValues,
  onChange: (text: string) => void,
  onOffer: () => void,
): ReplyPicker {
  const [word, setWord] = useState<SlashWord | null>(null);
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const isOpen = word !== null && word.start !== dismissedAt;
  // A draft may begin with a reply's name although no slash was typed here.
  const offer = useOffer(isOpen || commandOf(text) !== undefined);
  const options = isOpen
    ? [...pickerOptions(word.query, offer.replies, offer.services), ...offerOption(word.query)]
    : [];
  const list = usePicker(options.length, 0, word?.query);
  const selectNext = useNextSelection(field, text);

  function look(next: string, caret: number) {
    const found = slashWord(next, caret) ?? null;
    if (found?.start !== word?.start) setDismissedAt(null);
    setWord(found);
  }

  function choose(option: PickerOption) {
    if (!word) return;
    const end = word.start + 1 + word.query.length;
    if (option.kind === 'offer') {
      onChange(text.slice(0, word.start) + text.slice(end));
      setWord(null);
      return onOffer();
    }
    if (option.kind === 'service') {
      const address = addressOfService(option.service.path, location.origin);
      const inserted = insertLine(text, word.start, end, address);
      selectNext(inserted.caret, inserted.caret);
      onChange(inserted.text);
    } else {
      insertReply(option.reply, word.start, end);
    }
    setWord(null);
    field.current?.focus();
  }

  function insertReply(reply: CannedReply, start: number, end: number) {
    const filled = fillReply(reply, values, offer.services);
    const [from, to] = openVariable(filled) ?? [filled.length, filled.length];
    selectNext(start + from, start + to);
    onChange(text.slice(0, start) + filled + text.slice(end));
  }

  const replyCalled = (shortcut: string | undefined) =>
    offer.replies.find((reply) => reply.shortcut === shortcut);

  function fillIn(): boolean {
    const command = commandOf(text);
    const reply = replyCalled(command);
    if (!reply || command === undefined) return false;
    insertReply(reply, 0, 1 + command.length);
    setWord(null);
    return true;
  }

  function onKey(event: KeyboardEvent): boolean {
    const active = options[list.active];
    if (!active || event.nativeEvent.isComposing) return false;
    if (event.key === 'Escape') setDismissedAt(word?.start ?? null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(active);
    else if (!list.onKey(event)) return false;
    event.preventDefault();
    // Escape would close the thread as well.
    event.stopPropagation();
    return true;
  }

  return {
    options: options.length > 0 ? options : null,
    list,
    look,
    onKey,
    choose,
    fillIn,
    whyNotReady: () => whyHalfWritten(text, (shortcut) => replyCalled(shortcut) !== undefined),
    close: () => setWord(null),
  };
}

/** Read each time it is needed: a colleague may have written a reply a minute ago. */
function useOffer(isNeeded: boolean): Offer {
  const [offer, setOffer] = useState(NO_OFFER);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const abort = new AbortController();
    Promise.all([
      getJson<{ replies: CannedReply[] }>('/agentchat/canned-replies', abort.signal),
      readServiceCards(),
    ]).then(
      ([{ replies }, { services }]) => {
        if (!abort.signal.aborted) setOffer({ replies, services });
      },
      // Without a connection nothing is offered, and what looks like a reply's name stays in the box.
      () => {},
    );
    return () => abort.abort();
  }, [isNeeded]);
  return offer;
}

function fillReply(
  { text }: CannedReply,
  { visitor, agent, service }: ReplyValues,
  services: readonly CardOfService[],
): string {
  const price = priceOf(service, services);
  return fillVariables(text, { visitor, agent, service: service?.title, price });
}

function priceOf(
  service: ServiceContext | null,
  services: readonly CardOfService[],
): string | undefined {
  if (!service) return undefined;
  const path = `/services/${service.section}/${service.slug}`;
  return services.find((one) => one.path === path)?.price;
}
