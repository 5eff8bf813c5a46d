import { useEffect, useState, type RefObject } from 'react';
import { inboxApi } from './inbox-api.ts';
import {
  addressOfService,
  readServiceCards,
  type CardOfService,
} from '../protocol/service-cards.ts';
import { openVariable, shortcutOf, whyHalfWritten } from '../protocol/half-written.ts';
import { type Language, SOURCE_LANGUAGE } from '../../platform/languages.ts';
import type { CannedReply, ServiceContext } from '../protocol/views.ts';
import {
  useNextSelection,
  useTypedWord,
  useWordPicker,
  type WordPicker,
} from './use-typed-word.ts';
import {
  fillVariables,
  insertLine,
  offerOption,
  pickerOptions,
  slashWord,
  textFor,
  UNNAMED,
  type PickerOption,
} from './canned-text.ts';
import { atWord, mentionOptions, type Mentionable } from '../protocol/mentions.ts';

export interface ReplyValues {
  readonly visitor: string | null;
  readonly agent: string;
  readonly service: ServiceContext | null;
  readonly language: Language;
}

interface Offer {
  readonly replies: readonly CannedReply[];
  readonly isTranslated: boolean;
  readonly services: readonly CardOfService[];
}

const NO_OFFER: Offer = { replies: [], isTranslated: false, services: [] };

export interface ReplyPicker extends WordPicker<PickerOption> {
  /** Replaces a reply shortcut at the start of the text with the reply; returns false if there is none. */
  fillIn(): boolean;
  /** Returns the reason why the text must not be sent; undefined if it may be. */
  whyNotReady(): string | undefined;
}

/** Opens the list of replies and services when a slash is typed in the composer. */
export function useReplyPicker(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  values: ReplyValues,
  onChange: (text: string) => void,
  onOffer: () => void,
): ReplyPicker {
  const typed = useTypedWord(slashWord);
  const word = typed.open;
  // A draft may begin with a reply's shortcut although no slash was typed here.
  const offer = useOffer(word !== null || shortcutOf(text) !== undefined);
  const options = word
    ? [
        ...pickerOptions(word.query, offer.replies, offer.services, {
          language: values.language,
          isTranslated: offer.isTranslated,
        }),
        ...offerOption(word.query),
      ]
    : [];
  const selectNext = useNextSelection(field, text);
  const picker = useWordPicker(typed, options, (option, { start, query }) => {
    const end = start + 1 + query.length;
    if (option.kind === 'offer') {
      onChange(text.slice(0, start) + text.slice(end));
      return onOffer();
    }
    if (option.kind === 'service') {
      const address = addressOfService(option.service.path, location.origin);
      const inserted = insertLine(text, start, end, address);
      selectNext(inserted.caret, inserted.caret);
      onChange(inserted.text);
    } else {
      insertReply(option.reply, start, end);
    }
    field.current?.focus();
  });

  function insertReply(reply: CannedReply, start: number, end: number) {
    const filled = fillReply(reply, values, offer.services);
    const [from, to] = openVariable(filled) ?? [filled.length, filled.length];
    selectNext(start + from, start + to);
    onChange(text.slice(0, start) + filled + text.slice(end));
  }

  const replyCalled = (shortcut: string | undefined) =>
    offer.replies.find((reply) => reply.shortcut === shortcut);

  function fillIn(): boolean {
    const shortcut = shortcutOf(text);
    const reply = replyCalled(shortcut);
    if (!reply || shortcut === undefined) return false;
    insertReply(reply, 0, 1 + shortcut.length);
    picker.close();
    return true;
  }

  return {
    ...picker,
    fillIn,
    whyNotReady: () => whyHalfWritten(text, (shortcut) => replyCalled(shortcut) !== undefined),
  };
}

/** Loads the options each time, because a colleague may have just written a reply. */
function useOffer(isNeeded: boolean): Offer {
  const [offer, setOffer] = useState(NO_OFFER);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const abort = new AbortController();
    Promise.all([
      inboxApi.get('/agentchat/canned-replies', {}, { signal: abort.signal }),
      readServiceCards(),
    ]).then(
      ([replies, { services }]) => {
        if (!abort.signal.aborted) setOffer({ ...replies, services });
      },
      // Without a connection there are no suggestions, and a reply's shortcut stays in the text.
      () => {},
    );
    return () => abort.abort();
  }, [isNeeded]);
  return offer;
}

function fillReply(
  reply: CannedReply,
  { visitor, agent, service, language }: ReplyValues,
  services: readonly CardOfService[],
): string {
  const price = priceOf(service, services);
  const known = { visitor, agent, service: service?.title, price };
  const text = textFor(reply, language);
  // A reply without a translation stays in the source language, and so does its greeting.
  return fillVariables(text, known, UNNAMED[text === reply.text ? SOURCE_LANGUAGE : language]);
}

function priceOf(
  service: ServiceContext | null,
  services: readonly CardOfService[],
): string | undefined {
  if (!service) return undefined;
  const path = `/services/${service.section}/${service.slug}`;
  return services.find((one) => one.path === path)?.price;
}

/** Opens the list of people when '@' is typed in a note. */
export function useMentionPicker(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onChange: (text: string) => void,
): WordPicker<Mentionable> {
  const typed = useTypedWord(atWord);
  const people = useTeam(typed.open !== null);
  const options = typed.open ? mentionOptions(typed.open.query, people) : [];
  const selectNext = useNextSelection(field, text);
  return useWordPicker(typed, options, ({ name }, { start, query }) => {
    const rest = text.slice(start + 1 + query.length);
    const inserted = `@${name}${/^\s/.test(rest) ? '' : ' '}`;
    const caret = start + name.length + 2;
    selectNext(caret, caret);
    onChange(text.slice(0, start) + inserted + rest);
    field.current?.focus();
  });
}

/** Loads the people each time the list opens, because somebody may have just joined. */
function useTeam(isNeeded: boolean): readonly Mentionable[] {
  const [people, setPeople] = useState<readonly Mentionable[]>([]);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const abort = new AbortController();
    inboxApi.get('/agentchat/mentionable', {}, { signal: abort.signal }).then(
      (answer) => {
        if (!abort.signal.aborted) setPeople(answer.people);
      },
      // Without a connection there are no suggestions, but a typed name still counts as a mention.
      () => {},
    );
    return () => abort.abort();
  }, [isNeeded]);
  return people;
}
