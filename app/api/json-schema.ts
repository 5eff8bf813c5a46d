import type * as v from 'valibot';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (2020-12) that says what a valibot schema says. Knows the parts that
 * `schemas.ts` and the webhooks use and throws at any other, so that the document never leaves out
 * a rule that the code holds to. Schemas in `names` become references.
 */
export function toJsonSchema(
  schema: v.GenericSchema,
  names: ReadonlyMap<v.GenericSchema, string>,
): JsonSchema {
  const name = names.get(schema);
  return name === undefined
    ? expandJsonSchema(schema, names)
    : { $ref: `#/components/schemas/${name}` };
}

/** The same, but never a reference itself. */
export function expandJsonSchema(
  schema: v.GenericSchema,
  names: ReadonlyMap<v.GenericSchema, string>,
): JsonSchema {
  const { pipe } = schema as { pipe?: readonly [v.GenericSchema, ...Action[]] };
  if (!pipe) return describeType(schema as unknown as Known, names);
  const [base, ...actions] = pipe;
  let described = toJsonSchema(base, names);
  for (const action of actions) described = { ...described, ...describeAction(action, described) };
  return described;
}

type Known =
  | { readonly type: 'string' | 'number' | 'boolean' }
  | { readonly type: 'literal'; readonly literal: string }
  | { readonly type: 'picklist'; readonly options: readonly string[] }
  | { readonly type: 'array'; readonly item: v.GenericSchema }
  | { readonly type: 'object'; readonly entries: Readonly<Record<string, v.GenericSchema>> }
  | { readonly type: 'nullable'; readonly wrapped: v.GenericSchema }
  | { readonly type: 'optional'; readonly wrapped: v.GenericSchema; readonly default: unknown };

function describeType(schema: Known, names: ReadonlyMap<v.GenericSchema, string>): JsonSchema {
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema.type };
    case 'literal':
      return { type: 'string', const: schema.literal };
    case 'picklist':
      return { type: 'string', enum: schema.options };
    case 'array':
      return { type: 'array', items: toJsonSchema(schema.item, names) };
    case 'object':
      return describeObject(schema.entries, names);
    case 'nullable':
      return nullable(toJsonSchema(schema.wrapped, names));
    case 'optional': {
      const inner = toJsonSchema(schema.wrapped, names);
      return schema.default === undefined ? inner : { ...inner, default: schema.default };
    }
    default:
      throw new Error(`'${(schema as { type: string }).type}' has no place in the document yet`);
  }
}

function describeObject(
  entries: Readonly<Record<string, v.GenericSchema>>,
  names: ReadonlyMap<v.GenericSchema, string>,
): JsonSchema {
  const properties = Object.entries(entries).map(([key, entry]) => [
    key,
    toJsonSchema(entry, names),
  ]);
  const required = Object.keys(entries).filter((key) => entries[key]?.type !== 'optional');
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as JsonSchema,
    ...(required.length > 0 ? { required } : {}),
  };
}

function nullable(inner: JsonSchema): JsonSchema {
  const isPlain = typeof inner.type === 'string' && !('enum' in inner) && !('const' in inner);
  return isPlain ? { ...inner, type: [inner.type, 'null'] } : { anyOf: [inner, { type: 'null' }] };
}

interface Action {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly description?: string;
}

function describeAction(action: Action, { type }: JsonSchema): JsonSchema {
  const { requirement } = action;
  const isList = type === 'array';
  switch (action.type) {
    case 'description':
      return { description: action.description };
    case 'integer':
      return { type: 'integer' };
    case 'min_value':
      return { minimum: requirement };
    case 'max_value':
      return { maximum: requirement };
    case 'min_length':
      return { [isList ? 'minItems' : 'minLength']: requirement };
    case 'max_length':
      return { [isList ? 'maxItems' : 'maxLength']: requirement };
    case 'length':
      return isList
        ? { minItems: requirement, maxItems: requirement }
        : { minLength: requirement, maxLength: requirement };
    case 'regex':
      return { pattern: (requirement as RegExp).source };
    case 'uuid':
      return { format: 'uuid' };
    case 'url':
      return { format: 'uri' };
    case 'iso_timestamp':
      return { format: 'date-time' };
    default:
      throw new Error(`'${action.type}' has no place in the document yet`);
  }
}
