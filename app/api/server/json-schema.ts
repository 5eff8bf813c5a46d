import { toJsonSchema as convert, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { COMPONENTS } from './components.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Throws on rules that JSON Schema cannot express, so that the document never omits a rule of the code. */
const CONVERSION = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'throw',
  overrideRef: ({ referenceId }: { readonly referenceId: string }) =>
    `#/components/schemas/${referenceId}`,
} as const;

/** Converts the named schemas to JSON Schema (2020-12) with references between them. */
export function describeComponents(): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs(COMPONENTS, CONVERSION) as Record<string, JsonSchema>;
}

/** Converts a schema to JSON Schema (2020-12). Named schemas become references. */
export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, $defs, ...described } = convert(schema, {
    ...CONVERSION,
    definitions: { ...COMPONENTS },
  });
  return described;
}
