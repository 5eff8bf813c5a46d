import { createContext, use, type ComponentProps } from 'react';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/field.tsx';
import type { Language } from '../../platform/languages.ts';
import type { EntryForm } from '../server/lists/read-entry-form.server.ts';
import { nameAt, SlotContext } from './slot-context.ts';
import type { EntryAnswer } from './entry-answer.tsx';

/** The form of an entry and the form of its translation share these properties. */
export interface FormOfEntry extends Pick<EntryForm, 'kind' | 'id' | 'texts' | 'shown'> {
  readonly language?: Language;
  readonly draft: { readonly version: number } | undefined;
}

export interface EntryOnPage<Filled extends FormOfEntry = EntryForm> {
  readonly editor: string;
  readonly form: Filled;
  readonly answer: EntryAnswer | undefined;
  /** The form may have been restored from values typed before the page was left. */
  readonly isRestored: boolean;
}

/** Returns the typed value after a rejection, otherwise the stored value. */
export function textAt({ form, answer }: EntryOnPage<FormOfEntry>, name: string): string {
  const isRefused = answer?.isDone === false;
  return (isRefused ? answer.typed[name] : form.texts[name]) ?? '';
}

export const EntryContext = createContext<EntryOnPage<FormOfEntry> | null>(null);

export function useEntry(): EntryOnPage<FormOfEntry> {
  const page = use(EntryContext);
  if (!page) throw new Error('This field is not part of the form of a catalogue entry.');
  return page;
}

function useEntryField(name: string) {
  const page = useEntry();
  const slot = use(SlotContext);
  if (!slot) return { name, defaultValue: textAt(page, name), error: page.answer?.faults[name] };
  const { prefix, source, copied } = slot;
  const stored = nameAt({ prefix, position: source }, name);
  return {
    name: nameAt(slot, name),
    defaultValue: copied ? (copied[name] ?? '') : textAt(page, stored),
    error: copied ? undefined : page.answer?.faults[stored],
  };
}

export function EntryHidden({ name }: { readonly name: string }) {
  const { name: full, defaultValue } = useEntryField(name);
  return <input type="hidden" name={full} defaultValue={defaultValue} />;
}

type Named<Props> = Omit<Props, 'defaultValue' | 'error'> & { readonly name: string };

export function EntryText({ name, ...field }: Named<ComponentProps<typeof TextField>>) {
  return <TextField autoComplete="off" {...field} {...useEntryField(name)} />;
}

export function EntryArea({ name, ...field }: Named<ComponentProps<typeof TextAreaField>>) {
  return <TextAreaField rows={4} {...field} {...useEntryField(name)} />;
}

export function EntrySelect({ name, ...field }: Named<ComponentProps<typeof SelectField>>) {
  return <SelectField {...field} {...useEntryField(name)} />;
}

export function EntryCheck({ name, label, hint }: Named<ComponentProps<typeof CheckboxField>>) {
  const { name: full, defaultValue } = useEntryField(name);
  return (
    <CheckboxField
      name={full}
      value="yes"
      label={<span className="font-semibold">{label}</span>}
      hint={hint}
      defaultChecked={defaultValue === 'yes'}
    />
  );
}
