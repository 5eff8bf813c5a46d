import { toJsonSchema as convert, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { COMPONENTS } from './components.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Throws at what JSON Schema cannot say, so that the document never leaves out a rule of the code. */
const CONVERSION = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'throw',
  overrideRef: ({ referenceId }: { readonly referenceId: string }) =>
    `#/components/schemas/${referenceId}`,
} as const;

/** The schemas that the document names, as JSON Schema (2020-12) that refers to one another. */
export function describeComponents(): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs(COMPONENTS, CONVERSION) as Record<string, JsonSchema>;
}

/** What a schema says, as JSON Schema (2020-12); those with a name become references. */
export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, $defs, ...described } = convert(schema, {
    ...CONVERSION,
    definitions: { ...COMPONENTS },
  });
  return described;
}
