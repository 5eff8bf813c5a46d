type Schema = Readonly<Record<string, unknown>>;

/**
 * What in a value the schema of a served OpenAPI document does not say, as paths with a reason. It
 * knows the document alone, not what the document was made from; members it does not name count.
 */
export function findDeviations(document: unknown, schema: unknown, value: unknown): string[] {
  return deviationsOf({ root: document as Schema, at: '$' }, schema as Schema, value);
}

interface Place {
  readonly root: Schema;
  readonly at: string;
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => URL.canParse(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
};

function deviationsOf(place: Place, schema: Schema, value: unknown): string[] {
  const { $ref, anyOf, type } = schema;
  if (typeof $ref === 'string') return deviationsOf(place, resolve(place.root, $ref), value);
  if (Array.isArray(anyOf)) {
    const isOne = anyOf.some((one) => deviationsOf(place, one as Schema, value).length === 0);
    return isOne ? [] : [`${place.at} is none of the choices`];
  }
  const actual = typeOf(value);
  // A constant says its type by itself.
  if ('const' in schema) return value === schema.const ? [] : [`${place.at} breaks its constant`];
  const types = Array.isArray(type) ? (type as string[]) : [String(type)];
  if (!types.includes(actual) && !(actual === 'integer' && types.includes('number'))) {
    return [`${place.at} is ${actual}, not ${types.join(' or ')}`];
  }
  if (actual === 'object') return inObject(place, schema, value as Record<string, unknown>);
  if (actual === 'array') return inArray(place, schema, value as unknown[]);
  return keeps(schema, value) ? [] : [`${place.at} breaks ${JSON.stringify(schema)}`];
}

function inObject(place: Place, schema: Schema, value: Record<string, unknown>): string[] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = (schema.required ?? []) as string[];
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${place.at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const at = `${place.at}.${name}`;
      const known = properties[name];
      return known ? deviationsOf({ ...place, at }, known, member) : [`${at} is not documented`];
    }),
  ];
}

function inArray(place: Place, schema: Schema, value: readonly unknown[]): string[] {
  const { minItems = 0, maxItems = Infinity } = schema as Record<string, number>;
  const hasLength = value.length >= minItems && value.length <= maxItems;
  return [
    ...(hasLength ? [] : [`${place.at} has ${value.length} items`]),
    ...value.flatMap((item, index) =>
      deviationsOf({ ...place, at: `${place.at}[${index}]` }, schema.items as Schema, item),
    ),
  ];
}

function keeps(schema: Schema, value: unknown): boolean {
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema as Record<string, number>;
    return value >= minimum && value <= maximum;
  }
  if (typeof value !== 'string') return true;
  const { pattern, format } = schema as Record<string, string | undefined>;
  const { minLength = 0, maxLength = Infinity } = schema as Record<string, number>;
  if (format !== undefined && !FORMATS[format]?.(value)) return false;
  return (
    (pattern === undefined || new RegExp(pattern, 'u').test(value)) &&
    value.length >= minLength &&
    value.length <= maxLength
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function resolve(root: Schema, ref: string): Schema {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Schema)[key], root) as Schema;
}
